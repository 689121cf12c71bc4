"""What came of a study, as one page, tables and figures; ours beside the published number."""
