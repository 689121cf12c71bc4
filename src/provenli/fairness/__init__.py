"""Does training show what the tests need (Geiger et al. 2019)? Composition trees, the memorising learner, fair splits.

In come a data set or a split (`fair.check_fairness`), rows for models (`row_trees.read_for`), or a task (`generation`).
Out go a `FairnessReport`, examples with the trees of their rows, or a fair split. Read fair.py and check.py first.
"""
