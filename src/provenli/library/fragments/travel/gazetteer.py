"""Which names are people's and which are places', as far as common knowledge goes.

Published files take people from lists of common first names and places from long lists of countries and towns. A first
name that is missing here is met rarely; towns are too many to list. So a name that is in neither list is taken for a
place where both would do, and for a person where a person must stand.
"""

from __future__ import annotations

from provenli.library.fragments.travel.grammar import PEOPLE, PLACES

_FIRST_NAMES = """
Abby Abel Abraham Ada Adam Addie Adela Adele Adeline Adolfo Adolph Adriana Adrienne Agustin Aida Aileen Aimee Al Alana
Alberta Alberto Alejandra Alejandro Alex Alexandra Alexandria Alexis Alfonso Alfreda Alfredo Ali Alicia Aline Alisa
Alisha Alison Allan Allen Allison Allyson Alma Alonzo Alphonso Alton Alvin Alyce Alyssa Amalia Amelia Amos Ana
Anastasia Andre Andrea Andres Andy Angel Angelia Angelica Angelina Angeline Angelique Angelita Angelo Angie Anita Ann
Annabelle Anne Annette Annie Annmarie Antoinette Antonia Antonio April Araceli Archie Ariel Arlene Arline Armand
Armando Arnold Arron Art Arturo Ashlee Ashley Aubrey August Augusta Augustine Aurelia Aurora Austin Autumn Ava Avery
Avis Barbra Barney Barrett Bart Bea Beatriz Becky Belinda Ben Benita Bennie Benny Bernadette Bernadine Bernice Bernie
Bert Bertie Beryl Bessie Beth Betsy Bette Bettie Betty Bettye Beulah Beverley Beverly Bianca Billy Blaine Blair Blake
Blanca Blanche Bob Bobbi Bobbie Bobby Boris Boyd Brad Bradford Bradley Bradly Brandi Brandie Brandon Brandy Brendan
Brendon Brent Bret Brett Briana Brianna Bridgett Bridgette Brigitte Britney Britt Brittany Brittney Brock Brooke Bryan
Bryant Bryce Bryon Buddy Buford Burton Byron Caitlin Caleb Callie Cameron Camille Candace Candice Candy Cara Carey
Carla Carlene Carlo Carlos Carlton Carly Carole Carol Carolina Carolyn Carroll Carson Carter Cary Caryn Casandra Casey
Cassandra Cassie Catalina Cathleen Cathryn Cathy Cecelia Cecil Cedric Celeste Celia Celina Cesar Chad Chandra Charity
Charlene Charles Charley Charlie Charlotte Charmaine Chase Chasity Chelsea Cheri Cherie Cheryl Chester Chris Christa
Christi Christian Christie Christina Christine Christy Chrystal Chuck Cindy Clarence Clarice Clarissa Clark Claud
Claude Claudette Claudia Claudine Clay Clayton Cleo Cliff Clifford Clifton Clint Clinton Clyde Cody Coleen Colette
Colleen Concepcion Concetta Conrad Constance Consuelo Cora Corey Corina Corine Corinne Cornelia Cornelius Cornell
Corrine Cory Courtney Coy Craig Cristina Crystal Curt Cyril Dale Dallas Damian Damien Damion Damon Dana Dane Danial
Daniella Danielle Danny Dante Darcy Darin Darius Darla Darlene Darnell Darrel Darrell Darren Darrin Darryl Darwin
Daryl Davis Dawn Dean Deana Deandre Deann Deanna Deanne Debbie Debora Debra Deena Deidra Deidre Deirdre Delbert Delia
Della Delmar Delores Deloris Demetrius Dena Denise Denis Denny Deon Derrick Desiree Desmond Devin Devon Dewayne Dewey
Dexter Diana Diann Dianna Dianne Dick Diego Dina Dino Dion Dirk Dixie Dollie Dolly Dolores Domingo Dominic Dominick
Dominique Don Dona Donna Donnie Donny Donovan Dora Doreen Doretha Dorian Doug Douglas Doyle Drew Duncan Dwayne Dwight
Dylan Earl Earlene Earline Earnest Earnestine Ebony Ed Eddie Eddy Edmond Eduardo Edna Edwardo Edwin Edwina Effie
Efrain Efren Eileen Elaina Elba Elbert Elda Eldon Eldridge Elena Eli Elias Elijah Elinor Elisa Elisabeth Elise Eliseo
Eliza Ella Elliot Elliott Ellis Elma Eloise Elsa Elsie Elton Elva Elvia Elvin Elvira Elvis Elwood Emanuel Emerson
Emery Emil Emilia Emilio Emmanuel Emmett Enid Enrique Erica Ericka Erick Erika Erin Erma Ernestine Ernesto Ernie Errol
Ervin Erwin Esmeralda Esperanza Essie Esteban Estela Estella Estelle Ester Ethan Etta Eugenia Eula Eunice Eva Evan
Evangelina Eve Everett Fannie Fanny Fay Faye Federico Felecia Felicia Felipe Fern Fernando Fidel Flora Florence
Florine Flossie Floyd Forrest Fran Francesca Francine Francis Frankie Franklin Fred Freda Freddie Freddy Frederic
Fredric Fredrick Frieda Fritz Gabriel Gabriela Gabrielle Gail Gale Galen Garland Garrett Garry Gavin Gay Gayle Gena
Gene Geneva Genevieve Geoffrey Georgette Georgia Georgina Geraldine Geraldo Gerard Gerardo Germaine German Gerry Gil
Gilberto Gilda Gina Ginger Gino Giovanni Glen Glenda Glenn Glenna Gloria Goldie Gonzalo Graciela Grady Graham Grant
Greg Gregg Greta Gretchen Griffin Grover Guadalupe Guillermo Gus Gustavo Guy Gwendolyn Hal Hallie Hank Hans Harlan
Harley Harris Harrison Harry Harvey Hattie Heath Hector Hélène Helena Helene Helga Henrietta Hershel Hester Hilary
Hillary Hiram Hollie Hollis Homer Hope Horace Houston Hugh Humberto Hunter Ian Ignacio Ike Ila Ilene Ilse Imelda
Imogene Ina Inez Ira Irma Irvin Irving Irwin Isaac Isabella Isabelle Isaiah Isiah Ismael Israel Issac Iva Ivory Ivy
Jackie Jackson Jaclyn Jacquelin Jacqueline Jacquelyn Jacques Jaime Jake Jamal Jame Jami Jamie Jan Jana Janell Janelle
Janette Janice Janie Janine Janis Janna Jared Jarrod Jarvis Javier Jay Jayne Jayson Jeanette Jeanie Jeanine Jeanne
Jeannette Jeannie Jeannine Jed Jeff Jefferson Jeffery Jeffrey Jenifer Jenna Jennie Jenny Jerald Jeremiah Jeri Jermaine
Jerri Jerrod Jerry Jess Jesse Jessie Jesus Jewel Jewell Jillian Jim Jimmie Jimmy Jo Joann Joanna Joanne Jocelyn Jodi
Jodie Jody Joe Joel Joesph Joey Johanna Johnathan Johnathon Johnie Johnnie Johnny Johnson Jolene Jon Jonas Jonathon
Joni Jordan Jorge Jose Josefa Josefina Josephine Josh Josie Josue Joy Joyce Juan Juana Juanita Judi Judy Jules Julian
Juliana Julianne Julie Juliet Julio Julius June Junior Justin Justina Kaitlyn Kara Kari Karin Karina Karla Karyn Kasey
Kate Katelyn Katharine Katherine Katheryn Kathie Kathrine Kathryn Kathy Katie Katina Katrina Katy Kay Kaye Kayla
Keisha Kelley Kelli Kellie Kelly Kelsey Kelvin Ken Kendall Kendra Kendrick Kenneth Kenny Kent Kenya Keri Kermit Kerri
Kerry Kim Kimberley Kimberly Kirk Kisha Kitty Krista Kristen Kristi Kristie Kristin Kristina Kristine Kristopher
Kristy Krystal Kurt Kyle Lacey Lacy Ladonna Lakeisha Lakisha Lamar Lamont Lana Lance Landon Lane Lara Larissa Latasha
Latisha Latonya Latoya Laurel Lauren Lauri Laverne Lavonne Lawanda Lea Leah Leann Leanne Lee Leigh Leila Lela Leland
Lelia Lemuel Lenora Lenore Leola Leona Leonardo Leonel Leonor Leopoldo Leroy Les Lesa Lesley Leslie Lessie Lester Leta
Letha Leticia Letitia Levi Lewis Lidia Lila Lilia Lilian Lillie Lilly Lily Lina Lincoln Lindsay Lindsey Linwood Lionel
Lizzie Lloyd Logan Lola Lon Lonnie Lora Loraine Lorena Lorene Lorenzo Loretta Lori Lorie Lorna Lorraine Lorrie Lottie
Lou Louella Louie Louis Louisa Lourdes Lowell Luann Lucas Lucia Lucien Lucile Lucille Lucinda Lucio Luella Luis Luisa
Lula Lupe Luther Luz Lydia Lyle Lyman Lynda Lynette Lynn Lynne Lynnette Mable Mac Mack Madeleine Madeline Madelyn
Madge Mae Maggie Magdalena Mai Malcolm Malinda Mallory Mamie Mandy Manuel Manuela Mara Marc Marcel Marcella Marcelo
Marci Marcia Marcie Marco Marcos Marcus Marcy Margarita Margarito Marge Margery Margie Margo Margot Margret Marguerite
Mari Maria Marian Mariana Marianne Mariano Maribel Maricela Marie Marietta Marilyn Marina Mario Marisa Marisol Marissa
Maritza Marjorie Marla Marlene Marlin Marlon Marquita Marsha Marshall Marta Marty Marva Marvin Mary Maryann Maryanne
Maryellen Marylou Mason Matilda Matt Mattie Maud Maude Maura Maurice Mauricio Mavis Max Maxine Maxwell May Mayra Megan
Meghan Melanie Melba Melinda Melisa Melissa Melody Melva Melvin Mercedes Meredith Merle Merlin Mia Micah Micheal
Michele Michelle Mickey Miguel Milagros Miles Millard Millicent Millie Mimi Mindy Minerva Minnie Miranda Misty Mitch
Mitzi Mohammad Moises Mollie Molly Mona Monique Monte Monty Morgan Morris Moses Muriel Murray Myra Myrna Myron Myrtle
Nadia Nadine Nannie Natalia Natalie Natasha Nathaniel Neal Ned Neil Nelda Nell Nelly Nelson Nestor Nettie Neva Newton
Nichole Nick Nickolas Nicky Nicolas Nicole Nikki Nina Nita Noah Noe Noel Noelle Noemi Nola Nolan Norbert Noreen Norma
Norman Normand Norris Octavia Odell Odessa Ofelia Ola Olga Olive Olivia Ollie Omar Opal Ophelia Ora Oralia Orlando
Orval Orville Oswaldo Otis Otto Owen Pablo Paige Pam Pansy Pat Patrice Patricia Patsy Patti Pattie Patty Paula
Paulette Paulina Pauline Pearl Pearlie Pedro Peggy Penelope Penny Percy Perry Pete Petra Phil Phillip Phoebe Phyllis
Pierre Polly Preston Priscilla Queen Quentin Quincy Quinn Rachael Rachelle Rae Rafael Ramiro Ramon Ramona Randal
Randall Randolph Randy Raquel Raul Ray Raymundo Reba Reed Refugio Reggie Regina Reginald Reid Reina Rena Renae Rene
Renee Reva Rex Reyna Reynaldo Rhea Rhoda Rhonda Ricardo Rich Richie Rick Rickey Rickie Ricky Rigoberto Riley Rita Rob
Robbie Robby Roberta Roberto Robin Robyn Rocco Rochelle Rocio Rocky Roderick Rodger Rodney Rodolfo Rodrigo Rogelio
Roland Rolando Roman Ron Ronald Ronda Ronnie Ronny Roosevelt Rory Rosa Rosalee Rosalia Rosalie Rosalind Rosalinda
Rosalyn Rosanna Rosanne Rosario Roscoe Rose Roseann Rosella Rosetta Rosie Roslyn Ross Roxanne Roxie Roy Royce Ruben
Ruby Rudolf Rudolph Rudy Rufus Russel Russell Rusty Ruthie Ryan Sabrina Sadie Sallie Sally Salvador Salvatore Sam
Samantha Sammie Sammy Sandra Sandy Sanford Santiago Santos Sara Sarah Sasha Saul Saundra Savannah Scot Scott Sean
Sebastian Selena Selina Selma Serena Sergio Seth Seymour Shana Shane Shanna Shannon Shari Sharlene Sharon Sharron
Shaun Shauna Shawn Shawna Sheena Sheila Shelby Sheldon Shelia Shelley Shelly Shelton Sheree Sheri Sherman Sherri
Sherrie Sherry Sherwin Sheryl Shirley Sidney Sierra Silas Silvia Simon Simone Skip Socorro Sofia Son Sondra Sonia
Sonja Sonny Sonya Sophia Sophie Spencer Stacey Staci Stacie Stacy Stan Stanford Stanley Stefan Stefanie Stella Stephan
Stephanie Stephen Sterling Steve Steven Stewart Stuart Sue Summer Susan Susana Susanna Susanne Susie Suzanne Suzette
Sybil Sydney Sylvester Sylvia Sylvie Tabatha Tabitha Tamara Tameka Tami Tamika Tammi Tammie Tammy Tamra Tania Tanisha
Tanya Tara Tasha Taylor Ted Teddy Terence Teresa Teri Terra Terrance Terrell Terrence Terri Terrie Terry Tessa Thad
Thaddeus Thelma Theodora Theodore Theresa Therese Theron Tia Tiffany Timmy Timothy Tina Tisha Toby Todd Tom Tomas
Tommie Tommy Toni Tonia Tony Tonya Tracey Traci Tracie Tracy Trent Trenton Trevor Tricia Trina Trisha Tristan Troy
Trudy Ty Tyler Tyson Ulysses Ursula Valarie Valeria Valerie Van Vance Vanessa Vaughn Velma Vera Verna Vernon Veronica
Vicente Vicki Vickie Vicky Victor Victoria Vince Vincent Viola Violet Virginia Vivian Vonda Wade Wallace Walter Walton
Wanda Ward Warren Wayne Wendell Wendi Wendy Wesley Weston Whitney Wilbert Wilbur Wilda Wiley Wilford Wilfred Wilfredo
Will Willa Willard William Williams Willie Willis Wilma Wilmer Wilson Winfred Winifred Winnie Winston Wm Woodrow
Xavier Yesenia Yolanda Young Yvette Yvonne Zachary Zachery Zane Zelda Zelma
Adelaide Asia Brooklyn China Cheyenne Dakota Denver India London Memphis Montana Paris Phoenix Salem Madison
"""
_COUNTRIES_AND_STATES = """
Afghanistan Andorra Antigua Azerbaijan Bahamas Barbados Belize Benin Bosnia Burma Chad China Comoros Congo Czechia
Dominica England Gambia Greenland Grenada Guinea India Kenya Kiribati Korea Kosovo Kyrgyzstan Macedonia Madagascar
Maldives Mauritius Micronesia Monaco Myanmar Nauru Netherlands Palau Palestine Philippines Rhodesia Samoa Scotland
Serbia Seychelles Singapore Slovakia Slovenia Somalia Sudan Suriname Swaziland Sweden Switzerland Syria Taiwan
Tajikistan Tanzania Thailand Tibet Togo Tonga Trinidad Tunisia Turkey Turkmenistan Tuvalu Uganda Ukraine Uruguay
Uzbekistan Vanuatu Vatican Venezuela Vietnam Wales Yemen Zambia Zimbabwe Australia Alabama Alaska Arizona Arkansas
California Colorado Connecticut Delaware Florida Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine
Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon
Pennsylvania Tennessee Texas Utah Vermont Washington Wisconsin Wyoming Ontario Quebec Manitoba Alberta Atlanta
Pittsburgh Philadelphia Seattle Portland Tokyo Paris Rome Milan Venice Turin Vienna Prague Warsaw Stockholm Shanghai
Beijing Delhi Mumbai Kolkata Seoul Hanoi Jakarta Bogota Caracas Santiago Toronto Vancouver Winnipeg Alexandria Augusta
Aurora Austin Carolina Charlotte Chelsea Cheyenne Dallas Florence Helena Houston Jackson Lincoln Madison Orlando Phoenix
Salem Savannah Sydney Victoria Virginia
"""
# First names that are also towns. A person comes first to mind, but among towns each is one.
_TOWNS = """
Ada Adrian Allen Alma Alton Alvin Amelia Arnold Arthur Ashley Aubrey Ava Avery Beatrice Bethany Beverly Blaine Blair
Blanca Boyd Bradford Bradley Brandon Brent Brooklyn Bryan Bryant Burton Byron Cameron Carey Carlton Carroll Carson
Carter Cary Casey Cecil Celina Chester Clarence Claude Clay Clayton Clifton Clint Clinton Clyde Cody Concepcion Conrad
Cornelius Cornell Craig Crystal Dale Dana Davis Delmar Dennis Devon Dewey Dexter Dolores Douglas Duncan Dwight Edmond
Edna Eldon Eldridge Elizabeth Ellis Elsa Elwood Emery Emmett Enid Erwin Eugene Eunice Everett Floyd Forrest Francis
Franklin Frederick Galen Garland Garrett Gary Gilbert Gordon Grady Graham Grant Grover Guadalupe Guy Harlan
Harris Harrison Harvey Henrietta Hiram Hollis Homer Hope Hugo Hunter Ira Irvin Irving Irwin Jasper Jay Jeannette
Jefferson Jerome Jewell Johnson Joseph Julian Justin Kelly Kelvin Kendall Kent Kermit Kyle Lacey Lamar Lane Laurel
Lawrence Lee Leland Leonard Leroy Leslie Lester Lewis Lindsay Logan Loraine Louisa Lowell Lucas Luther Lyle Lyman Lynn
Marcus Marietta Marina Marion Marlin Marshall Martin Mason Melissa Melvin Mercedes Miles Milton Miranda Mitchell Morgan
Morris Murray Nelson Newton Noel Norman Norris Odell Olivia Oliver Otis Owen Pearl Perry Pierre Preston Quincy
Ralph Ramona Randall Randolph Raymond Roland Roosevelt Roscoe Ross Roy Royce Russell Sanford Scott Sebastian Selma
Seymour Sharon Shelby Sheldon Shelton Sherman Shirley Sidney Sierra Socorro Spencer Stanford Stanley Sterling Stuart
Taylor Terrell Terry Thomas Tracy Trenton Troy Tyler Ulysses Vance Vernon Virgil Vivian Wade Wallace Walton Ward Warren
Wayne Wesley Weston Willard Williams Willis Wilmer Wilson Winston Zachary
"""
# Names with 'and' or 'or' inside, which would otherwise be read as two; 'Bosnia' alone is read as well.
_WITH_AND = (
    "Truth or Consequences",
    "Trinidad and Tobago",
    "Antigua and Barbuda",
    "Bosnia and Herzegovina",
    "Saint Kitts and Nevis",
    "Saint Vincent and the Grenadines",
    "Sao Tome and Principe",
    "São Tomé and Príncipe",
    "Wallis and Futuna",
    "Turks and Caicos Islands",
    "Turks and Caicos",
    "Serbia and Montenegro",
    "Saint Pierre and Miquelon",
    "Svalbard and Jan Mayen",
    "Newfoundland and Labrador",
    "Cut and Shoot",
)

_BOTH = frozenset(_FIRST_NAMES.split()) & frozenset((*PLACES, *_COUNTRIES_AND_STATES.split()))
DOUBLES = tuple(sorted(_BOTH))
"""Names of places that are also first names, such as Georgia. They are read as places, but as people among people."""
FIRST_NAMES = tuple(dict.fromkeys(n for n in (*PEOPLE, *_FIRST_NAMES.split()) if n not in _BOTH))
PLACE_NAMES = tuple(
    dict.fromkeys(n for n in (*PLACES, *_COUNTRIES_AND_STATES.split(), *_WITH_AND) if n not in (*_BOTH, *PEOPLE))
)
TOWNS = tuple(n for n in FIRST_NAMES if n in frozenset(_TOWNS.split()))
"""First names of people that are also names of towns, such as Everett: people, but towns among towns."""
