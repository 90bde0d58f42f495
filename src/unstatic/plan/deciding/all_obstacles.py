"""All obstacles of what is refused, not the first alone: those that it would meet if everything else migrated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from unstatic.facts.module.module_lookups import LOOKUPS
from unstatic.facts.state import interpreter_dict
from unstatic.facts.state.routes import NO_WAY, Asking
from unstatic.model.extension import Extension
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import init_subject, subject_of
from unstatic.plan.deciding.choices import Choices
from unstatic.plan.deciding.decide import STEPS, Refusal
from unstatic.plan.deciding.fallback import levels_of_asking
from unstatic.plan.deciding.fixpoint import TIES, hold_modules, router, routes_of
from unstatic.plan.deciding.initialisation import init_obstacles
from unstatic.plan.deciding.work import Found, Work, is_harmless, start
from unstatic.plan.decisions import Decision, Plan, Verdict
from unstatic.plan.obstacles.units import choose_header
from unstatic.text.source import Location

# A variable that a hundred functions use in the same wrong way has enough of them told.
_MOST_OF_A_RULE = 10

Obstacles = Mapping[str, tuple[Obstacle, ...]]
"""What is in the way of each subject, whatever becomes of the others."""


def all_obstacles(model: Extension, choices: Choices, plan: Plan) -> Obstacles:
    """Return what is in the way of each subject that *plan* refuses: by itself, and because others stay."""
    work = start(model, choices)
    own = list(_own(work))
    # What stays without harm is in nobody's way.
    harmless = {symbol for symbol, item in work.globals.items() if is_harmless(model, item)}
    work.refuse([(symbol, obstacle) for symbol, obstacle in own if symbol in harmless])
    refused = {item.subject for item in plan.decisions if item.verdict is Verdict.REFUSE}
    names = {symbol: subject_of(model, item) for symbol, item in work.running}
    if model.init is not None:
        names[LOOKUPS] = init_subject(model, model.init.entry)
    found: dict[str, list[Obstacle]] = {subject: [] for subject in names.values()}
    if model.init is not None:
        found[names[LOOKUPS]] += init_obstacles(work)
    behind = {symbol for symbol, subject in names.items() if subject in refused}
    for symbol, obstacle in (*own, *_on_the_way(work), *_behind_others(work, behind)):
        if symbol in behind and obstacle.follows != names[symbol]:
            found[names[symbol]].append(obstacle)
    return {subject: _told_once(obstacles) for subject, obstacles in found.items()}


def _own(work: Work) -> Iterator[Found]:
    """Yield all that the steps find that look at one subject alone."""
    for step in STEPS:
        if isinstance(step, Refusal):
            yield from step.find(work)


def _on_the_way(work: Work) -> Iterator[Found]:
    """Yield what stands between uses and the state where every type leads to its module."""
    hold_modules(work)
    routes = routes_of(replace(work, asking=next(reversed(levels_of_asking(work)), Asking.NOTHING)))
    for symbol, blocks in routes.blocked.items():
        item = work.globals.get(symbol)
        is_saved = item is not None and work.selects(interpreter_dict.RULE)
        is_saved = is_saved and item is not None and not any(interpreter_dict.problems(work.model, item))
        yield from ((symbol, block) for block in blocks if not (is_saved and block.rule in NO_WAY))
    yield from choose_header(work.model, routes, [item for _, item in work.running]).refused


def _behind_others(work: Work, refused: Collection[str]) -> Iterator[Found]:
    """Yield why each of the *refused* would still stay if only its own obstacles were gone."""
    moving = {symbol: static for symbol, static in work.types.items() if symbol not in refused}
    now = replace(work, types=moving)
    routes = router(now).find([symbol for symbol, _ in work.running if symbol in refused])
    for symbol, blocks in routes.blocked.items():
        yield from ((symbol, block) for block in blocks if block.follows)
    for symbol, static in work.types.items():
        if symbol in refused:
            alone = replace(now, types={**moving, symbol: static})
            yield from (found for find in TIES for found in find(alone) if found[0] == symbol)


def _told_once(obstacles: Iterable[Obstacle]) -> tuple[Obstacle, ...]:
    """Return obstacles without those of the same rule at the same place, and not too many of one rule."""
    told: dict[tuple[str, Location], Obstacle] = {}
    counts: Counter[str] = Counter()
    for item in obstacles:
        is_known = (item.rule, item.location) in told
        if not is_known and (item.follows or counts[item.rule] < _MOST_OF_A_RULE):
            told[item.rule, item.location] = item
            counts[item.rule] += 1
    return tuple(told.values())


def with_obstacles(plan: Plan, obstacles: Obstacles) -> Plan:
    """Return *plan* with all that is in the way of what it refuses, besides the reason itself."""
    init = next((item for item in plan.of_kind("init") if item.verdict is Verdict.REFUSE), None)
    return replace(plan, decisions=tuple(_completed(item, obstacles, init) for item in plan.decisions))


def _completed(decision: Decision, obstacles: Obstacles, init: Decision | None) -> Decision:
    if decision.verdict is not Verdict.REFUSE:
        return decision
    found = _told_once((*decision.obstacles, *obstacles.get(decision.subject, ())))
    if init is not None and init is not decision and _is_held_by(decision.subject, found, init):
        reason = f"the module's initialisation stays: {init.reason}"
        found = (*found, Obstacle(reason, "init", init.location, init.subject))
    return replace(decision, obstacles=found)


def _is_held_by(subject: str, found: Iterable[Obstacle], init: Decision) -> bool:
    """Tell whether an initialisation keeps a subject that doesn't say so, and stays for more than that subject."""
    is_told = any(item.follows == init.subject for item in found)
    return not is_told and any(item.follows != subject for item in init.obstacles)
