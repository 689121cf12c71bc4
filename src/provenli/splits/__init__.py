"""Splits: data sets cut by a protocol into parts that share nothing they must not share, proven on the files.

In: directories that `generate` made and a protocol (protocols/). Out: a directory for each split, with checks; what a
test set gives away (leakage.py). Read first: protocol.py, where.py, cut.py.
"""
