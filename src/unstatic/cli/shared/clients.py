"""Types that one extension hands out, and that another one of the project keeps a pointer to for all interpreters.

With types of each module, the client would take those of the interpreter that imported it last for everybody's (G505).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from unstatic.cli.shared import disputes
from unstatic.facts.once.imported_apis import UNKNOWN

if TYPE_CHECKING:
    from unstatic.cli.engine import Result, Task


def tasks(results: Sequence[Result]) -> Mapping[int, Task]:
    """Return what to work on again, by number: with the types kept that a client has pointers to."""
    found: dict[int, Task] = {}
    for number, result in enumerate(results):
        client = _client_of(result, results) if result.report.lends else ""
        if client:
            told = f"{client} keeps a pointer to it for all interpreters, each of which would have its own"
            found[number] = disputes.with_kept(result.task, dict.fromkeys(result.report.lends, told))
    return found


def _client_of(result: Result, results: Sequence[Result]) -> str:
    """Return the first extension of the same project that keeps the C API of another; empty if there is none."""
    name = result.report.name
    names = {name, name.rpartition(".")[2], UNKNOWN}
    others = (item for item in results if item is not result and item.root == result.root)
    return next((item.report.name for item in others if not names.isdisjoint(item.report.keeps)), "")
