"""`unstatic cache`: what earlier runs left behind to make later ones quick."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

import click

from unstatic.errors import UnstaticError
from unstatic.system.store import HEADERS, MADE, RESULTS, Info, Store, default_folder


@click.group("cache")
def command() -> None:
    """Show or empty the cache of results and parsed headers.

    `scan`, `diff` and `migrate` give the result of an earlier run while nothing that it depends on changed: the
    project's files, every header, the settings and unstatic itself. Where they do parse, Python.h and what comes with
    it is parsed once. Damaged entries are made again. The folder is the system's one for caches, or what
    UNSTATIC_CACHE_DIR says; `--no-cache` goes without.
    """


@command.command("info")
def info() -> int:
    """Show where the cache is, and how much is in it."""
    click.echo(_told([store.info() for store in _stores()]))
    return 0


@command.command("clear")
def clear() -> int:
    """Remove all that is in it."""
    try:
        found = [store.clear() for store in _stores()]
        if (made := default_folder() / MADE).is_dir():
            shutil.rmtree(made)
    except OSError as error:
        where = error.filename or default_folder()
        raise UnstaticError(f"{where}: can't be removed: {error.strerror or error}") from error
    click.echo(f"{_told(found)} removed")
    return 0


def _stores() -> tuple[Store, ...]:
    return tuple(Store(default_folder(), kind) for kind in (RESULTS, HEADERS))


def _told(found: Sequence[Info]) -> str:
    results, headers = (item.entries for item in found)
    size = sum(item.size for item in found) / 1e6
    return (
        f"{found[0].folder}: {results} {'result' if results == 1 else 'results'} and"
        f" {headers} {'set' if headers == 1 else 'sets'} of headers, {size:.1f} MB"
    )
