"""`unstatic cache`: what earlier runs left behind to make later ones quick."""

from __future__ import annotations

import click

from unstatic.cache.store import Info, Store, default_folder
from unstatic.errors import UnstaticError


@click.group("cache")
def command() -> None:
    """Show or empty the cache of results.

    `scan`, `diff` and `migrate` give the result of an earlier run while nothing that it depends on changed: the
    project's files, every header, the settings and unstatic itself. Damaged entries are made again. The folder
    is the system's one for caches, or what UNSTATIC_CACHE_DIR says; `--no-cache` goes without.
    """


@command.command("info")
def info() -> int:
    """Show where the cache is, and how much is in it."""
    found = Store(default_folder()).info()
    click.echo(f"{found.folder}: {_amount(found)}")
    return 0


@command.command("clear")
def clear() -> int:
    """Remove all that is in it."""
    store = Store(default_folder())
    try:
        found = store.clear()
    except OSError as error:
        raise UnstaticError(f"{error.filename or store.folder}: can't be removed: {error.strerror or error}") from error
    click.echo(f"{found.folder}: {_amount(found)} removed")
    return 0


def _amount(found: Info) -> str:
    entries = "1 result" if found.entries == 1 else f"{found.entries} results"
    return f"{entries}, {found.size / 1e6:.1f} MB"
