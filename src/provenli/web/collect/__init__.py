"""People rewrite premises, judge pairs, and are paid: one study, one directory.

In come sentences and a study file; out goes what people wrote and chose, with gold by monotonicity.
Read study_file.py, then assignment.py (who gets what) and answers.py (what counts).
"""
