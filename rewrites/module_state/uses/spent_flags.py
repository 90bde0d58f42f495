"""The test of a run-once flag goes, with what sets the flag: the function runs once for each module anyway (G299)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import StatementKind
from unstatic.facts.places.in_functions import comments_above
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.hoisting import vacated
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..struct.fields import Layout


def flag_edits(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the deletions of the statements that test and set such flags."""
    for flag in layout.spent:
        file = model.files[model.functions[flag.function].definition.path]
        tests = [one.span for one in flag.statements if one.kind is StatementKind.IF]
        # A comment right above the test speaks of it.
        spans = [Span(comments_above(file, file.source.line_start(one.start)), one.end) for one in tests]
        spans += [one.span for one in flag.statements if one.span not in tests]
        for span in vacated(model, plan, file, spans):
            yield Edit(file.source.path, span, b"")
