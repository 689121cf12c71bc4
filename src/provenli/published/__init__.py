"""Published NLI files, read exactly as they are published, and written again with other labels.

In: a file or a directory. Out: pairs with labels by name (`Source.rows`), a corrected copy, a list of anomalies.
file ─► container (lines, tabs, XML …) ─► layout (which column is what) ─► rows. Read first: source.py, layouts.py.
"""
