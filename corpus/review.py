"""Writes docs/review.md: a review of py-radix that takes two of its three types. `python corpus/review.py`."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from harness import pins, sdists
from series import built, git

from unstatic.system.building import interpreters

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "review.md"
NAME = "py-radix"
FIRST = ("n", "q")
SECOND = ("y", "?", "a", "y")
# Of a hunk, the page shows as many lines.
_MOST = 9
BEGIN, END = "<!-- transcript: begin -->", "<!-- transcript: end -->"


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if the package passes as many tests after the review as before."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default="3.12", help="minor version; default 3.12")
    parser.add_argument("--work", type=Path, default=cache / "unstatic-corpus", help="downloads and builds")
    options = parser.parse_args(arguments)
    python = interpreters.find(options.python)
    if python is None:
        sys.exit(f"no Python {options.python} with headers here")
    pin = pins.read(HERE / f"{NAME}.toml")
    work = options.work.resolve() / "review" / NAME
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    archive = sdists.fetch(pin, options.work.resolve() / "sdists" / NAME, work / "download.log")
    root = sdists.unpack(archive, work / NAME, pin, python, work)
    for command in (["init", "-q"], ["add", "-A", "-f"], ["commit", "-qm", "Import"]):
        git(root, *command)
    warnings, before = built(root, pin, python, work / "before")
    told = [*_session(root, FIRST), *_session(root, SECOND)]
    more, after = built(root, pin, python, work / "after")
    told += [f"$ git diff --stat\n{git(root, 'diff', '--stat').decode()}"]
    numbers = (
        f"Built and tested on Python {options.python}:\nbefore the review {before}; after it {after}; "
        f"{(more - warnings).total()} new warnings."
    )
    text = PAGE.read_text(encoding="utf-8")
    head, tail = text.partition(BEGIN)[0], text.partition(END)[2]
    # Four backquotes: pages of rules hold three.
    shown = "````console\n" + "\n".join(told).rstrip() + "\n````\n\n" + numbers
    PAGE.write_text(f"{head}{BEGIN}\n{shown}\n{END}{tail}", encoding="utf-8")
    return 0 if after.same_as(before) else 1


def _session(root: Path, answers: tuple[str, ...]) -> Iterator[str]:
    command = [sys.executable, "-m", "unstatic", "review", "."]
    environment = {**os.environ, "COLUMNS": "110"}
    done = subprocess.run(
        command,
        cwd=root,
        input="".join(f"{answer}\n" for answer in answers),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
        env=environment,
    )
    yield "$ unstatic review ."
    yield from _folded(done.stdout.splitlines())


def _folded(lines: list[str]) -> Iterator[str]:
    """Yield *lines* with the middle of long hunks and of pages left out."""
    run: list[str] = []
    in_page = False
    for line in lines:
        in_page = not line.startswith("y - ") and (in_page or line.endswith("] ?"))
        if line.startswith(("+", "-", " ")) or (in_page and not line.endswith("] ?")):
            run.append(line.rstrip())
            continue
        yield from _shortened(run)
        run = []
        yield line
    yield from _shortened(run)


def _shortened(run: list[str]) -> list[str]:
    if len(run) <= _MOST:
        return run
    return [*run[: _MOST - 1], f" [... {len(run) - _MOST + 1} more lines]"]


if __name__ == "__main__":
    sys.exit(main())
