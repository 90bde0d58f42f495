"""Headers that change and that modules include which nobody named: what these need of them isn't known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unstatic.cli.engine import Result


def told(results: Sequence[Result]) -> tuple[Result, ...]:
    """Return the results, each with a note on the headers that it changes for others that aren't among them."""
    read = {result.root / name for result in results for name in result.report.read}
    found = []
    for result in results:
        notes = [note for other, note in _notes(result) if result.root / other not in read]
        if notes:
            report = replace(result.report, notes=(*result.report.notes, *notes))
            result = replace(result, outcome=replace(result.outcome, report=report))
        found.append(result)
    return tuple(found)


def _notes(result: Result) -> Iterator[tuple[str, str]]:
    for header in map(str, result.changed):
        other = result.report.shared.get(header)
        if other is not None:
            told = f"{header} changes, and {other} of another module includes it as well"
            yield other, f"{told}: name both, or the project's folder, so that it fits both"
