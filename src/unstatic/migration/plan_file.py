"""Plan files: decisions as JSON that people and programs edit, and a later run obeys. docs/plan.md describes them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from unstatic import __version__
from unstatic.errors import UsageError
from unstatic.migration.report import Json
from unstatic.plan.decisions import Decision, Plan
from unstatic.settings.config import Settings
from unstatic.settings.decided_beforehand import NO, HandEdit, Planned
from unstatic.settings.requires import dotted
from unstatic.text.source import Location

VERSION = 1


@dataclass(frozen=True, slots=True)
class PlanFile:
    """What a run obeys of a plan file; *settings* have the keys of `[tool.unstatic]`."""

    path: Path
    settings: Mapping[str, object]
    extensions: tuple[Planned, ...]

    def planned(self, name: str) -> Planned:
        """Return what is planned for the extension *name*; for one that the plan doesn't have, nothing is."""
        found = (item for item in self.extensions if item.name == name)
        return next(found, Planned(str(self.path), name, {}))


def to_json(
    plans: Sequence[Plan], settings: Settings, root: Path, reviews: Mapping[str, Planned] | None = None
) -> dict[str, Json]:
    """Return the plans of one project as the object that a plan file holds; places are relative to *root*.

    *reviews* are answers and edits of a review, by extension.
    """
    return {
        "version": VERSION,
        "generator": f"unstatic {__version__}",
        "settings": {
            "min-python": dotted(settings.min_python),
            "select": list(settings.select),
            "ignore": list(settings.ignore),
            "gc": settings.gc,
            "gil-claim": settings.gil_claim,
        },
        "extensions": [_extension_json(plan, root.resolve(), (reviews or {}).get(plan.extension)) for plan in plans],
    }


def text(document: Mapping[str, Json]) -> bytes:
    """Return the bytes of a plan file; ASCII, as paths can be any bytes."""
    return (json.dumps(document, indent=2) + "\n").encode()


def _extension_json(plan: Plan, root: Path, review: Planned | None) -> Json:
    answers = {} if review is None else review.answers
    edits = () if review is None else review.edits
    return {
        "name": plan.extension,
        "decisions": [_decision_json(item, root, answers.get(item.subject)) for item in plan.decisions],
        **({"edits": [_edit_json(item) for item in edits]} if edits else {}),
        "types": [asdict(item) for item in plan.types],
        "names": asdict(plan.names),
        "header": plan.header,
        "claims": {
            "multiple_interpreters": plan.claims.multiple_interpreters,
            "load_once": plan.claims.load_once,
            "reasons": [f"{item.name}: {item.reason}" for item in plan.claims.reasons],
        },
    }


def _edit_json(item: HandEdit) -> Json:
    old, new = (data.decode("utf-8", "surrogateescape") for data in (item.old, item.new))
    return {"subject": item.subject, "path": item.path, "old": old, "new": new}


def _decision_json(item: Decision, root: Path, answer: str | None) -> Json:
    return {
        "subject": item.subject,
        "verdict": item.verdict.value,
        **({} if answer is None else {"answer": answer}),
        "reason": item.reason,
        "rule": item.rule,
        "safety": item.safety.value,
        "location": _location_json(item.location, root),
    }


def _location_json(location: Location, root: Path) -> Json:
    path = location.path.relative_to(root) if location.path.is_relative_to(root) else location.path
    return {"path": path.as_posix(), "line": location.line, "column": location.column}


def read(path: Path) -> PlanFile:
    """Return what the plan file *path* says. Raises UsageError, with the place, for what is no plan."""
    document = _validated(path, _json(path))
    extensions = tuple(_planned(path, item) for item in document["extensions"])
    names = Counter(item.name for item in extensions)
    for name, count in names.items():
        if count > 1:
            raise UsageError(f"{path}: the extension {name} is there {count} times; merge the entries into one")
    return PlanFile(path, document.get("settings", {}), extensions)


def _json(path: Path) -> object:
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror or error}; make one with --save-plan") from error
    except RecursionError as error:
        raise UsageError(f"{path}: not a plan file: nested too deeply; make a new one with --save-plan") from error
    except ValueError as error:
        raise UsageError(f"{path}: not a plan file: not JSON: {error}; make a new one with --save-plan") from error


def _validated(path: Path, document: object) -> Any:
    """Return *document*, which follows the schema then. Raises UsageError."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    version = document.get("version") if isinstance(document, dict) else None
    if isinstance(version, int) and version != VERSION:
        raise UsageError(
            f"{path}: is a plan of version {version}; this is unstatic {__version__}, which reads {VERSION}"
        )
    schema = json.loads((Path(__file__).parent / "plan.schema.json").read_bytes())
    error = best_match(Draft202012Validator(schema).iter_errors(document))
    if error is not None:
        place = error.json_path.removeprefix("$").removeprefix(".")
        raise UsageError(f"{path}: not a plan file: {f'{place}: ' if place else ''}{error.message}")
    return document


def _planned(path: Path, item: Mapping[str, Any]) -> Planned:
    decisions: dict[str, str] = {}
    for entry in item["decisions"]:
        subject = entry["subject"]
        if decisions.setdefault(subject, entry["verdict"]) != entry["verdict"]:
            raise UsageError(f"{path}: {item['name']}: {subject} is there twice, with different verdicts")
    stems = {entry["subject"]: entry["stem"] for entry in item.get("types", ()) if "stem" in entry}
    answers = {entry["subject"]: answer for entry in item["decisions"] if (answer := _answer(entry))}
    edits = tuple(_hand_edit(entry) for entry in item.get("edits", ()))
    return Planned(str(path), item["name"], decisions, item.get("names", {}), stems, edits, answers)


def _answer(entry: Mapping[str, Any]) -> str:
    """Return what a review was answered; who changes a verdict to `keep` by hand has answered as well."""
    declined = entry["verdict"] == "keep" and entry.get("rule", "declined") == "declined"
    return str(entry.get("answer", NO if declined else ""))


def _hand_edit(entry: Mapping[str, Any]) -> HandEdit:
    old, new = (entry[key].encode("utf-8", "surrogateescape") for key in ("old", "new"))
    return HandEdit(entry["subject"], entry["path"], old, new)
