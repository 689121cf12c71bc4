"""Pages for people: to look at what there is (browse), and to write and judge (collect).

In come paths, or a study of people's answers; out go pages in a browser and exported files.
Read collect/study_file.py and collect/assignment.py first. Only the extra `web` has what serving needs.
"""
