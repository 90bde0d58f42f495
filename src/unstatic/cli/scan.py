"""`unstatic scan`: what there is, and what would be done about it."""

from __future__ import annotations

import click

from unstatic.cli.flags import Request, engine_options


@click.command("scan")
@engine_options
def command(request: Request) -> int:
    """List static types, globals and what blocks a migration.

    Reads the project only: nothing of it is executed, and nothing is written.
    """
    from unstatic.cli import engine, show
    from unstatic.report import inventory

    found = engine.scan(engine.tasks(request))
    show.results(request, found, inventory)
    return engine.exit_code(found)
