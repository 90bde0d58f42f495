"""The text of a pull request: what changes for users, what was proven, what stays and why, in half a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.migration.report import ExtensionReport, Residue, SubjectReport, counted

_SUPPORT = {
    "per-interpreter-gil": "can be imported in several interpreters of a process, those with a GIL of their own too",
    "shared-gil": "can be imported in several interpreters of a process that share a GIL",
    "not-supported": "says that it can't be used in further interpreters",
}
_SHOWN = 8
UNPROVEN = "Not yet: `unstatic migrate --verify` builds both versions, compares them, and puts its table here."


def pull_request(reports: Sequence[ExtensionReport], proof: str = "") -> str:
    """Return Markdown about the extensions that change; *proof* is the table of a verification."""
    changed = [item for item in reports if item.files]
    if not changed:
        return "Nothing changes.\n"
    sections = [
        ("", [_opening(item) for item in changed]),
        ("What changes for users", [line for item in changed for line in _for_users(item)]),
        ("What was proven", []),
        ("What stays, and why", [line for item in changed for line in _stays(item, len(changed) > 1)]),
    ]
    texts = []
    for title, lines in sections:
        body = _list(lines) if title else "\n\n".join(lines) + "\n"
        if title == "What was proven":
            body = f"{(proof or UNPROVEN).strip()}\n"
        texts.append((f"## {title}\n\n" if title else "") + (body or "Nothing.\n"))
    return "\n".join(texts)


def _list(lines: Sequence[str]) -> str:
    shown = [f"- {line}\n" for line in dict.fromkeys(lines)]
    more = len(shown) - _SHOWN
    return "".join(shown[:_SHOWN]) + (f"- and {counted(more, 'more point')}, in the report\n" if more > 0 else "")


def _opening(report: ExtensionReport) -> str:
    types, objects = (_moving(items) for items in (report.types, report.globals))
    if not types and not objects and _moving(report.specs):
        return f"`{report.name}`: {_mended(report)}."
    moved = [counted(count, word) for count, word in ((types, "type"), (objects, "object")) if count]
    is_new = report.init is not None and report.init.outcome == "migrate"
    subject = " and ".join(moved) or "The initialisation"
    verb = "become part of each module object" if moved else "runs once for each module object"
    if moved == [counted(1, "type")] or moved == [counted(1, "object")]:
        verb = "becomes part of each module object"
    told = f"`{report.name}`: {subject} {verb}, instead of the process"
    also = [f" Also, {_mended(report)}."] if _moving(report.specs) else []
    return "".join([told, ", and the module is initialised in multiple phases (PEP 489)." if is_new else ".", *also])


def _mended(report: ExtensionReport) -> str:
    count = counted(_moving(report.specs), "heap type")
    return f"{count} that instances never released, or hid from the garbage collector, are mended"


def _moving(items: Sequence[SubjectReport]) -> int:
    return sum(item.outcome == "migrate" for item in items)


def _for_users(report: ExtensionReport) -> Iterator[str]:
    support = _SUPPORT.get(report.claims.get("multiple_interpreters", ""))
    if support:
        yield f"`{report.name}` {support}"
    if report.loading:
        yield f"`{report.name}` {report.loading}"
    yield from report.notes


def _stays(report: ExtensionReport, is_named: bool) -> Iterator[str]:
    lead = f"`{report.name}`: " if is_named else ""
    for item in report.subjects:
        if item.outcome == "refuse":
            yield f"{lead}`{item.name}`: {item.reason}"
    reasons: dict[str, list[Residue]] = {}
    for residue in report.residue:
        reasons.setdefault(residue.reason, []).append(residue)
    told = {item.name for item in report.subjects if item.outcome == "refuse"}
    for reason, items in reasons.items():
        names = [f"`{item.name}`" for item in items if item.name not in told]
        if names:
            shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if names[3:] else "")
            yield f"{lead}{shown}: {reason}"
