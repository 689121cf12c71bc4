"""Studies: cells come in, values that say what to train on and what to test on; scores of each cell and seed go out.

`study.py` has what a study is made of, `recipes.py` how its data, splits, models and scores are made; read them first.
`runner.py` finds what is missing and has it made (`steps.py`) in parallel (`executors.py`), each artifact once.

from provenli.studies.study import Cell, Entry, Published, Study, Table
"""
