"""Data sets: made from a fragment, written in several formats, read back and proved again.

In: a fragment and a request (generate.py); a directory (verify.py, matched_rows.py). Out: PART.jsonl and other formats,
certificates, patterns, a manifest; a report of faults. Read first: generate.py, rows.py, verify.py.
"""
