"""What the rewrites make of the prepared sources, one after the other, each on a fresh parse of what the last left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.errors import RewriteError
from unstatic.migration.applied import Made, applied, edits_of
from unstatic.migration.blame import blamed
from unstatic.migration.hand_edits import ByHand
from unstatic.migration.miscompiled import reject, reread
from unstatic.migration.prepared import Start
from unstatic.migration.stages import stages
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.protocol import Rewrite, load_passes
from unstatic.settings.config import Settings


def rewritten(settings: Settings, first: Extension, start: Start, plan: Plan) -> Sequence[Made]:
    """Return what the preparations made, and then the rewrites; *first* is the model of the project's sources."""
    reading, current = start.reading, start.files
    steps = list(start.steps)
    for rewrite in _rewrites(plan, settings):
        base_reading, base = reading, current
        before = reading.model
        waiting: tuple[str, ...] = ()
        for stage in stages(rewrite, before, plan, each_type=settings.split == "types"):
            stage = stage.with_earlier(waiting)
            changes = tuple(rewrite.changes(before, stage.plan))
            edits = edits_of(before, changes, start.limits)
            changed = applied(before, edits)
            if not changed:
                continue
            files = {**base, **changed}
            found = reread(reading, files)
            try:
                reject(first, found.complaints, rewrite)
            except RewriteError as error:
                if stage.is_last:
                    error.subjects = blamed(before, found.model, edits, error.path, error.offset)
                    raise
                # What these types share with others isn't told apart: they go together with the next.
                waiting = stage.subjects
                continue
            waiting = ()
            reading, current = found, files
            # The edits of a part are counted from where the first part began.
            steps.append(Made(stage, stage.own(changes), current, {} if stage.subjects else edits))
        if reading is not base_reading:
            base_reading.drop_model(first)
        # Nothing holds what was there before: it's as large as what comes next.
        del before, base_reading
    reading.drop_model(first)
    return steps


def _rewrites(plan: Plan, settings: Settings) -> Iterator[Rewrite]:
    if not plan.changes_anything:
        return
    yield from (rewrite for rewrite in load_passes() if rewrite.name in plan.rewrites)
    if settings.planned is not None and settings.planned.edits:
        yield ByHand(settings.planned)
