"""Types that are heap types already: all that changes is what was forgotten of the lifetime of their instances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from unstatic.facts.once.second_runs import runs_once
from unstatic.facts.references.kept_types import kept_types
from unstatic.facts.state.teardown.unowned_types import unowned_types
from unstatic.facts.trust.limited_api import limited_api, macros_cast
from unstatic.facts.trust.protected_files import protected
from unstatic.facts.types.specs.lifetimes import Lifetime, lifetimes
from unstatic.model.extension import Extension, Global
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import global_subject, spec_subject
from unstatic.plan.deciding.requests import unasked, unwanted
from unstatic.plan.deciding.work import Work, declared, unwritable
from unstatic.plan.decisions import Decision, Verdict
from unstatic.plan.obstacles.slot_functions import traverse_obstacles
from unstatic.text.source import Location


def spec_decisions(work: Work) -> Iterator[Decision]:
    """Yield a decision for each spec whose instances don't count for their type as those of a heap type must."""
    if not work.selects("spec-lifetimes"):
        return
    model = work.model
    is_cast = limited_api(model) is None or macros_cast(model)
    for item in lifetimes(model) if is_cast else ():
        subject = spec_subject(item.spec)
        where = _place(model, item)
        wish = unasked(work.choices, subject, where) or unwanted(work.choices, subject, where)
        if wish is not None:
            yield Decision(subject, Verdict.KEEP, wish.reason, wish.rule, where)
            continue
        obstacle = next(_obstacles(work, item, subject, where), None)
        if obstacle is not None:
            reason = f"{_reason(item)}; {obstacle.reason}"
            yield Decision(subject, Verdict.REFUSE, reason, obstacle.rule, obstacle.location, obstacles=(obstacle,))
        else:
            yield Decision(subject, Verdict.MIGRATE, _reason(item), "spec-lifetimes", where)


def _reason(item: Lifetime) -> str:
    told = ("its instances don't release it", "the garbage collector isn't shown that they hold it")
    is_so = (item.unreleasing is not None, item.unvisiting is not None)
    lead = "heap type; " if is_so[0] else "heap type with instances; "
    return lead + " and ".join(text for text, holds in zip(told, is_so, strict=True) if holds)


def _functions(item: Lifetime) -> Iterator[str]:
    """Yield the functions that have to do more."""
    if item.unreleasing is not None:
        yield item.unreleasing.function
    if item.unvisiting is not None:
        yield item.unvisiting


def _place(model: Extension, item: Lifetime) -> Location:
    definition = model.functions[next(_functions(item))].definition
    return model.location(definition.path, definition.name_span.start)


def _obstacles(work: Work, item: Lifetime, subject: str, where: Location) -> Iterator[Obstacle]:
    model = work.model
    yield from unwritable(work.choices, subject, where)
    for symbol in _functions(item):
        definition = model.functions[symbol].definition
        held = protected(model, definition.path, definition.name_span.start)
        if held is not None:
            yield Obstacle(f"{definition.name} stands in a file that {held.reason}", held.rule, held.location)
    if item.unvisiting is not None:
        yield from traverse_obstacles(model, item.unvisiting)
    yield from _outlived(work, item)


def _outlived(work: Work, item: Lifetime) -> Iterator[Obstacle]:
    """Yield what points at the type without owning it, and may be used once the type is gone (G606).

    Nothing of the kind happens to a module that is made once in a process: its dict is kept.
    """
    model = work.model
    if runs_once(model) and not (work.init is not None and work.init.verdict is Verdict.MIGRATE):
        return
    for variable in (one for one in model.globals if one.symbol == item.spec.holder or _holds_type(model, one)):
        stays = work.staying.get(variable.symbol)
        if stays is None and work.selects("module-state"):
            continue
        subject = global_subject(model, variable)
        reason = f"{subject.partition(':')[2]}, which stays in a variable of the process, could outlive it"
        if stays is None:
            yield Obstacle(reason, "only", declared(model, variable))
        else:
            yield replace(stays, reason=reason, follows=subject)
    for member in unowned_types(model):
        reason = f"{member.name}, a member of the module's state that nothing releases, could outlive it"
        yield Obstacle(reason, "ownership", model.location(member.path, member.name_span.start))


def _holds_type(model: Extension, item: Global) -> bool:
    return item.name.encode() in kept_types(model)
