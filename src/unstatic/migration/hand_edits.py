"""What a person wrote instead of a part of the result, as the last step of a migration."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.errors import UsageError
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.settings.decided_beforehand import HandEdit, Planned
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span


class ByHand:
    """Replace what the edits of a plan file name."""

    name = "by-hand"
    title = "Change by hand what a review edited"

    def __init__(self, planned: Planned) -> None:
        self.planned = planned

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield one change per edit. Raises UsageError where the old text isn't there, or more than once."""
        for item in self.planned.edits:
            if plan.migrates(item.subject):
                edit = self._edit(model, item)
                yield Change(item.subject, self.name, "written by hand instead", Safety.REVIEW, (edit,))

    def _edit(self, model: Extension, item: HandEdit) -> Edit:
        path = Path(model.root) / item.path
        file = model.files.get(path)
        count = 0 if file is None else file.source.data.count(item.old)
        if file is None or count != 1:
            place = f"{self.planned.source}: {self.planned.name}: the edit of {item.subject} in {item.path}"
            raise UsageError(
                f"{place} isn't possible: its old text is there {count} times; review {item.subject} again"
            )
        start = file.source.data.index(item.old)
        return Edit(path, Span(start, start + len(item.old)), item.new)
