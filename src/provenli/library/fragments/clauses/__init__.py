"""Sentences under clause-embedding verbs (Yanaka et al. 2021), for veridical.py and transitivity.py.

Read embedding_verbs.py first: the verbs, what they mean, the cells. Naturalistic pairs: attested.py chooses sentences
of people, text.py puts them after 'that', pairs.py makes patterns and plans of them.
"""
