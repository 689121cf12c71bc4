"""What the fragments of Richardson et al. 2020 about who visited what share: negation, boolean_coordination,
quantifier, counting and conditional; comparative shares the names.

Read meanings.py and grammar.py first (meanings; names, lists and parts). published.py is the one wider grammar that
reads published files of all of them, from published_clauses.py, published_words.py and the names of gazetteer.py.
"""
