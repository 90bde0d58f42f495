"""Applies the series of a pinned package patch by patch, and tests each prefix: `python corpus/series.py multidict`."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness import pins, sdists
from harness.pins import Pin

from unstatic.system.building import interpreters
from unstatic.system.building.interpreters import Interpreter
from unstatic.system.building.projects import copy_tree, environment_of
from unstatic.text.diff import statistics
from unstatic.verify.building import builds
from unstatic.verify.building.builds import Recipe, Tested
from unstatic.verify.building.compiler_warnings import fresh_warnings

HERE = Path(__file__).resolve().parent
PAGE = """\
# A series, patch by patch

`unstatic migrate --series DIR --split types` writes a patch for each step, and for each type that is converted; without
`--split types`, the types are one patch. Types that share a deallocator are converted together, and a base goes with
what extends it, or after it. Each prefix of a series compiles and behaves as before, so `git bisect` finds the patch
that something came with. Only the whole is for shipping: in between, the module isn't isolated yet.

What follows was written by `python corpus/series.py {name}`. It downloads the package, applies one patch after the
other with `git am`, and builds and tests each state on Python {python} in an environment of its own. What `-Wpedantic`
says of each function in a table of slots isn't counted as a warning.

## {name} {version}

| patch | lines added, removed | new warnings | tests |
|---|---|---|---|
{rows}

{verdict}

## The message of a patch

```
{message}
```

## The cover letter

```
{cover}
```
"""


@dataclass(frozen=True, slots=True)
class State:
    """The package after one patch."""

    title: str
    size: str
    warnings: Counter[str]
    tested: Tested


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if each state passes the tests of the first and compiles without new warnings, else 1."""
    options = _options(arguments)
    pin = pins.read(HERE / f"{options.package}.toml")
    python = interpreters.find(options.python)
    if python is None:
        sys.exit(f"no Python {options.python} with headers here")
    work = options.work / "series" / pin.name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    archive = sdists.fetch(pin, options.work / "sdists" / pin.name, work / "download.log")
    root = sdists.unpack(archive, work / pin.name, pin, python, work)
    series = _series(root, work)
    states = []
    for number, state in enumerate(_states(root, series, pin, python, work)):
        states.append(state)
        print(f"{number}: {state.title}: {state.tested}", file=sys.stderr)
    print(_page(pin, options.python, series, states), end="")
    return 0 if _is_right(states) else 1


def _options(arguments: list[str] | None) -> argparse.Namespace:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", help="name of a pin in this folder")
    parser.add_argument("--python", default="3.12", help="minor version; default 3.12")
    parser.add_argument("--work", type=Path, default=cache / "unstatic-corpus", help="downloads and builds")
    options = parser.parse_args(arguments)
    options.work = options.work.resolve()
    return options


def _series(root: Path, work: Path) -> Path:
    command = [sys.executable, "-m", "unstatic", "migrate", "--series", str(work / "patches"), "--split", "types"]
    subprocess.run([*command, str(root)], check=True, stdout=sys.stderr)
    return work / "patches"


def _states(root: Path, series: Path, pin: Pin, python: Interpreter, work: Path) -> Iterator[State]:
    for command in (["init", "-q"], ["add", "-A", "-f"], ["commit", "-qm", "Import"]):
        git(root, *command)
    yield State("the original", "", *built(root, pin, python, work / "0"))
    for number, patch in enumerate(sorted(series.glob("*.patch")), start=1):
        git(root, "am", "-q", str(patch))
        size = statistics(git(root, "diff", "HEAD~"))
        title = git(root, "log", "-1", "--format=%s").decode().strip()
        numbers = f"{size.lines_added}, {size.lines_removed}"
        yield State(title, numbers, *built(root, pin, python, work / str(number)))


def git(root: Path, *arguments: str) -> bytes:
    """Run git in *root* and return what it prints. Raises CalledProcessError."""
    identity = ["-c", "user.name=n", "-c", "user.email=e@localhost", "-c", "init.defaultBranch=main"]
    return subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True).stdout


def built(root: Path, pin: Pin, python: Interpreter, work: Path) -> tuple[Counter[str], Tested]:
    """Build the package in *root* and run its tests; return the compiler's warnings, and how the tests ended."""
    wanted = tuple(word for one in pin.pip for word in one.split())
    recipe = Recipe(test=pin.test, test_files=pin.test_files, install=("pytest", *wanted))
    source = copy_tree(root, work / "tree")
    log = work / "build.log"
    builder = environment_of(python, work / "builder", work / "builder.log")
    wheel = builds.wheel_of(source, python, builder, recipe, work / "wheel", log)
    output = log.read_text(encoding="utf-8", errors="replace")
    executable = environment_of(python, work / "environment", work / "environment.log")
    installed = builds.install(wheel, python, executable, recipe, output, work / "install.log")
    tested = builds.test(recipe, root, installed, work / "tests", work / "test.log")
    for name in ("builder", "environment", "tree"):
        shutil.rmtree(work / name, ignore_errors=True)
    return installed.warnings, tested


def _new(states: Sequence[State], state: State) -> int:
    avoidable, _ = fresh_warnings(states[0].warnings, state.warnings)
    return len(avoidable)


def _is_right(states: Sequence[State]) -> bool:
    return all(state.tested.same_as(states[0].tested) and not _new(states, state) for state in states)


def _page(pin: Pin, python: str, series: Path, states: Sequence[State]) -> str:
    rows = [f"| {item.title} | {item.size} | {_new(states, item)} | {item.tested} |" for item in states]
    verdict = "Each state passes what the original passes." if _is_right(states) else "NOT every state is right."
    patch = sorted(series.glob("*heap-types*.patch"))[0].read_text(encoding="utf-8")
    subject, _, rest = patch[patch.index("Subject: ") :].partition("\n")
    message = subject + "\n\n" + rest.partition("\n\n")[2].partition("\n---\n")[0].strip()
    cover = (series / "cover-letter.txt").read_text(encoding="utf-8").strip()
    return PAGE.format(
        name=pin.name,
        version=pin.version,
        python=python,
        rows="\n".join(rows),
        verdict=verdict,
        message=message,
        cover=cover,
    )


if __name__ == "__main__":
    sys.exit(main())
