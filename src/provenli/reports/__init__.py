"""In: directories of studies, trainings and audits, and files of predictions, whoever made them.

Out: one page, tables as Markdown and CSV, and figures, with our numbers beside the published ones. Also an audit's own
page. Read first: `report.py`, `item.py`, `study_item.py`; a figure is one file in `figures/`.
"""
