"""The shelf of models: one file each."""
