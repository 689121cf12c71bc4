"""Studies: cells that train and score in parallel, and what a report shows of them.

from provenli.study.study import Cell, Entry, Published, Study, Table
"""
