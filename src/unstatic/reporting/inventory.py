"""The texts of `scan`, `diff` and `migrate`: what each extension comes to, each subject once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from unstatic.migration.report import Decided, ExtensionReport, Holds, Residue, SubjectReport, counted
from unstatic.text.source import Location

_T = TypeVar("_T")

_SHOWN_GAPS = 5
_SHOWN_OBJECTIONS = 10
_SHOWN_ALIKE = 5
_VERBS = ("migrate", "mend", "keep", "refuse")
_ORDER: tuple[Decided, ...] = ("refuse", "keep", "migrate")
_HELD: dict[Holds, str] = {
    "objects": "Python objects",
    "constants": "constants of the interpreter",
    "data": "C data",
}


def inventory(reports: Sequence[ExtensionReport]) -> str:
    """Return the text of `scan`: every subject of every extension, and what would be done about it."""
    return "\n".join(line for report in reports for line in (*_head(report), *_details(report, everything=True), ""))


def summary(reports: Sequence[ExtensionReport]) -> str:
    """Return the text that closes `diff` and `migrate`: the numbers, and whatever was refused or remains."""
    return "\n".join(line for report in reports for line in (*_result(report), *_details(report, everything=False)))


def _head(report: ExtensionReport) -> Iterator[str]:
    if report.init is None or report.outcome == "failed":
        # Failed, or left to its generator: there is nothing to count.
        yield f"{report.name}: {report.outcome}"
        return
    part = " (incomplete: diff and migrate need the rest)" if report.incomplete else ""
    yield f"{report.name}{part}: {', '.join(report.files) or 'no files'}"
    types, globals_ = report.types, report.globals
    heap_types = [_tally("heap type", report.specs)] if report.specs else []
    tallies = [_tally("type", types), _tally("global", globals_), *heap_types]
    yield f"  {'; '.join(tallies)}; initialisation to {report.init.outcome}"


def _tally(word: str, subjects: Sequence[SubjectReport]) -> str:
    counts = Counter(map(_verb, subjects))
    parts = ", ".join(f"{counts[verb]} to {verb}" for verb in _VERBS if counts[verb])
    return f"{counted(len(subjects), word)}{f' ({parts})' if parts else ''}"


def _count(subjects: Sequence[SubjectReport], outcome: Decided) -> int:
    return sum(subject.outcome == outcome for subject in subjects)


def _verb(subject: SubjectReport) -> str:
    """Return what is done: a type from a spec stays where it is."""
    return "mend" if (subject.kind, subject.outcome) == ("spec", "migrate") else subject.outcome


def _result(report: ExtensionReport) -> Iterator[str]:
    migrated = [
        counted(_count(subjects, "migrate"), word)
        for word, subjects in (("type", report.types), ("global", report.globals))
    ]
    size = f"{counted(report.lines_added, 'line')} added, {report.lines_removed} removed"
    is_migrated = report.outcome in ("migrated", "partial")
    outcome = report.outcome.replace("-", " ")
    mended = _count(report.specs, "migrate")
    is_moved = any(_count(subjects, "migrate") for subjects in (report.types, report.globals)) or not mended
    moved = [f"{' and '.join(migrated)} moved"] if is_migrated and is_moved else []
    moved += [f"{counted(mended, 'heap type')} mended"] if mended else []
    is_changed = is_migrated or report.lines_added or report.lines_removed
    loading = [report.loading] if report.loading else []
    yield "; ".join([f"{report.name}: {outcome}", *loading, *moved, *([size] if is_changed else [])])


def _details(report: ExtensionReport, *, everything: bool) -> Iterator[str]:
    if report.outcome == "failed":
        # What couldn't be read is the only news: `scan` tells of the rest.
        yield from (f"  error: {reason}" for reason in dict.fromkeys((*report.notes, *report.incomplete[:_SHOWN_GAPS])))
    else:
        yield from _found(report, everything=everything)


def _found(report: ExtensionReport, *, everything: bool) -> Iterator[str]:
    # First of all: it may be why the rest stays.
    yield from (f"  incomplete: {reason}" for reason in report.incomplete[:_SHOWN_GAPS])
    if len(report.incomplete) > _SHOWN_GAPS:
        yield f"  incomplete: {counted(len(report.incomplete) - _SHOWN_GAPS, 'more reason')}, see --report"
    told = [subject for subject in report.subjects if everything or subject.outcome == "refuse"]
    yield from _subjects(told, report.residue)
    others = [item for item in report.residue if not any(_is_same(item, subject) for subject in told)]
    alike = Counter((item.reason, item.rule) for item in others)
    for residue in _first_of_each(others, lambda item: (item.reason, item.rule)):
        held = f" ({_HELD[residue.holds]})" if residue.holds else ""
        yield _line(residue.location, f"remains{held}: {residue.reason}", residue.name, residue.rule)
    yield from _more_alike(alike)
    if report.init is not None:
        yield f"  left static: {_left(report)}"
    for comment in report.keep_comments:
        if comment.problem:
            message = f"keep comment without effect: {comment.problem}"
            yield _line(comment.location, message, comment.name or "unstatic", "keep-comment")
    yield from (_claim(report, name) for name in sorted(report.claims))
    yield from (f"  note: {note}" for note in report.notes)
    yield from (f"  for a reviewer: {objection}" for objection in report.objections[:_SHOWN_OBJECTIONS])
    if len(report.objections) > _SHOWN_OBJECTIONS:
        yield f"  for a reviewer: {counted(len(report.objections) - _SHOWN_OBJECTIONS, 'more place')}, see --report"


def _claim(report: ExtensionReport, name: str) -> str:
    """Return what the module says of itself, and whether the source or the migration says so."""
    value, before = report.claims[name], report.source_claims.get(name)
    if before is None:
        return f"  {name.replace('_', ' ')}: {value}"
    source = "as in the source" if before == value else f"declared by unstatic; in the source: {before}"
    return f"  {name.replace('_', ' ')}: {value} ({source})"


def _subjects(told: Sequence[SubjectReport], residue: Sequence[Residue]) -> Iterator[str]:
    """Yield what is in the way, that which keeps most first, and then what is kept and what moves.

    There is a line for each reason, and under that what stays only because those of the line do.
    """
    leaders = _leaders(told)
    led = Counter(leaders.values())
    groups = sorted(
        _grouped([subject for subject in told if subject.subject not in leaders]), key=lambda one: _weight(one, led)
    )
    for group in _first_of_each(groups, _kept_for):
        if group[0].outcome == "migrate" and len(group) > 1:
            yield from _moving(group)
            continue
        first = group[0]
        held = next((_HELD[item.holds] for item in residue if item.holds and _is_same(item, first)), "")
        outcome = f"keep ({held})" if first.outcome == "keep" and held else _verb(first)
        names = ", ".join(one.subject for one in group)
        yield _line(first.location, f"{outcome}: {first.reason}", names, first.rule)
        led_by = {subject.subject for subject in group}
        followers = [subject for subject in told if leaders.get(subject.subject) in led_by]
        for kind in ("type", "global"):
            named = [subject.name for subject in followers if subject.kind == kind]
            if named:
                yield f"    keeps {counted(len(named), kind)} static: {', '.join(named)}"
        left = [subject.name for subject in followers if subject.kind == "spec"]
        if left:
            yield f"    leaves {counted(len(left), 'heap type')} unmended: {', '.join(left)}"
    yield from _more_alike(Counter(why for group in groups if (why := _kept_for(group))))


def _kept_for(group: Sequence[SubjectReport]) -> tuple[str, str] | None:
    """Return why C data stays: many variables may for one reason, such as those of a macro. None for all else."""
    return (group[0].reason, group[0].rule) if group[0].outcome == "keep" else None


def _first_of_each(items: Iterable[_T], why: Callable[[_T], tuple[str, str] | None]) -> Iterator[_T]:
    """Yield the first few items of each reason, and all that have none."""
    seen: Counter[tuple[str, str] | None] = Counter()
    for item in items:
        key = why(item)
        seen[key] += 1
        if key is None or seen[key] <= _SHOWN_ALIKE:
            yield item


def _more_alike(reasons: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """Yield how many places of each reason, with its rule, weren't shown."""
    for (reason, rule), count in reasons.items():
        if count > _SHOWN_ALIKE:
            yield f"  {counted(count - _SHOWN_ALIKE, 'more place')}: {reason} ({rule}), see --report"


