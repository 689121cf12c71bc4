"""A published file and a fragment come in; out come a verdict on every label, the evidence, a corrected copy.

Every pair is decided; every disputed label is explained, with the weakest change of reading that would make it right.
Read `audit.py` (`run`), then `run.py`; `finished.py` is the answer.
"""
