"""Hostile inputs: good artifacts (`artifacts.py`) are damaged (`damage.py`), commands are called with them and
with words that make no sense (`cases.py`), and each call must end as a user can understand it (`calls.py`)."""
