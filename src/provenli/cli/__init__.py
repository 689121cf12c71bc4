"""The command line: words come in; one operation of another room is called; text or one JSON value goes out.

Each file has the commands of one group and how their answers are printed. Read `app.py`, then `sentences.py`;
`main.py` runs them all, and turns a user's mistake into one line.
"""
