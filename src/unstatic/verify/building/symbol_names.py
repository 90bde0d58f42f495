"""Names for places in a library's data."""

from __future__ import annotations

import bisect
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from unstatic.verify.findings import Finding

_PREFIXES = ("statics/types/", "statics/objects/")


class Symbol(NamedTuple):
    """One place in a library's data, in bytes from its start."""

    start: int
    size: int
    name: str
    is_filled: bool
    """Whether the library has a value for it."""


def named(findings: list[Finding], library: Path, declared: frozenset[str]) -> list[Finding]:
    """
    Return the findings with symbols in the place of offsets; those of *declared* symbols are accepted.

    Without `nm`, or of a stripped library, the offsets stay.
    """
    if not any(finding.where.startswith(_PREFIXES) for finding in findings):
        return findings
    symbols = data_symbols(library) or []
    return [_named(finding, symbols, declared) for finding in findings]


def _named(finding: Finding, symbols: list[Symbol], declared: frozenset[str]) -> Finding:
    if not finding.where.startswith(_PREFIXES):
        return finding
    place, _, offset = finding.where.rpartition("/")
    symbol = _at(symbols, int(offset))
    if plain_name(symbol) in declared:
        return Finding("accepted", f"{place}/{symbol}", f"{finding.text} (the migration's report declares it)")
    return Finding(finding.kind, f"{place}/{symbol}", finding.text)


def _at(symbols: list[Symbol], offset: int) -> str:
    index = bisect.bisect_right(symbols, offset, key=lambda symbol: symbol.start) - 1
    if index >= 0 and offset < symbols[index].start + max(symbols[index].size, 1):
        found = symbols[index]
        return found.name if found.start == offset else f"{found.name}+{offset - found.start}"
    return f"0x{offset:x}"


def data_symbols(library: Path) -> list[Symbol] | None:
    """Return the data symbols in order; None if there is no `nm` or no symbol table."""
    if shutil.which("nm") is None:
        return None
    run = subprocess.run(["nm", "-S", "--demangle", "--defined-only", library], capture_output=True, text=True)
    if run.returncode or not run.stdout.strip():
        return None
    # What C++ calls a static variable of a function has blanks in it: `count(int, char)::calls`.
    fields = [line.split(maxsplit=3) for line in run.stdout.splitlines()]
    data = (item for item in fields if len(item) == 4 and item[2] in "bBdD")
    return sorted(Symbol(int(start, 16), int(size, 16), name, kind in "dD") for start, size, kind, name in data)


def plain_name(symbol: str) -> str:
    """Return what the source calls a symbol, without the offset in it, and without C++'s namespaces and classes."""
    return symbol.rpartition("::")[2].split("+")[0].split(".")[0]
