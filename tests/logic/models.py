"""What the tests of engines, codec and logic ask of every model, written apart from the kernel's own check."""

from __future__ import annotations

from provenli.logic.models import FiniteModel


def well_formed(m: FiniteModel) -> bool:
    """Every tuple, name, degree lies in a non-empty domain; thresholds are counts; all numbers are integers."""
    elements = [*m.names.values(), *(e for r in m.relations.values() for t in r for e in t)]
    degrees = [k for d in m.degrees.values() for k in d]
    return (
        all(type(k) is int for k in (m.size, *elements, *degrees, *m.thresholds.values()))
        and m.size > 0
        and all(0 <= e < m.size for e in elements)
        and all(len(d) == m.size for d in m.degrees.values())
        and all(k >= 0 for k in m.thresholds.values())
    )
