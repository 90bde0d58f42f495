"""Counts the lines of conversions made by people and of ours, from the same originals, into docs/merged.md."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.batch import download
from unstatic.batch.packages import Package
from unstatic.system.building.projects import copy_tree
from unstatic.text.diff import statistics, unified

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "merged.md"
PAIRS = HERE / "public" / "conversions.toml"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
HEADS = """\
| original | theirs | added, removed | longest line | ours: added, removed | longest line |
|---|---|---|---|---|---|"""
SOURCES = frozenset((".c", ".h", ".cpp", ".hpp"))


@dataclass(frozen=True, slots=True)
class Pair:
    """An original and what people made of it: the release *after*, or else a patch that isn't published."""

    package: str
    before: str
    after: str

    @property
    def original(self) -> str:
        """Its requirement."""
        return f"{self.package}=={self.before}"


def main(arguments: list[str] | None = None) -> int:
    """Return 0; the table of the page has a new row for each pair that was counted."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=cache / "unstatic-merged", help="downloads and diffs")
    parser.add_argument("--patches", type=Path, help="folder with PACKAGE.patch, where there is no release")
    parser.add_argument("package", nargs="*", help="such as wrapt; the rows of others stay as they are")
    options = parser.parse_args(arguments)
    head, shown, tail = _parts(PAGE.read_text(encoding="utf-8"))
    rows = {row.split("|")[1].strip(): row for row in shown.splitlines()[2:]}
    for pair in _pairs():
        patch = options.patches / f"{pair.package}.patch" if options.patches else None
        wanted = pair.package in options.package or not options.package
        if wanted and (pair.after or (patch and patch.exists())):
            rows[pair.original] = _row(pair, options.work.resolve(), patch)
            print(rows[pair.original], file=sys.stderr)
    listed = [rows[pair.original] for pair in _pairs() if pair.original in rows]
    PAGE.write_text("\n".join([head + BEGIN, HEADS, *listed, END + tail]), encoding="utf-8")
    return 0


def _parts(page: str) -> tuple[str, str, str]:
    head, _, rest = page.partition(BEGIN)
    shown, _, tail = rest.partition(END)
    return head, shown.strip(), tail


def _pairs() -> list[Pair]:
    listed = tomllib.loads(PAIRS.read_text(encoding="utf-8"))["conversion"]
    return [Pair(one["package"], one["before"], one.get("after", "")) for one in listed]


def _row(pair: Pair, work: Path, patch: Path | None) -> str:
    before = _tree(pair.original, work)
    ours = subprocess.run([sys.executable, "-m", "unstatic", "diff", str(before)], stdout=subprocess.PIPE, check=True)
    if pair.after:
        after = _tree(f"{pair.package}=={pair.after}", work)
        # Where ours changes files: what both bring along of other projects is none of it.
        folders = {Path(name).parent for name in re.findall(r"^\+\+\+ b/(.*)", ours.stdout.decode("latin-1"), re.M)}
        theirs = unified(_sources(before, folders), _sources(after, folders))
    else:
        assert patch is not None
        theirs = patch.read_bytes()
    for name, diff in (("theirs", theirs), ("ours", ours.stdout)):
        (work / f"{pair.package}-{name}.diff").write_bytes(diff)
    words = [pair.original, pair.after or "by hand", *_counts(theirs), *_counts(ours.stdout)]
    return f"| {' | '.join(words)} |"


def _tree(requirement: str, work: Path) -> Path:
    """Return the root of the unpacked sdist, downloaded if it isn't there."""
    package = Package(requirement.replace("==", "-"), requirement=requirement)
    folder = work / package.name
    return folder if folder.exists() else copy_tree(download.fetch(package, work / "sdists"), folder)


def _sources(root: Path, folders: set[Path]) -> Mapping[Path, bytes]:
    return {
        path.relative_to(root): path.read_bytes()
        for folder in folders
        for path in sorted((root / folder).glob("*"))
        if path.suffix in SOURCES
    }


def _counts(diff: bytes) -> Iterator[str]:
    size = statistics(diff)
    yield f"{size.lines_added}, {size.lines_removed}"
    added = re.findall(rb"^\+(?!\+\+ )(.*)", diff, re.M)
    yield str(max((len(line.expandtabs(8).rstrip()) for line in added), default=0))


if __name__ == "__main__":
    sys.exit(main())
