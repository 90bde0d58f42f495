"""`unstatic migrate`: in place, into a copy, or as a series of patches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unstatic.cli.flags import Request, engine_options, save_plan
from unstatic.cli.verify_options import VerifyOptions, verify_options
from unstatic.errors import UnstaticError, VerificationError

if TYPE_CHECKING:
    from unstatic.cli.engine import Result

_DIRECTORY = click.Path(file_okay=False, path_type=Path)


@click.command("migrate", short_help="Write the migration: in place, as a copy or as patches.")
@engine_options
@click.option("--write", is_flag=True, help="Change the files in place.")
@click.option("--output", type=_DIRECTORY, metavar="DIR", help="Write a changed copy of the project to DIR.")
@click.option("--series", type=_DIRECTORY, metavar="DIR", help="Write one patch per step to DIR, for `git am`.")
@click.option("--allow-dirty", is_flag=True, help="With --write: also over uncommitted changes.")
@click.option("--verify", is_flag=True, help="Build and probe both before anything is written; see unstatic verify.")
@save_plan
@verify_options
def command(
    request: Request,
    write: bool,
    output: Path | None,
    series: Path | None,
    allow_dirty: bool,
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
    from unstatic.cli import archives, engine, plans, show
    from unstatic.report import summary

    if write:
        archives.refuse(request.paths, "--write")
    deliver = _delivery(output, series, allow_dirty)
    found = engine.run(engine.tasks(request))
    if any(not result.error_code for result in found):
        if verify:
            _verify(found, options)
        deliver(found)
    plans.save(save_plan, found)
    show.results(request, found, summary)
    return engine.exit_code(found)


def _delivery(output: Path | None, series: Path | None, allow_dirty: bool) -> Callable[[Sequence[Result]], None]:
    from unstatic.write import refuse_occupied

    for folder in (output, series):
        if folder is not None:
            # Before the work, which may take long.
            refuse_occupied(folder)
    if output is not None:
        return partial(_copy, output)
    return partial(_patches, series) if series is not None else partial(_in_place, allow_dirty)


def _verify(found: Sequence[Result], options: VerifyOptions) -> None:
    """Raise VerificationError unless the result, which is written nowhere yet, behaves like the original."""
    import tempfile

    from unstatic.cli import changes, show, verifying
    from unstatic.write import copy_project

    changed = changes.combined(found, changes.single_root(found, "--verify"))
    if not changed:
        show.note("nothing changes, so there is nothing to verify")
        return
    with tempfile.TemporaryDirectory(prefix="unstatic-migrated-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / f"{changed.base.resolve().name}, migrated"
        copy_project(changed.base, copy, changed.before, changed.after)
        declared = frozenset(item.name for result in found for item in result.report.residue)
        verdict = verifying.run(changed.base, copy, False, options, declared)
    show.verdict(verdict)
    if not verdict.is_ok:
        raise VerificationError("the migrated project is not proven to be right, so nothing was written")


def _in_place(allow_dirty: bool, found: Sequence[Result]) -> None:
    from unstatic.cli import in_place

    in_place.write(in_place.pending(found, allow_dirty))


def _copy(output: Path, found: Sequence[Result]) -> None:
    from unstatic.cli import changes
    from unstatic.write import copy_project

    changed = changes.combined(found, changes.single_root(found, "--output"))
    copy_project(changed.base, output, changed.before, changed.after)


def _patches(directory: Path, found: Sequence[Result]) -> None:
    from unstatic.cli import changes
    from unstatic.git import repository_root
    from unstatic.series import Commit, patches
    from unstatic.write import fill_folder

    root = changes.single_root(found, "--series")
    _refuse_shared(found)
    base = repository_root(root) or root
    commits: list[Commit] = []
    for result in found:
        before = result.outcome.before
        for step in result.outcome.steps:
            old = {changes.relative(root / path, base): data for path, data in before.items()}
            new = {changes.relative(root / path, base): data for path, data in step.files.items()}
            name = step.rewrite if len(found) == 1 else f"{result.report.name}-{step.rewrite}"
            commits.append(Commit(name, f"{result.report.name}: {step.title}", step.message, old, new))
            before = step.files
    fill_folder(directory, patches(commits))


def _refuse_shared(found: Sequence[Result]) -> None:
    owners: dict[Path, str] = {}
    for result in found:
        for path in result.changed:
            if owners.setdefault(path, result.report.name) != result.report.name:
                raise UnstaticError(
                    f"{path}: {owners[path]} and {result.report.name} both change this file, so their patches can't "
                    "stand side by side; make a series for each of them in turn"
                )
