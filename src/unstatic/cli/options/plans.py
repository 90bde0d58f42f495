"""Plan files on the command line: `--plan` and `--save-plan`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic.errors import UnstaticError, UsageError

if TYPE_CHECKING:
    from unstatic.cli.engine import Result, Task
    from unstatic.migration.plan_file import PlanFile


def read(path: Path, projects: Sized) -> PlanFile:
    """Return the plan file *path*. Raises UsageError, also when there are several projects to use it on."""
    if len(projects) > 1:
        raise UsageError(f"--plan takes one project at a time, not {len(projects)}; run it for each")
    from unstatic.migration import plan_file

    return plan_file.read(path)


def planned(plan: PlanFile, tasks: Iterable[Task]) -> tuple[Task, ...]:
    """Return *tasks* with what *plan* has for each. Raises UsageError if it's a plan for something else."""
    found = tuple(
        replace(task, settings=replace(task.settings, planned=plan.planned(task.extension.name))) for task in tasks
    )
    names = sorted({task.extension.name for task in found})
    known = [item.name for item in plan.extensions]
    if found and not set(names) & set(known):
        raise UsageError(
            f"{plan.path}: is a plan for {', '.join(known)}, and the paths hold {', '.join(names)}; "
            "give it the project that it was made for, or make a new one with --save-plan"
        )
    return found


def check(results: Sequence[Result]) -> None:
    """Raise UsageError for what a plan decides about and an extension doesn't have."""
    for result in results:
        plan = result.task.settings.planned
        init = result.report.init
        # Nothing is known of what failed or was left to its generator; what was migrated before has lost its names.
        if plan is None or init is None or (init.outcome == "keep" and init.rule != "declined"):
            continue
        known = [subject.subject for subject in result.report.subjects]
        for subject in (*plan.decisions, *plan.stems):
            if subject not in known:
                raise UsageError(f"{plan.source}: {plan.name} has no {subject}; {_hint(subject, known)}")


def _hint(subject: str, known: Sequence[str]) -> str:
    import difflib

    near = difflib.get_close_matches(subject, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else "make a new plan with --save-plan"


def save(path: Path | None, results: Sequence[Result]) -> None:
    """Write the plans of *results* to *path*, if there is one. Raises UsageError for several projects."""
    if path is None:
        return
    from unstatic.cli.changes import single_root
    from unstatic.delivery.write import write_file
    from unstatic.migration import plan_file

    root = single_root(results, "--save-plan")
    plans = [result.outcome.plan for result in results if result.outcome.plan is not None]
    if not plans:
        raise UnstaticError(f"{path}: not written: nothing here could be planned; the report says why")
    try:
        write_file(path, plan_file.text(plan_file.to_json(plans, results[0].task.settings, root)))
    except OSError as error:
        raise UnstaticError(
            f"{path}: the plan can't be written: {error.strerror or error}; name another file"
        ) from error
