"""Formulas, quantifiers and word knowledge: what sentences mean and when that is true.

In come formulas and theories (made by grammars or parsed), out go truth in models, polarity, relations and text.
Read quantifiers.py and formulas.py first, then truth.py; bounds.py unfolds both into what provers reason about.
"""
