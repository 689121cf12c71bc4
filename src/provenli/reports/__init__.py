"""In: directories of studies, trainings and audits, and files of predictions, from whoever made them.
Out: one page, tables as Markdown and CSV, and figures; ours beside the published numbers. Also an audit's own page.
Read first: `report.py`, `item.py`, `study_item.py`; a figure is one file in `figures/`.
"""
