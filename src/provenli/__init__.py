"""Inference pairs whose labels are proved."""

__version__ = "0.1.0"
