"""The shelf of studies, one file each; provenli.library.study_shelf has the list."""
