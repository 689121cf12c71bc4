"""Published NLI files, read exactly as they are published: reading.py, rewriting.py, anomalies.py.

file ─► container (lines, tabs, XML …) ─► layout (which column is what) ─► pairs with labels by name
"""
