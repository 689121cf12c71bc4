"""What `models` prints: the shelf, or one model with its settings."""

from __future__ import annotations

from typing import Any

from provenli.library.model_shelf import MODELS, load_model
from provenli.models.settings import to_json


def shelf() -> list[dict[str, Any]]:
    return [
        {"model": name, "about": c.about, "papers": list(c.papers), "needs": sorted(c.needs), "torch": c.torch}
        for name, c in MODELS.items()
    ]


def shown_shelf() -> str:
    width = max(map(len, MODELS))
    lines = []
    for name, c in MODELS.items():
        papers = "; ".join(c.papers) if c.papers else "no paper"
        lines.append(
            f"{name:<{width}}  {c.about}\n{'':<{width}}  needs {', '.join(sorted(c.needs))}; {papers}"
            + ("" if c.torch else "; no torch")
        )
    return "\n".join(lines)


def described(name: str) -> dict[str, Any]:
    model = load_model(name)
    presets = {preset: to_json(s) for preset, s in model.presets.items()}
    return {"model": model.name, "needs": sorted(model.needs), "presets": presets}


def shown_model(name: str) -> str:
    """One model: where it is described, and its presets with what they change."""
    model = load_model(name)
    plain = to_json(model.presets["default"])
    lines = [f"{model.name}: needs {', '.join(sorted(model.needs))}", "settings of the preset default:"]
    lines += [f"  {k}={v}" for k, v in plain.items()]
    for preset, settings in model.presets.items():
        other = {k: v for k, v in to_json(settings).items() if v != plain[k]}
        if preset != "default":
            lines.append(f"preset {preset}: " + (", ".join(f"{k}={v}" for k, v in other.items()) or "as default"))
    return "\n".join(lines)
