"""In: a question whether facts can be true together. Out: a refutation, a model, or nothing. Nothing here is trusted.

Read first: protocol.py, natural_logic.py, venn.py.
"""
