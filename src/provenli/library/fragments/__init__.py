"""The fragments on the shelf (library/fragment_shelf.py lists them): each file or package defines FRAGMENT.

In come rules, words and what is known of them; out goes a `Fragment`: sentences that can be read and said, and pairs.
Read boolean.py first, then negation.py; what several fragments share has a package (travel, monotonicity, clauses).
"""