def _weight(group: Sequence[SubjectReport], led: Mapping[str, int]) -> tuple[int, int]:
    """Return by what a group is sorted: refusals first, and of them what keeps most."""
    outcome = group[0].outcome
    stopped = sum(1 + led[subject.subject] for subject in group) if outcome == "refuse" else 0
    return _ORDER.index(outcome), -stopped


def _moving(group: Sequence[SubjectReport]) -> Iterator[str]:
    """Yield what moves for the same reason: that once, and a line for each place."""
    first = group[0]
    rule = f" ({first.rule})" if first.rule else ""
    what = "heap types to mend" if first.kind == "spec" else f"{first.kind}s migrate"
    yield f"  {len(group)} {what}: {first.reason}{rule}"
    yield from (f"{_place(subject.location)}[{subject.subject}]" for subject in group)


def _leaders(told: Sequence[SubjectReport]) -> Mapping[str, str]:
    """Return, for what stays only because others do, the subject that is told in its place.

    The initialisation is always told itself: what it says of loading concerns everything else.
    """
    known = {subject.subject: subject for subject in told}
    found: dict[str, str] = {}
    for name, subject in known.items():
        seen = [name]
        while (leader := _leader(known[seen[-1]])) in known and leader not in seen:
            seen.append(leader)
        if len(seen) > 1 and subject.kind != "init":
            found[name] = seen[-1]
    # Where two stay because of each other, one has to be told.
    return {name: leader for name, leader in found.items() if leader not in found}


