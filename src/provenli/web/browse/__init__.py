"""Looking: data sets, splits, published files, audits and predictions, a page at a time.

In come paths; out go read-only pages over an index that is kept apart from the data.
Read the index of rows first.
"""
