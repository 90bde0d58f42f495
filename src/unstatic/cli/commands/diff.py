"""`unstatic diff`: the whole migration, on stdout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unstatic.cli.options import completion
from unstatic.cli.options.flags import FORMATS, OUTPUT_FILE, Request, engine_options, has_folder, save_plan
from unstatic.cli.options.sections import SectionedCommand

if TYPE_CHECKING:
    from unstatic.cli.engine import Result


@click.command("diff", cls=SectionedCommand)
@partial(engine_options, formats=(*FORMATS, "html", "markdown"))
@click.option("--check", is_flag=True, help="Exit with 1 if there is anything to change.")
@click.option(
    "--step",
    default="",
    metavar="REWRITE",
    shell_complete=completion.rewrites,
    help="Show only what this rewrite does.",
)
@click.option(
    "-o", "--output", type=OUTPUT_FILE, callback=has_folder, metavar="FILE", help="Write the diff or the page here."
)
@save_plan
def command(request: Request, check: bool, step: str, output: Path | None, save_plan: Path | None) -> int:
    """Show the migration as a unified diff; write nothing.

    The diff goes to stdout and suits `git apply` and `patch -p1`, from the folder where you are. With --format html it
    is a page to review instead: one file, best with -o review.html; with --format markdown the text of a pull request.
    """
    from unstatic.cli import changes, engine, show
    from unstatic.cli.options import plans
    from unstatic.reporting.inventory import summary
    from unstatic.text.diff import unified

    rewrite = _known(step)
    is_page = request.format in ("html", "markdown")
    if is_page and step:
        raise click.UsageError("--step shows one rewrite, the page shows all of them: leave out one of the two options")
    found = engine.run(engine.tasks(request))
    changed = changes.combined(found, changes.diff_base(found), rewrite)
    known = {pair: text for result in found for pair, text in result.outcome.hunks.items()}
    if is_page:
        _deliver(_page(found) if request.format == "html" else _letter(found), output)
    else:
        _deliver(unified(changed.before, changed.after, known), output)
    plans.save(save_plan, found)
    show.results(request, found, summary, stdout_is_free=False)
    return engine.exit_code(found, pending=check and bool(changed))


def _deliver(data: bytes, output: Path | None) -> None:
    """Write *data* to the file, or to stdout if there is none. Raises UnstaticError."""
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from unstatic.delivery.write import write_file
    from unstatic.errors import UnstaticError

    try:
        write_file(output, data)
    except OSError as error:
        raise UnstaticError(f"{output}: can't be written: {error.strerror or error}") from error


def _letter(found: Sequence[Result]) -> bytes:
    """Return the text of a pull request."""
    from unstatic.migration.report import relocated
    from unstatic.reporting.pull_request import pull_request

    return pull_request([relocated(result.report, result.root.resolve()) for result in found]).encode()


def _page(found: Sequence[Result]) -> bytes:
    """Return the page for one project. Raises UsageError if there are several: a plan is for one."""
    from unstatic.cli.changes import single_root
    from unstatic.html.page import page
    from unstatic.migration import plan_file

    root = single_root(found, "--format html").resolve()
    plans = [result.outcome.plan for result in found if result.outcome.plan is not None]
    before = {result.report.name: planned for result in found if (planned := result.task.settings.planned) is not None}
    # What was written by hand stays; the answers are those of the page.
    kept = {name: replace(planned, answers={}) for name, planned in before.items()}
    plan = plan_file.to_json(plans, found[0].task.settings, root, kept)
    return page([result.outcome for result in found], root, plan).encode()


def _known(step: str) -> str:
    """Return the rewrite's name, or raise click.BadParameter."""
    from unstatic.settings.rules import rewrite_names

    name = step.replace("_", "-")
    if step and name not in rewrite_names():
        raise click.BadParameter(f"{step!r} is none of {', '.join(rewrite_names())}", param_hint="--step")
    return name
