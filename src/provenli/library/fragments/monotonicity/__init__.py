"""What monotonicity_simple.py and monotonicity_hard.py share (Richardson et al. 2020, Figure 8).

Read grammar.py first: rules, words and what is known of them. Pairs are made by substitution (pairs.py) with the
orders on words in knowledge.py. published.py is the wider grammar for published files.
"""
