"""`unstatic scan`: what there is, what would be done about it, and what of it is new."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unstatic.cli.options.flags import OUTPUT_FILE, Request, engine_options, has_folder
from unstatic.cli.options.sections import SectionedCommand

if TYPE_CHECKING:
    from unstatic.migration.report import ExtensionReport


@click.command("scan", cls=SectionedCommand)
@engine_options
@click.option("-o", "--output", type=OUTPUT_FILE, callback=has_folder, metavar="FILE", help="Write the findings here.")
@click.option(
    "--baseline",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Report only what this file doesn't list.",
)
@click.option("--fail-on-new", is_flag=True, help="Exit with 1 if something is not in the baseline.")
@click.option(
    "--write-baseline",
    type=OUTPUT_FILE,
    callback=has_folder,
    metavar="FILE",
    help="Write a baseline that lists everything there is now.",
)
@click.option("--unblock", is_flag=True, help="List what to change in the code, by what it would free.")
@click.option("--statistics", is_flag=True, help="Count what each rule stops, instead of listing it.")
def command(
    request: Request,
    output: Path | None,
    baseline: Path | None,
    fail_on_new: bool,
    write_baseline: Path | None,
    unblock: bool,
    statistics: bool,
) -> int:
    """List static types, globals and what blocks a migration.

    Reads the project only: nothing of it is executed, and nothing is written but what you name. With --fail-on-new it
    is a gate: what isn't isolated yet is listed in a baseline, and whatever is added to it fails the run.
    """
    from unstatic.cli import engine, gating, show
    from unstatic.migration.report import counted
    from unstatic.reporting.inventory import inventory

    gate = gating.gate(baseline, fail_on_new, write_baseline)
    if (unblock or statistics) and (unblock == statistics or gate.is_asked_for or write_baseline is not None):
        raise click.UsageError("--unblock, --statistics and baselines each print something else: choose one of them")
    found = engine.scan(engine.tasks(request))
    if gate.is_asked_for:
        seen = gate.of(found)
        show.results(request, found, inventory, output=output, watched=seen, is_answer=True)
        return engine.exit_code(found, pending=fail_on_new and bool(seen.comparison.new), needs_all=True)
    if write_baseline is None:
        text = inventory
        if unblock or statistics:
            from unstatic.reporting import what_if

            text = what_if.unblocking if unblock else what_if.statistics
        show.results(request, found, text, output=output, is_answer=True)
        if text is inventory:
            from unstatic.reporting.next_step import after_scan

            show.next_step(after_scan([result.report for result in found], request.paths))
        return engine.exit_code(found)
    show.results(request, found, _failures, output=output)
    count = gating.write_baseline(write_baseline, found)
    show.note(f"{write_baseline}: {counted(count, 'finding')} listed")
    return engine.exit_code(found, needs_all=True)


def _failures(reports: Sequence[ExtensionReport]) -> str:
    from unstatic.reporting.inventory import summary

    return summary([report for report in reports if report.outcome == "failed"])
