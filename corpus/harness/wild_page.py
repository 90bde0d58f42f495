"""WILD.md: what became of packages that nothing here was tuned to, and which rules block the most."""

from __future__ import annotations

import json
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from unstatic.reporting.causes import Obstacle, causes

_HISTORY = "## History"
_HEAD = "| version | packages read | extensions finished | types | objects | seconds |"
_INTRODUCTION = """\
`make wild` writes this file: what `unstatic batch` makes of published packages that no recipe builds. What blocks here
has guided the work, so that the numbers say little of packages that it never met. Objects are global variables that
hold Python objects, and data that can move with them; C data that stays is not counted. An extension is finished when
nothing of it was refused."""
_RANKING = """\
Everything that is in the way of what stays, by rule: how many types and objects it blocks, how many of them it alone
blocks, in how many packages, and one line of source. Where a subject stays because of another, such as the
initialisation or a base, what is in the way of that one counts. What a rule alone blocks moves once it is mended."""
_TOGETHER = """\
The sets of rules that block the most: all of a row have to be mended before these types and objects move."""
_MOST_SETS = 15
_COLUMNS = ("package", "outcome", "extensions", "types", "objects", "seconds", "MiB", "why not more")
_KINDS = ("types", "globals")


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the batch: the version of the tool, Debian packages that were missing, whether it built."""

    version: str
    missing: Sequence[str]
    is_built: bool


@dataclass(frozen=True, slots=True)
class Package:
    """One package: what `batch` kept of it, its report, and its archive if there is one."""

    name: str
    outcome: str
    error: str
    verified: bool | None
    seconds: float
    mebibytes: int
    extensions: Sequence[Mapping[str, Any]]
    archive: Path | None = None

    def subjects(self, kind: str) -> Iterator[Mapping[str, Any]]:
        """Yield the subjects of a *kind*, types or globals, that were migrated or refused."""
        for extension in self.extensions:
            yield from (item for item in extension[kind] if item["outcome"] in ("migrated", "refused"))

    def moved(self, kind: str) -> tuple[int, int]:
        """Return how many subjects of a *kind* were migrated, and how many there are."""
        outcomes = [item["outcome"] for item in self.subjects(kind)]
        return outcomes.count("migrated"), len(outcomes)

    def refusals(self, kind: str) -> Iterator[Mapping[str, Obstacle]]:
        """Yield all that is in the way of each refused subject of a *kind*, one obstacle for each rule."""
        for extension in self.extensions:
            yield from causes(extension, kind)

    @property
    def finished(self) -> tuple[int, int]:
        """How many extensions were migrated as a whole, of those that have something to do."""
        outcomes = [one["outcome"] for one in self.extensions if one["outcome"] != "nothing-to-do"]
        return outcomes.count("migrated"), len(outcomes)


@dataclass(slots=True)
class Blocked:
    """What one rule blocks: numbers by kind, alone and with other rules, the packages, and an example."""

    all: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)
    packages: set[str] = field(default_factory=set)
    example: tuple[Package, Obstacle] | None = None


def read(folder: Path) -> list[Package]:
    """Return the packages of a batch's *folder*, in the order of their names."""
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return [_package(folder, line) for line in summary["packages"]]


def _package(folder: Path, line: Mapping[str, Any]) -> Package:
    report = folder / "packages" / line["name"] / "report.json"
    extensions = json.loads(report.read_text(encoding="utf-8"))["extensions"] if report.is_file() else []
    archives = sorted((folder / "downloads" / line["name"]).glob("*.tar.*"))
    measured = line["seconds"], line["mebibytes"]
    archive = archives[0] if archives else None
    return Package(
        line["name"],
        line["outcome"],
        line["error"],
        line["verified"],
        *measured,
        extensions=extensions,
        archive=archive,
    )


def history(page: str) -> list[str]:
    """Return the rows of the history in an earlier page."""
    _, _, behind = page.partition(_HISTORY)
    rows = [line for line in behind.splitlines() if line.startswith("|")]
    return rows[2:]


