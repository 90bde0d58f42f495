"""The tools that are measured: which of them are installed, and how each is asked about a source."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from unstatic.project.scan import Unit

REFERENCE = "clang"
# Versions from new to old; a name without a version is what the system prefers.
_MAJORS = range(30, 13, -1)
PEERS: Mapping[str, tuple[str, ...]] = {
    REFERENCE: (*(f"clang-{major}" for major in _MAJORS), "clang"),
    "gcc": ("gcc",),
    "clang-tidy": (*(f"clang-tidy-{major}" for major in _MAJORS), "clang-tidy"),
    "spatch": ("spatch",),
    "ctags": ("ctags",),
}
"""What sources are checked with besides; each by the names under which it may be installed."""
TIDY_CHECK = "bugprone-sizeof-expression"
_HERE = Path(__file__).resolve().parent
STATIC_TYPES = _HERE / "static_types.cocci"
REWRITE = _HERE / "heap_types.cocci"


def find_peers(which: Callable[[str], str | None] = shutil.which) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the installed tools by name, as commands to run, and the names of those that aren't there."""
    found = {name: next((one for one in names if which(one)), "") for name, names in PEERS.items()}
    return {name: tool for name, tool in found.items() if tool}, tuple(name for name, tool in found.items() if not tool)


def command(name: str, tool: str, unit: Unit, headers: Path) -> tuple[str, ...]:
    """Return how a tool is asked about one source: a compiler checks it, the others look for one thing in it."""
    own = (f"-I{headers}", *unit.arguments)
    if name == "clang-tidy":
        return (tool, "--quiet", f"--checks=-*,{TIDY_CHECK}", str(unit.path), "--", "-w", *own)
    if name == "spatch":
        return (tool, "--very-quiet", "--sp-file", str(STATIC_TYPES), str(unit.path))
    if name == "ctags":
        return (tool, "-f", "-", str(unit.path))
    return (tool, "-fsyntax-only", "-w", *own, str(unit.path))


def version(tool: str) -> str:
    """Return the first line of what a tool says of itself."""
    told = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False).stdout
    return (told.splitlines() or ["?"])[0]
