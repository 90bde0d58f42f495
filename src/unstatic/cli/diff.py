"""`unstatic diff`: the whole migration, on stdout."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from unstatic.cli import completion
from unstatic.cli.flags import Request, engine_options, save_plan


@click.command("diff")
@engine_options
@click.option("--check", is_flag=True, help="Exit with 1 if there is anything to change.")
@click.option(
    "--step",
    default="",
    metavar="REWRITE",
    shell_complete=completion.rewrites,
    help="Show what this rewrite alone does.",
)
@save_plan
def command(request: Request, check: bool, step: str, save_plan: Path | None) -> int:
    """Show the migration as a unified diff; write nothing.

    The diff goes to stdout and suits `git apply` and `patch -p1`, from the folder where you are.
    """
    from unstatic.cli import changes, engine, plans, show
    from unstatic.diff import unified
    from unstatic.report import summary

    rewrite = _known(step)
    found = engine.run(engine.tasks(request))
    changed = changes.combined(found, changes.diff_base(found), rewrite)
    sys.stdout.buffer.write(unified(changed.before, changed.after))
    sys.stdout.buffer.flush()
    plans.save(save_plan, found)
    show.results(request, found, summary, stdout_is_free=False)
    return engine.exit_code(found, pending=check and bool(changed))


def _known(step: str) -> str:
    """Return the rewrite's name, or raise click.BadParameter."""
    from unstatic.rules import rewrite_names

    name = step.replace("_", "-")
    if step and name not in rewrite_names():
        raise click.BadParameter(f"{step!r} is none of {', '.join(rewrite_names())}", param_hint="--step")
    return name
