"""The page itself: one file with everything in it, that loads nothing and runs no script but its own."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from unstatic import __version__
from unstatic.html.colour import markup, text_of
from unstatic.html.rows import differing
from unstatic.html.sections import STATE, Hunk, Row, Section, Sections, Text
from unstatic.migration.report import Json, counted
from unstatic.pipeline import Outcome
from unstatic.settings.rules import explanation
from unstatic.text.source import Location

_FOLDER = Path(__file__).parent
_CLAIMS = {"multiple_interpreters": "Multiple interpreters", "gil": "GIL"}
_KINDS = {"type": "type", "global": "global", "spec": "heap type", "init": "initialisation", STATE: ""}


@dataclass(frozen=True, slots=True)
class Part:
    """One extension of the page."""

    outcome: Outcome
    sections: tuple[Section, ...]
    texts: Mapping[Path, Text]

    @property
    def name(self) -> str:
        """The extension's name."""
        return self.outcome.report.name


def parts(outcomes: Sequence[Outcome], root: Path) -> list[Part]:
    """Return what the page shows of each extension of the project at *root*, a real path."""
    found = []
    for outcome in outcomes:
        texts: dict[Path, Text] = {}
        sections = tuple(Sections(outcome, root, texts).all())
        found.append(Part(outcome, sections, texts))
    return found


def page(outcomes: Sequence[Outcome], root: Path, plan: Mapping[str, Json]) -> str:
    """Return the page for the extensions of one project; *plan* is the plan file that ticks are exported into."""
    listed = parts(outcomes, root)
    style, script = ((_FOLDER / name).read_text(encoding="utf-8") for name in ("review.css", "review.js"))
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("review.html.jinja").render(
        title=_readable(root.name),
        version=__version__,
        remarks=_common_remarks(listed),
        parts=[_part(number, part, root) for number, part in _numbered(listed)],
        files=sorted({_readable(str(path)) for part in listed for path in part.outcome.after}),
        policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'",
        style=Markup(style),
        script=Markup(script),
        data=_json({"plan": dict(plan)}),
    )


def _common_remarks(listed: Sequence[Part]) -> list[str]:
    """Return the remarks that are made of more than one extension: they are shown once."""
    counts = Counter(note for part in listed for note in dict.fromkeys(part.outcome.report.notes))
    return [_readable(note) for note, count in counts.items() if count > 1]


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _json(data: Json) -> Markup:
    """Return JSON that can't end the element it stands in."""
    text = json.dumps(data)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def _readable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _numbered(listed: Sequence[Part]) -> Iterator[tuple[int, Part]]:
    """Yield each part with its place among the extensions of the plan; what failed isn't there."""
    number = 0
    for part in listed:
        yield number, part
        number += part.outcome.plan is not None


def _part(number: int, part: Part, root: Path) -> dict[str, object]:
    report = part.outcome.report
    ids = {section.subject: f"e{number}s{index}" for index, section in enumerate(part.sections)}
    claims = {_CLAIMS.get(name, name): value for name, value in sorted(report.claims.items())}
    return {
        "name": _readable(part.name),
        "outcome": report.outcome.replace("-", " "),
        "size": f"{counted(report.lines_added, 'line')} added, {report.lines_removed} removed",
        "claims": claims,
        "notes": list(map(_readable, report.notes)),
        "sections": [_section(part, number, section, ids, root) for section in part.sections],
    }


def _section(part: Part, number: int, section: Section, ids: Mapping[str, str], root: Path) -> dict[str, object]:
    kind, _, name = section.subject.partition(":")
    decisions = [item.subject for item in part.outcome.plan.decisions] if part.outcome.plan else []
    rule = explanation(section.rule)
    return {
        "id": ids[section.subject],
        "extension": number,
        "decision": decisions.index(section.subject) if section.subject in decisions else "",
        "subject": _readable(section.subject),
        "kind": _KINDS[kind],
        "name": _readable(name) if name else "Module state",
        "tier": section.tier,
        "verdict": section.verdict,
        "reason": _readable(section.reason),
        "rule": section.rule,
        "rule_title": rule.title if rule else "",
        "advice": _advice(rule.text) if rule and section.tier == "manual" else "",
        "place": _place(section.location, root) if section.location else "",
        "is_optional": section.is_optional,
        "hunks": [_hunk(part, hunk, ids, section) for hunk in section.hunks],
        "elsewhere": [
            {"id": ids[subject], "name": _label(subject), "place": _place(Location(path, line + 1, 1), root)}
            for subject, path, line in section.elsewhere
            if subject in ids
        ],
    }


def _advice(text: str) -> str:
    """Return what the page of a rule says that one can do."""
    return text.partition("\n## What you can do\n")[2].partition("\n## ")[0].strip()


def _place(location: Location, root: Path) -> str:
    path = location.path.relative_to(root) if location.path.is_relative_to(root) else location.path
    return f"{_readable(str(path))}:{location.line}"


def _label(subject: str) -> str:
    return _readable(subject.partition(":")[2] or "Module state")


def _hunk(part: Part, hunk: Hunk, ids: Mapping[str, str], section: Section) -> dict[str, object]:
    text = part.texts[hunk.path]
    return {
        "path": _readable(str(hunk.path)),
        "reasons": [(rewrite, _readable(reason)) for rewrite, reason in hunk.reasons],
        "others": [(ids[subject], _label(subject)) for subject in hunk.others if subject in ids],
        "rows": list(_rows(text, hunk.rows, section)),
    }


def _rows(text: Text, rows: Sequence[Row], section: Section) -> Iterator[dict[str, object]]:
    for row in rows:
        old = text.old[row.old] if row.old is not None else ()
        new = text.new[row.new] if row.new is not None else ()
        is_replaced = row.is_changed and row.old is not None and row.new is not None
        marks = differing(text_of(old), text_of(new)) if is_replaced else ((0, 0), (0, 0))
        yield {
            "style": _style(row),
            "old": row.old + 1 if row.old is not None else "",
            "new": row.new + 1 if row.new is not None else "",
            "old_text": markup(old, marks[0]),
            "new_text": markup(new, marks[1]),
            "notes": list(_notes(row, section)),
        }


def _notes(row: Row, section: Section) -> Iterator[dict[str, object]]:
    """Yield what is said of a line, equal words once; what the head of the section says isn't said again."""
    subjects: dict[tuple[str, str, str], list[str]] = {}
    for note in row.notes:
        if (note.subject, note.text) != (section.subject, section.reason):
            subjects.setdefault((note.kind, note.text, note.rule), []).append(_readable(note.subject))
    for (kind, text, rule), names in subjects.items():
        yield {"kind": kind, "text": _readable(text), "rule": rule, "subject": ", ".join(names)}


def _style(row: Row) -> str:
    if not row.is_changed:
        return "same"
    kind = "del" if row.new is None else "add" if row.old is None else "chg"
    return kind if row.is_own else f"{kind} other"
