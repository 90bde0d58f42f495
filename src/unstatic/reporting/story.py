"""Stories: all that is known of one type or global of a project, and what would let it move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from unstatic.migration.report import ExtensionReport, SubjectReport, counted, to_json
from unstatic.model.extension import Extension, Global, StaticType
from unstatic.model.subjects import subject_of
from unstatic.model.uses import uses_as
from unstatic.reporting.causes import roots, told
from unstatic.settings.rules import explanation
from unstatic.text.source import Location

MOST_USES = 20
MOST_OBSTACLES = 12
_ADVICE = "## What you can do"
_OUTSIDE = "outside of all functions"


@dataclass(frozen=True, slots=True)
class UsedIn:
    """What one function does with a type or a global: the first place, and all that is done, in source order."""

    function: str
    location: Location
    done: tuple[str, ...]


def users(model: Extension, subject: str) -> tuple[UsedIn, ...]:
    """Return what each function does with a subject, in source order; nothing for the initialisation."""
    items: tuple[StaticType | Global, ...] = (*model.types, *model.globals)
    item = next((one for one in items if subject_of(model, one) == subject), None)
    found: dict[str, list[tuple[Location, str]]] = {}
    for use in uses_as(model, item.symbol) if item is not None else ():
        reference = use.reference
        owner = model.functions.get(reference.function or "")
        variable = next(iter(model.by_symbol.get(reference.initialises or "", ())), None)
        name = owner.name if owner else f"the initialiser of {variable.name}" if variable else _OUTSIDE
        macro = f"named by the macro {reference.via_macro}" if reference.via_macro else ""
        place = model.location(reference.path, reference.offset)
        found.setdefault(name, []).append((place, macro or use.role.value))
    return tuple(UsedIn(name, uses[0][0], tuple(done for _, done in uses)) for name, uses in found.items())


def story(report: ExtensionReport, subject: SubjectReport, uses: Sequence[UsedIn]) -> str:
    """Return the story of one subject of an extension, as text in sections."""
    return "\n".join([*_decided(report, subject), *_used(uses), *_in_the_way(report, subject)])


def _decided(report: ExtensionReport, subject: SubjectReport) -> Iterator[str]:
    where = f" {subject.declared}" if subject.declared else ""
    yield f"{subject.subject} of {report.name}{where}"
    rule = f" ({subject.rule})" if subject.rule else ""
    done = "is mended" if subject.kind == "spec" else "moves"
    verb = {"migrate": done, "keep": "is kept", "refuse": "stays"}[subject.outcome]
    place = f" {subject.location}:" if subject.location and subject.location != subject.declared else ""
    yield f"  {verb}:{place} {subject.reason}{rule}"


def _used(uses: Sequence[UsedIn]) -> Iterator[str]:
    if uses:
        yield f"used in {counted(len(uses), 'place')}:"
    for use in uses[:MOST_USES]:
        times = {done: use.done.count(done) for done in use.done}
        told = ", ".join(f"{done} ({count} times)" if count > 1 else done for done, count in times.items())
        yield f"  {use.location}: {use.function}: {told}"
    if len(uses) > MOST_USES:
        yield f"  and {len(uses) - MOST_USES} more"


def _in_the_way(report: ExtensionReport, subject: SubjectReport) -> Iterator[str]:
    """Yield all that has to change before a refused subject moves, and what its rules advise."""
    if subject.outcome != "refuse":
        return
    document: Any = to_json([report])
    found = roots(document["extensions"][0], subject.subject)
    yield f"to let it move, {counted(len(found), 'thing')} would have to change:"
    yield from (f"  {told(one)}" for one in found[:MOST_OBSTACLES])
    if len(found) > MOST_OBSTACLES:
        yield f"  and {len(found) - MOST_OBSTACLES} more"
    for rule in dict.fromkeys(one["rule"] for one in found[:MOST_OBSTACLES]):
        yield from _advice(rule)


def _advice(rule: str) -> Iterator[str]:
    """Yield what the page of a rule says that a person can do."""
    page = explanation(rule)
    if page is None or _ADVICE not in page.text:
        return
    section = page.text.partition(_ADVICE)[2].partition("\n## ")[0].strip()
    yield f"{rule}: what you can do (all of it: unstatic explain {rule})"
    yield from (f"  {line}".rstrip() for line in section.splitlines())
