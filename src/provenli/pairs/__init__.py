"""Pairs of sentences: one that a user asks about, and as many as a data set needs.

In comes a `Fragment`, out goes an `Answer` (entails.py), or a `Plan` of patterns, schemas and how often each is used.
Read fragment.py first, then entails.py for one pair and drawn.py, plan.py, allotments.py for many.
"""
