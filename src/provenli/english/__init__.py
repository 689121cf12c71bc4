"""Real English: sentences nobody wrote a grammar for.

In comes a sentence, or a derivation that another parser wrote; out goes an `Analysis`: tokens, tree, polarity, meaning.
Read analysis.py first.
"""
