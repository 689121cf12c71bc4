"""Real English: sentences nobody wrote a grammar for.

Comes in: a sentence, or a derivation that another parser wrote. Goes out: an `Analysis` (tokens, tree, polarity, meaning).
Read first: `analysis.py`.
"""

from provenli.english.analysis import Analysis, EnglishToken, EnglishTree, Reader, ScopeOperator

__all__ = ["Analysis", "EnglishToken", "EnglishTree", "Reader", "ScopeOperator"]
