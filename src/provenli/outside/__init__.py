"""Asking any model: language models behind an endpoint, Hugging Face classifiers and causal models.

In: a file of pairs, a model's name, prompts. Out: a run with an append-only log of replies, and predictions to score.
Read first: ways.py, ask.py.
"""
