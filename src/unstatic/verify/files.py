"""What else a package installs: its data files, which a changed source tree can lose."""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path

from unstatic.verify.findings import Finding


def files_of(wheel: Path) -> frozenset[str]:
    """Return what a wheel installs beside its extension modules, which are compared by name, and its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    return frozenset(
        name for name in names if not name.endswith((".so", "/")) and ".dist-info" not in name.partition("/")[0]
    )


def lost(before: Collection[str], after: Collection[str]) -> Iterator[Finding]:
    """Yield the files that only the first of two builds installs."""
    for name in sorted(set(before) - set(after)):
        yield Finding("problem", f"files/{name}", "it isn't installed any more")