def _leader(subject: SubjectReport) -> str:
    """Return the first subject that another follows, if it has no reason of its own to stay."""
    is_alone = subject.kind == "init" or any(not obstacle.follows for obstacle in subject.obstacles)
    return "" if is_alone or not subject.obstacles else subject.obstacles[0].follows


def _grouped(subjects: Sequence[SubjectReport]) -> Iterator[Sequence[SubjectReport]]:
    """Yield those that move for the same reason together; refused and kept ones if the place is the same too."""
    groups: dict[object, list[SubjectReport]] = {}
    for subject in subjects:
        where = subject.kind if subject.outcome == "migrate" else subject.location
        groups.setdefault((subject.outcome, where, subject.reason, subject.rule), []).append(subject)
    yield from groups.values()


def _is_same(residue: Residue, subject: SubjectReport) -> bool:
    """Tell whether a subject is what remains, and was told with the same words."""
    same = (subject.location, subject.reason, subject.rule) == (residue.location, residue.reason, residue.rule)
    return same and subject.name.endswith(residue.name)


def _left(report: ExtensionReport) -> str:
    """Return how many variables and types the process still has one of, by what they hold; objects even if none."""
    found = {holds: sum(item.holds == holds for item in report.residue) for holds in _HELD}
    objects = found.pop("objects")
    others = [f"{counted(count, 'variable')} with {_HELD[holds]}" for holds, count in found.items() if count]
    return ", ".join([counted(objects, "Python object") if objects else "no Python objects", *others])


def _line(location: Location | None, message: str, name: str, rule: str) -> str:
    return f"{_place(location)}{message} [{name}]{f' ({rule})' if rule else ''}"


def _place(location: Location | None) -> str:
    return f"{location}: " if location else "  "
