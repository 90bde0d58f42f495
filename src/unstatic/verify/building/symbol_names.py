"""Names for places in a library's data."""

from __future__ import annotations

import bisect
import shutil
import subprocess
from pathlib import Path

from unstatic.verify.findings import Finding

NM = ("nm", "-S", "--demangle", "--defined-only")
_PREFIXES = ("statics/types/", "statics/objects/")


def named(findings: list[Finding], library: Path, declared: frozenset[str]) -> list[Finding]:
    """
    Return the findings with symbols in the place of offsets; those of *declared* symbols are accepted.

    Without `nm`, or of a stripped library, the offsets stay.
    """
    if not any(finding.where.startswith(_PREFIXES) for finding in findings):
        return findings
    symbols = _symbols(library)
    return [_named(finding, symbols, declared) for finding in findings]


def _named(finding: Finding, symbols: list[tuple[int, int, str]], declared: frozenset[str]) -> Finding:
    if not finding.where.startswith(_PREFIXES):
        return finding
    place, _, offset = finding.where.rpartition("/")
    symbol = _at(symbols, int(offset))
    if plain_name(symbol) in declared:
        return Finding("accepted", f"{place}/{symbol}", f"{finding.text} (the migration's report declares it)")
    return Finding(finding.kind, f"{place}/{symbol}", finding.text)


def _at(symbols: list[tuple[int, int, str]], offset: int) -> str:
    index = bisect.bisect_right(symbols, offset, key=lambda symbol: symbol[0]) - 1
    if index >= 0 and offset < symbols[index][0] + max(symbols[index][1], 1):
        start, _, name = symbols[index]
        return name if start == offset else f"{name}+{offset - start}"
    return f"0x{offset:x}"


def _symbols(library: Path) -> list[tuple[int, int, str]]:
    """Return address, size and name of the data symbols, in order."""
    if shutil.which("nm") is None:
        return []
    lines = subprocess.run([*NM, library], capture_output=True, text=True).stdout.splitlines()
    # What C++ calls a static variable of a function has blanks in it: `count(int, char)::calls`.
    fields = [line.split(maxsplit=3) for line in lines]
    return sorted((int(f[0], 16), int(f[1], 16), f[3]) for f in fields if len(f) == 4 and f[2] in "bBdD")


def plain_name(symbol: str) -> str:
    """Return what the source calls a symbol, without the offset in it, and without C++'s namespaces and classes."""
    return symbol.rpartition("::")[2].split("+")[0].split(".")[0]
