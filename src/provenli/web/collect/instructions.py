"""What people are told before they begin: tasks in plain words, with examples (Yanaka et al. 2019, 3.1.2 and 3.1.3;
Yanaka et al. 2021, 4.4). Data, so that an owner's translation is one file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    premise: str
    answer: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    text: str
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class TaskInstructions:
    question: str
    lead: str
    sections: tuple[Section, ...]


REWRITE = TaskInstructions(
    "Make the underlined part more specific, in three ways.",
    "More specific means: it covers less. Every red car is a car, so “red car” is more specific than “car”. Change "
    "only the underlined part; the rest of the sentence stays as it is, and the result should be good English.",
    (
        Section(
            "Add a modifier",
            "Say which one, what kind, where or when.",
            (
                Example("Every [visitor] paid for the ticket.", "visitor from abroad"),
                Example("Nobody in the village owns [a car].", "a car with four doors"),
            ),
        ),
        Section(
            "Add something with “and”",
            "What is two things at once is more specific than one of them.",
            (
                Example("No [teacher] came to the party.", "teacher and singer"),
                Example("Few children [sang] that evening.", "sang and danced"),
            ),
        ),
        Section(
            "Use a more specific word",
            "A word for one kind of it.",
            (
                Example("If you see [a bird], take a picture.", "a swan"),
                Example("My sister bought some [fruit] yesterday.", "apples"),
            ),
        ),
    ),
)

VALIDATE = TaskInstructions(
    "Is the second sentence true in any situation that the first describes?",
    "Take the first sentence to be true, and use nothing but what it says and what the words mean.",
    (
        Section(
            "entailment",
            "The second sentence is true under any situation that the first describes.",
            (
                Example("Every guest had soup.", "Every young guest had soup."),
                Example("She bought a red scarf.", "She bought a scarf."),
                Example("Nobody saw a bird.", "Nobody saw a swan."),
                Example("He sang and danced.", "He sang."),
                Example("If it rains, we stay in.", "If it rains hard, we stay in."),
            ),
        ),
        Section(
            "non-entailment",
            "The second sentence is not always true under a situation that the first describes.",
            (
                Example("Every young guest had soup.", "Every guest had soup."),
                Example("She bought a scarf.", "She bought a red scarf."),
                Example("Nobody saw a swan.", "Nobody saw a bird."),
                Example("He sang.", "He sang and danced."),
                Example("Some of the boats are old.", "All of the boats are old."),
            ),
        ),
        Section(
            "unnatural",
            "One of the sentences is ungrammatical or does not make sense.",
            (
                Example("Tom does not live in Rome.", "Tom does not live in yes."),
                Example("Every guest had soup.", "Every guest the had soup."),
                Example("No cat slept on the sofa.", "No cat slept on the green idea."),
                Example("She never drinks coffee.", "She never drinks and coffee."),
                Example("Few people came by train.", "Few people came by train more specific."),
            ),
        ),
    ),
)

JUDGE = TaskInstructions(
    "How sure is the second sentence, if the first is true?",
    "1 means: the second sentence is definitely not true, given the first. 5 means: it is definitely true. Tick the "
    "box where one or both of the sentences do not make sense.",
    (
        Section(
            "Examples",
            "",
            (
                Example("Jo knew that the shop was closed.", "The shop was closed.", "5"),
                Example("Jo said that the shop was closed.", "The shop was closed.", "3"),
                Example("It is not the case that the shop was closed.", "The shop was closed.", "1"),
            ),
        ),
    ),
)

INSTRUCTIONS = {"rewrite": REWRITE, "validate": VALIDATE, "judge": JUDGE}
MEANINGS = {s.title: s.text for s in VALIDATE.sections}
