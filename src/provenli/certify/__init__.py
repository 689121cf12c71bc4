"""In: a problem (premises, hypothesis, theory, reading). Out: a verdict with evidence that the kernel has re-checked.

Read first: kernel.py, then certificates.py and proofs.py; decide.py searches, and may be wrong without harm.
"""
