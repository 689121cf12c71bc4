"""What ships with ProveNLI: fragments (language), models (learners) and studies (papers done again).

In comes a name or the path of a user's own file, out goes the object that file defines.
Read fragment_shelf.py, model_shelf.py and study_shelf.py first: they list what there is.
"""
