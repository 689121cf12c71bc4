"""Hostile inputs: good artifacts (`artifacts.py`) are damaged (`damage.py`), commands are called with them and
with words that make no sense (`cases.py`), and each call must end in one of the ways that a user can understand (`calls.py`)."""
