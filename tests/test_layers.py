"""Imports point one way."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "unstatic"
REWRITES = ROOT / "rewrites"

# A module imports only what stands before it, and what belongs to its own entry.
ORDER = [
    *("errors", "text", "system", "project.discovery", "settings", "system.building", "project.capture", "project"),
    *("capi", "c", "cparse", "model.expansion", "model", "model.configurations", "model.building", "reading"),
    *(
        "facts.trust",
        "facts.cpp",
        "facts.macros",
        "facts.places",
        "facts.module",
        "facts.references.paths",
        "facts.references",
    ),
    *("facts.types", "facts.once", "facts.state", "facts.layout"),
    *("plan", "plan.obstacles", "plan.deciding", "rewriting", "rewrites"),
    *("objections",),
    *("migration", "reporting", "delivery", "delivery.gate", "pipeline"),
    *("cache", "verify", "review", "html", "editor", "batch", "cli", "__main__"),
]
FOR_REWRITES = {
    *("errors", "text", "settings", "c", "capi", "model.expansion", "model", "model.configurations", "plan"),
    *(place for place in ORDER if place.startswith("facts.")),
    *("rewriting", "rewrites"),
}
MOST_FILES = 16

pytestmark = pytest.mark.skipif(not SOURCE.is_dir(), reason="there is no src next to the tests")


def imports(file: Path, package: str) -> Iterator[str]:
    """Yield the dotted names that *file*, a module of *package*, imports."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ([f"{base}.{alias.name}" for alias in node.names] if base == "unstatic" else [base])


def modules() -> Iterator[tuple[Path, str, str]]:
    """Yield file, dotted package and layer of every module."""
    for top, root in (("unstatic", SOURCE), ("unstatic.rewrites", REWRITES)):
        for file in sorted(root.rglob("*.py")):
            package = ".".join([top, *file.relative_to(root).parent.parts])
            yield file, package, layer(f"{package}.{file.stem}")


def layer(dotted: str) -> str:
    """Return the entry of ORDER that a module inside unstatic belongs to, empty for unstatic itself."""
    inside = dotted.partition(".")[2]
    parts = inside.split(".")
    found = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in found if name in ORDER), inside)


def inner_imports(file: Path, package: str) -> set[str]:
    """Return the layers that *file* imports."""
    return {layer(name) for name in imports(file, package) if name.split(".")[0] == "unstatic"} - {"__version__", ""}


def test_every_module_has_its_place() -> None:
    found = {place for _, _, place in modules()} - {"__init__", "facts.__init__"}

    assert set() == found - set(ORDER)


def test_imports_point_one_way() -> None:
    wrong = [
        f"{file.relative_to(ROOT)} imports {imported}"
        for file, package, place in modules()
        for imported in sorted(inner_imports(file, package))
        if place == "__init__" or ORDER.index(imported) > ORDER.index(place)
    ]

    assert [] == wrong


def test_folders_can_be_looked_over() -> None:
    files = [*(file for file, _, _ in modules() if file.parent != REWRITES), *(ROOT / "tests").rglob("*.py")]
    folders = Counter(file.parent for file in files if file.stem != "__init__")
    crowded = [str(folder.relative_to(ROOT)) for folder, count in folders.items() if count > MOST_FILES]

    assert [] == crowded


def test_rewrites_know_little() -> None:
    wrong = [
        f"{file.relative_to(ROOT)} imports {imported}"
        for file, package, place in modules()
        for imported in sorted(inner_imports(file, package) - FOR_REWRITES)
        if place == "rewrites"
    ]

    assert [] == wrong


def test_only_cparse_knows_clang() -> None:
    users = {
        place
        for file, package, place in modules()
        if any(name.split(".")[0] == "clang" for name in imports(file, package))
    }

    assert users <= {"cparse"}
