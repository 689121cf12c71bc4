"""The shelf of studies, one file each, of a paper or of our own; provenli.library.study_shelf has the list.

In: a scale's name and a user's files. Out: STUDY, whose cells are recipes and whose tables, figures and findings name
cells and published numbers. Read first: quickstart.py (the shortest), fairness.py.
"""
