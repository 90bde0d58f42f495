"""What `--only` names must be there: a typing error mustn't look like a module with nothing to do."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.errors import UsageError
from unstatic.migration.report import ExtensionReport


def check(reports: Sequence[ExtensionReport], wanted: Sequence[str]) -> None:
    """Raise UsageError for the first of *wanted* that no extension has.

    Nothing is said while an extension failed or was left to its generator: it may be there.
    """
    if not reports or any(report.init is None for report in reports):
        return
    known = [subject.subject for report in reports for subject in (*report.types, *report.globals, *report.specs)]
    for subject in wanted:
        if subject not in known:
            kind = subject.partition(":")[0]
            raise UsageError(f"--only {subject}: {_names(reports)} has no such {kind}; {_hint(subject, known)}")


def _names(reports: Sequence[ExtensionReport]) -> str:
    return reports[0].name if len(reports) == 1 else f"none of {', '.join(report.name for report in reports)}"


def _hint(subject: str, known: Sequence[str]) -> str:
    """Return the name that is like the wanted one, also in another case or of another kind, or all there are."""
    import difflib

    kind, _, wanted = subject.partition(":")
    # Of two that are equal otherwise, the one of the wanted kind comes last, and stays.
    by_kind = sorted(known, key=lambda name: name.startswith(f"{kind}:"))
    lowered = {name.partition(":")[2].lower(): name for name in by_kind}
    near = difflib.get_close_matches(wanted.lower(), lowered, n=1, cutoff=0.5)
    if near:
        return f"did you mean {lowered[near[0]]}?"
    if not known:
        return "it has no types and no globals at all"
    return f"there are {', '.join(known[:10])}{' and more' if len(known) > 10 else ''}"
