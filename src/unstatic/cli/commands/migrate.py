"""`unstatic migrate`: in place, into a copy, or as a series of patches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from unstatic.cli.options.flags import Request, engine_options, save_plan
from unstatic.cli.options.sections import SectionedCommand
from unstatic.cli.options.verify_options import VerifyOptions, verify_options
from unstatic.errors import VerificationError

if TYPE_CHECKING:
    from unstatic.cli.engine import Result
    from unstatic.verify.verdict import Verdict

Split = Literal["steps", "types"]
Delivery = Callable[["Sequence[Result]", "Verdict | None"], None]

_DIRECTORY = click.Path(file_okay=False, path_type=Path)


@click.command("migrate", cls=SectionedCommand)
@engine_options
@click.option("--write", is_flag=True, help="Change the files in place.")
@click.option("--output", type=_DIRECTORY, metavar="DIR", help="Write a changed copy of the project to DIR.")
@click.option("--series", type=_DIRECTORY, metavar="DIR", help="Write one patch per step to DIR, for `git am`.")
@click.option(
    "--split",
    type=click.Choice(["steps", "types"]),
    help="With --series: one patch per step, or also one per converted type [default: steps].",
)
@click.option("--allow-dirty", is_flag=True, help="With --write: even if there are uncommitted changes.")
@click.option("--force", is_flag=True, help="With --write: even if git could not restore the files.")
@click.option("--verify", is_flag=True, help="Build and compare both first; write only if they behave alike.")
@save_plan
@verify_options
def command(
    request: Request,
    write: bool,
    output: Path | None,
    series: Path | None,
    split: Split | None,
    allow_dirty: bool,
    force: bool,
    verify: bool,
    save_plan: Path | None,
    options: VerifyOptions,
) -> int:
    """Migrate, and write the result where you say: exactly one of --write, --output and --series.

    With --verify, the project is built and used as it was and as it would be, and nothing is written unless both
    behave alike. The options after --verify are those of unstatic verify.
    """
    if sum((write, output is not None, series is not None)) != 1:
        raise click.UsageError("say where the result goes: exactly one of --write, --output DIR and --series DIR")
    if split is not None and series is None:
        raise click.UsageError("--split is about the patches of --series DIR")
    from unstatic.cli import engine, show
    from unstatic.cli.options import archives, plans
    from unstatic.reporting.inventory import summary

    if write:
        archives.refuse(request.paths, "--write")
    deliver = _delivery(output, series, allow_dirty, force)
    tasks = engine.tasks(request)
    found = engine.run([replace(task, settings=replace(task.settings, split=split or "steps")) for task in tasks])
    if any(not result.error_code for result in found):
        deliver(found, _verify(found, options) if verify else None)
    plans.save(save_plan, found)
    show.results(request, found, summary)
    return engine.exit_code(found)


def _delivery(output: Path | None, series: Path | None, allow_dirty: bool, force: bool) -> Delivery:
    from unstatic.cli import patching
    from unstatic.delivery.write import refuse_occupied

    for folder in (output, series):
        if folder is not None:
            # Before the work, which may take long.
            refuse_occupied(folder)
    if output is not None:
        return partial(_copy, output)
    return partial(patching.write, series) if series is not None else partial(_in_place, allow_dirty, force)


def _verify(found: Sequence[Result], options: VerifyOptions) -> Verdict | None:
    """Return the proof that the result, which is written nowhere yet, behaves like the original.

    None if nothing changes. Raises VerificationError for a result that doesn't.
    """
    import tempfile

    from unstatic.cli import changes, show, verifying
    from unstatic.delivery.write import copy_project

    changed = changes.combined(found, changes.single_root(found, "--verify"))
    if not changed:
        show.note("nothing changes, so there is nothing to verify")
        return None
    with tempfile.TemporaryDirectory(prefix="unstatic-migrated-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / f"{changed.base.resolve().name}, migrated"
        copy_project(changed.base, copy, changed.before, changed.after)
        declared = frozenset(item.name for result in found for item in result.report.residue)
        verdict = verifying.run(changed.base, copy, False, options, declared)
    show.verdict(verdict)
    if not verdict.is_ok:
        raise VerificationError(
            "the migrated project is not proven to be right, so nothing was written; the lines above say why"
        )
    return verdict


def _in_place(allow_dirty: bool, force: bool, found: Sequence[Result], verdict: Verdict | None) -> None:
    from unstatic.cli import in_place

    in_place.write(in_place.pending(found, allow_dirty, force=force))


def _copy(output: Path, found: Sequence[Result], verdict: Verdict | None) -> None:
    from unstatic.cli import changes
    from unstatic.delivery.write import copy_project

    changed = changes.combined(found, changes.single_root(found, "--output"))
    is_unpacked = any(result.task.shown_from for result in found)
    copy_project(changed.base, output, changed.before, changed.after, pristine=is_unpacked)