def page(packages: Sequence[Package], run: Run, earlier: Sequence[str]) -> str:
    """Return the whole of WILD.md."""
    rows = [row for row in earlier if not row.startswith(f"| {run.version} |")]
    sections = [
        "# The wild",
        _INTRODUCTION,
        _missing_note(run.missing),
        _totals(packages),
        "## What blocks",
        _RANKING,
        _table(("rule", "types", "objects", "alone", "packages", "for example"), _ranking(packages)),
        "## What has to be mended together",
        _TOGETHER,
        _table(("rules", "types", "objects"), _together(packages)),
        "## Packages",
        _table(_COLUMNS, _rows(packages)),
        *_failures(packages),
        _HISTORY,
        "\n".join([_HEAD, "|---" * 6 + "|", *rows, _history_row(packages, run)]),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _missing_note(missing: Sequence[str]) -> str:
    return f"Not installed here, so that some can't be read: {', '.join(missing)}." if missing else ""


def _totals(packages: Sequence[Package]) -> str:
    finished = [sum(column) for column in zip(*(one.finished for one in packages), strict=True)]
    lines = [f"- extensions finished: {_share(*finished)}"]
    for kind, name in (("types", "types"), ("globals", "objects")):
        lines.append(f"- {name} moved: {_share(*_moved(packages, kind))}")
    built = [one.verified for one in packages if one.verified is not None]
    if built:
        lines.append(f"- no worse than the original, by `unstatic verify`: {built.count(True)} of {len(built)}")
    return "\n".join(lines)


def _moved(packages: Iterable[Package], kind: str) -> tuple[int, int]:
    pairs = [one.moved(kind) for one in packages]
    return sum(first for first, _ in pairs), sum(second for _, second in pairs)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({round(100 * part / whole) if whole else 100} %)"


def _ranking(packages: Sequence[Package]) -> Iterator[tuple[str, ...]]:
    found: dict[str, Blocked] = defaultdict(Blocked)
    for package in packages:
        for kind in _KINDS:
            for obstacles in package.refusals(kind):
                _count(found, package, kind, obstacles)
    ranked = sorted(found.items(), key=lambda pair: (-pair[1].all.total(), pair[0]))
    for rule, blocked in ranked:
        numbers = [str(blocked.all[kind]) for kind in _KINDS]
        alone = f"{blocked.alone['types']} + {blocked.alone['globals']}"
        yield (f"`{rule}`", *numbers, alone, str(len(blocked.packages)), _example(blocked))


def _together(packages: Sequence[Package]) -> Iterator[tuple[str, ...]]:
    found: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for package in packages:
        for kind in _KINDS:
            for obstacles in package.refusals(kind):
                found[tuple(sorted(obstacles))][kind] += 1
    ranked = sorted(found.items(), key=lambda pair: (-pair[1].total(), pair[0]))
    for rules, counts in ranked[:_MOST_SETS]:
        yield (", ".join(f"`{rule}`" for rule in rules), *(str(counts[kind]) for kind in _KINDS))


def _count(found: dict[str, Blocked], package: Package, kind: str, obstacles: Mapping[str, Obstacle]) -> None:
    for rule, obstacle in obstacles.items():
        blocked = found[rule]
        blocked.all[kind] += 1
        blocked.alone[kind] += len(obstacles) == 1
        blocked.packages.add(package.name)
        blocked.example = blocked.example or (package, obstacle)


def _example(blocked: Blocked) -> str:
    if blocked.example is None:
        return ""
    package, obstacle = blocked.example
    where = obstacle["location"]
    place = f"{where['path']}:{where['line']}:{where['column']}" if where else ""
    text = _line(package.archive, place)
    return f"{package.name} {place}" + (f": `{text}`" if text else "")


def _line(archive: Path | None, place: str) -> str:
    """Return the line of source at *place*, `path:line[:column]`, of what an archive holds; empty if it has none."""
    path, _, behind = place.partition(":")
    number = behind.partition(":")[0]
    if archive is None or not number.isdecimal():
        return ""
    with tarfile.open(archive) as opened:
        for member in opened:
            if member.isfile() and PurePosixPath(*PurePosixPath(member.name).parts[1:]) == PurePosixPath(path):
                stream = opened.extractfile(member)
                lines = stream.read().decode("utf-8", "replace").splitlines() if stream is not None else []
                found = lines[int(number) - 1].strip() if int(number) <= len(lines) else ""
                return found.replace("|", "\\|").replace("`", "'")[:90]
    return ""


def _rows(packages: Sequence[Package]) -> Iterator[tuple[str, ...]]:
    for one in packages:
        rules = Counter(item["rule"] for kind in _KINDS for item in one.subjects(kind) if item["outcome"] == "refused")
        why = ", ".join(f"{rule} {count}" for rule, count in rules.most_common())
        yield (
            one.name,
            one.outcome,
            _of(*one.finished),
            *(_of(*one.moved(kind)) for kind in _KINDS),
            str(round(one.seconds)),
            str(one.mebibytes),
            why,
        )


def _of(part: int, whole: int) -> str:
    return f"{part}/{whole}"


def _failures(packages: Sequence[Package]) -> list[str]:
    lines = [f"- {one.name}: {one.error}" for one in packages if one.error]
    return ["## Not read", "\n".join(lines)] if lines else []


def _history_row(packages: Sequence[Package], run: Run) -> str:
    finished = [sum(column) for column in zip(*(one.finished for one in packages), strict=True)]
    known = sum(not one.error for one in packages)
    parts = [
        run.version + (", built" if run.is_built else ""),
        f"{known} of {len(packages)}",
        _share(*finished),
        *(_share(*_moved(packages, kind)) for kind in _KINDS),
        str(round(sum(one.seconds for one in packages))),
    ]
    return "| " + " | ".join(parts) + " |"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
