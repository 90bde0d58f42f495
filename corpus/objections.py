"""Migrates all pinned packages, and writes what a maintainer would object to in their diffs into docs/objections.md."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import wild
from harness import pins, wild_page

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "objections.md"
EXPLAINED = HERE / "wild" / "objections.toml"
INTRODUCTION = """\
# What a maintainer would object to

`unstatic` reads each diff that it made as a maintainer would, and its report says `for a reviewer:` where something
remains to be mended by hand; `src/unstatic/objections/` has a function for each rule. `make objections` writes this
page: what is found in the diffs of all pinned packages, those that were used while it was developed and those of the
wild. Measured at {version}: of {listed} packages {read} were read, and {migrated} have a diff, with {added} lines added
and {removed} removed.
"""


@dataclass(frozen=True, slots=True)
class Found:
    """One objection to the diff of a package, and why it was left; empty if nothing says so."""

    package: str
    rule: str
    place: str
    text: str
    why: str


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if each objection that is left is explained, 1 if not; the code of the batch where that failed."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2, help="packages at the same time")
    parser.add_argument("--work", type=Path, default=cache / "unstatic-objections", help="downloads and reports")
    parser.add_argument("package", nargs="*", help="such as wrapt; prints what is found, and writes no page")
    options = parser.parse_args(arguments)
    work = options.work.resolve() / ("some" if options.package else "all")
    work.mkdir(parents=True, exist_ok=True)
    ended = subprocess.run(_command(work, options), stdout=sys.stderr, check=False).returncode
    if ended not in wild.EXAMINED:
        return ended
    packages = wild_page.read(work / "reports")
    found = list(_found(packages, tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))["explained"]))
    left = [item for item in found if not item.why]
    for item in found if options.package else left:
        print(f"{item.package}: {item.place}: {item.text} ({item.rule})")
    if not options.package:
        PAGE.write_text(_page(packages, found), encoding="utf-8")
        print(f"wrote {PAGE}")
    return 1 if left else 0


def _command(work: Path, options: argparse.Namespace) -> list[str]:
    manifest = work / "packages.toml"
    manifest.write_text("".join(f"[[package]]\nrequirement = {json.dumps(one)}\n" for one in _pinned(options.package)))
    command = [sys.executable, "-m", "unstatic", "batch", str(manifest), "--output", str(work / "reports")]
    return [*command, "--jobs", str(options.jobs), "--time-limit", str(wild.LIMIT)]


def _pinned(wanted: Sequence[str]) -> list[str]:
    """Return the requirements of the pinned packages, or of the *wanted* ones only."""
    read = (pins.read(path) for path in sorted(HERE.glob("*.toml")))
    listed = [f"{pin.name}=={pin.version}" for pin in read]
    listed += [entry["requirement"] for entry in wild.entries(wild.LIST)]
    return [one for one in listed if not wanted or one.partition("==")[0] in wanted]


def _found(packages: Sequence[wild_page.Package], explained: Sequence[Mapping[str, str]]) -> Iterator[Found]:
    for package in packages:
        for extension in package.extensions:
            for one in extension.get("objections", ()):
                place = f"{one['path']}:{one['line']}"
                subject = f"{place}: {one['text']}"
                reasons = (
                    item["why"]
                    for item in explained
                    if package.name.rpartition("-")[0] == item["package"].lower()
                    and one["rule"] == item["rule"]
                    and item.get("where", "") in subject
                )
                yield Found(package.name, one["rule"], place, one["text"], next(reasons, ""))


def _page(packages: Sequence[wild_page.Package], found: Sequence[Found]) -> str:
    changed = [item for package in packages for item in package.extensions if item["files"]]
    introduction = INTRODUCTION.format(
        version=wild.version(),
        migrated=sum(any(item["files"] for item in package.extensions) for package in packages),
        listed=len(_pinned(())),
        read=len(packages),
        added=sum(item["lines_added"] for item in changed),
        removed=sum(item["lines_removed"] for item in changed),
    )
    counts = Counter(item.rule for item in found)
    rows = [
        f"| {rule} | {count} | {len({item.package for item in found if item.rule == rule})} |"
        for rule, count in counts.most_common()
    ]
    table = ["| rule | places | packages |", "|---|---|---|", *rows] if rows else ["Nothing."]
    lists = {
        "## Left, each for a reason": [f"- {_told(item)}: {item.why}" for item in found if item.why],
        "## To be mended": [f"- {_told(item)}" for item in found if not item.why],
    }
    sections = [introduction, "\n".join(table)]
    sections += [f"{head}\n\n" + "\n".join(lines) for head, lines in lists.items() if lines]
    return "\n\n".join(section.strip() for section in sections) + "\n"


def _told(item: Found) -> str:
    return f"{item.package}, `{item.place}`, {item.rule}: {item.text}"


if __name__ == "__main__":
    sys.exit(main())
