"""`unstatic review`: walk through a migration by subject, then write what was accepted."""

from __future__ import annotations

import click

from unstatic.cli.options.flags import Request, engine_options
from unstatic.cli.options.sections import SectionedCommand


@click.command("review", cls=SectionedCommand)
@engine_options
@click.option("--again", is_flag=True, help="Ask again about what was answered before.")
@click.option("--allow-dirty", is_flag=True, help="Write even if there are uncommitted changes.")
def command(request: Request, again: bool, allow_dirty: bool) -> int:
    """Go through the changes one type, one global at a time, and write those that you accept.

    Answers are kept in the plan file (--plan FILE, default: unstatic-plan.json in the project's folder): what was
    declined isn't asked about again, and after q or Ctrl-C the next run goes on where you were. The answers can also
    come through a pipe, a line each: y, n, s (later), a (all), d (none), then y to write.
    """
    from unstatic.cli import reviewing
    from unstatic.cli.options import archives

    archives.refuse(request.paths, "review")
    return reviewing.run(request, again, allow_dirty)
