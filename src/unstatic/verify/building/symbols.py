"""Reads the mutable data of a built module from its symbol table, and says what of it should be gone."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from unstatic.verify.building.symbol_names import data_symbols
from unstatic.verify.findings import Finding

# Tables that CPython only reads, or whose address it takes once, by the names that people give them.
TABLES = re.compile(
    r"(?i)method|slots|spec|members|[gs]etter|getset|kwlist|kwd|keyword|module_?def|moddef|_def$|doc"
    r"|as_(number|sequence|mapping|buffer|async)"
)
RELOCATION = re.compile(r"[0-9a-f]{8,16}  [0-9a-f]{8,16} R_")
LINKER = re.compile(r"^[_.]|^completed\.|@|^edata$|^(?:construction )?(?:vtable|VTT|typeinfo|guard variable)\b.* for ")
POINTER = 8
# sizeof(PyTypeObject) is 408 bytes up to 3.11 and 416 from 3.12 on.
TYPES = (408, 416)
# tp_name, which the linker puts an address into where the type has one from the start, and none into tp_basicsize and
# tp_itemsize: that tells types from tables of numbers, and of pointers.
NAME, NUMBERS = 24, (32, 40)


def mutable_data(library: Path) -> dict[str, int] | None:
    """
    Return the named writable data of *library* by size in bytes, without tables and what the linker adds.

    None if there is no `nm` or no symbol table.
    """
    symbols = data_symbols(library)
    if symbols is None:
        return None
    addresses = _addresses(library)
    return {
        item.name: item.size
        for item in symbols
        if not LINKER.search(item.name)
        and not TABLES.search(item.name)
        and (item.size not in TYPES or _may_be_type(addresses, item.start, is_filled=item.is_filled))
    }


def _may_be_type(addresses: frozenset[int] | None, start: int, is_filled: bool) -> bool:
    if addresses is None:
        return True
    has_name = not is_filled or start + NAME in addresses
    return has_name and addresses.isdisjoint(start + offset for offset in NUMBERS)


def _addresses(library: Path) -> frozenset[int] | None:
    """Return where the linker puts addresses into the data of *library*; None if `readelf` can't tell."""
    if shutil.which("readelf") is None:
        return None
    run = subprocess.run(["readelf", "--relocs", "--wide", library], capture_output=True, text=True)
    return frozenset(int(line.split()[0], 16) for line in run.stdout.splitlines() if RELOCATION.match(line))


def kept_types(before: Mapping[str, int] | None, after: Mapping[str, int] | None) -> frozenset[str]:
    """Return the names of the original's static types that are still there."""
    return _kept(before, after, TYPES)


def kept_variables(before: Mapping[str, int] | None, after: Mapping[str, int] | None) -> frozenset[str]:
    """Return the names of the original's static types and pointers that are still there."""
    return _kept(before, after, (*TYPES, POINTER))


def _kept(before: Mapping[str, int] | None, after: Mapping[str, int] | None, sizes: Collection[int]) -> frozenset[str]:
    if before is None or after is None:
        return frozenset()
    return frozenset(name for name in before.keys() & after.keys() if before[name] == after[name] in sizes)


def audit(before: Mapping[str, int] | None, after: Mapping[str, int] | None, is_isolated: bool) -> Iterator[Finding]:
    """Yield which of the original's static types and pointers are still there; an isolated module may keep no type."""
    if before is None or after is None:
        yield Finding("note", "symbols", "not provable here: no nm, or a stripped library")
        return
    types = kept_types(before, after)
    for name in sorted(before.keys() & after.keys()):
        if name in types:
            yield Finding("problem" if is_isolated else "note", f"symbols/{name}", "a static type, as before")
        elif before[name] == after[name] == POINTER:
            yield Finding("note", f"symbols/{name}", "a static pointer, or another 8 bytes, as before")
