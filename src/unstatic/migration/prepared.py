"""What the preparations make of the sources, and the plan for that: what gains nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.errors import RewriteError
from unstatic.migration.applied import Made, applied, edits_of, line_limits
from unstatic.migration.miscompiled import reject_changed_code, reject_new_errors, reread
from unstatic.migration.told_of_originals import on_originals
from unstatic.model.extension import Extension
from unstatic.model.obstacle import Obstacle
from unstatic.plan.deciding import Choices, Obstacles, all_obstacles, decide, selected_rewrites, with_obstacles
from unstatic.plan.decisions import Decision, Plan, Verdict
from unstatic.reading.sources import Reading
from unstatic.rewriting.protocol import Preparation, load_preparations
from unstatic.settings.config import Settings
from unstatic.text.source import Location

# What preparations take away.
_PREPARED = ("class-member", "generated-variable", "spelling-used", "read-before-made")


@dataclass(frozen=True, slots=True)
class Start:
    """What the rewrites begin with: the project's sources, or what the preparations made of them."""

    reading: Reading
    limits: Mapping[Path, int]
    """How long lines are in the project's own files."""
    steps: tuple[Made, ...] = ()

    @property
    def model(self) -> Extension:
        """The facts of these sources."""
        return self.reading.model

    @property
    def files(self) -> dict[Path, bytes]:
        """The sources that the preparations changed."""
        return self.steps[-1].files if self.steps else {}


def prepared(settings: Settings, reading: Reading) -> tuple[Start, Plan]:
    """Return what the preparations make of the sources, and its plan; what gains nothing is left out."""
    choices = choices_of(settings)
    first = reading.model
    plain = _alone(settings, Start(reading, line_limits(first)))
    failed: dict[str, Decision] = {}
    others: Obstacles = {}
    tried: Plan | None = None
    while True:
        start = _with_facts(settings, plain, frozenset(failed))
        plan = decide(start.model, choices)
        if not others and plan.refuses_anything:
            # The first attempt has all preparations: what these take away is in nobody's way.
            plan = with_obstacles(plan, all_obstacles(start.model, choices, plan))
        plan = on_originals(plan, {path: first.files[path].source.data for path in start.files}, start.steps)
        others = others or {item.subject: item.obstacles for item in plan.decisions}
        tried = tried or plan
        added = start.steps[len(plain.steps) :]
        decided = {change.subject: plan.decision(change.subject) for step in added for change in step.changes}
        # What isn't migrated stays as it is, and what was prepared for it may have been all that others needed.
        stays = {name: item for name, item in decided.items() if item is not None and not _holds(plan, item)}
        # A first stage makes heap types, and leaves the initialisation.
        aims = (*plan.of_kind("init"), *(plan.of_kind("type") if settings.first_stage else ()))
        if not added or (not stays and any(_holds(plan, item) for item in aims)):
            for preparation in load_preparations():
                plan = preparation.on_originals(first, plan, failed)
            return start, with_obstacles(_with_deeper_reasons(plan, tried, failed), others)
        if not stays:
            settings = replace(settings, ignore=(*settings.ignore, *(step.by.name for step in added)))
        failed |= stays
        start.reading.forget()


def _holds(plan: Plan, item: Decision) -> bool:
    """Tell whether a subject migrates; of an initialisation in two phases already, what it makes is what counts."""
    is_done = item.kind == "init" and item.verdict is Verdict.KEEP and item.rule == "init"
    return plan.migrates(item.subject) or (is_done and plan.changes_anything)


def _with_deeper_reasons(plan: Plan, tried: Plan, failed: Mapping[str, Decision]) -> Plan:
    """Return *plan* with what is in the way of subjects that were prepared in vain, and not that they would have to be.

    *tried* had all preparations: what it refuses is refused for what they don't take away. *failed* has what became of
    what was prepared.
    """
    found = tuple(_deeper(item, plan, tried, failed) for item in plan.decisions)
    told = {_told_as(old): new for old, new in zip(plan.decisions, found, strict=True) if new is not old}
    pairs = ((item, told.get((item.name, item.location, item.reason))) for item in plan.claims.reasons)
    reasons = tuple(
        item if new is None else replace(item, location=new.location, reason=new.reason, rule=new.rule)
        for item, new in pairs
    )
    return replace(plan, decisions=found, claims=replace(plan.claims, reasons=reasons))


def _deeper(item: Decision, plan: Plan, tried: Plan, failed: Mapping[str, Decision]) -> Decision:
    if item.rule == "init":
        return item if tried.changes_anything else tried.decision(item.subject) or item
    if item.verdict is not Verdict.REFUSE:
        return item
    if item.rule in _PREPARED:
        return failed.get(item.subject, item)
    found = tried.decision(item.subject)
    if found is None:
        return _without_init(item, plan)
    return found if found.verdict is Verdict.REFUSE else item


def _without_init(item: Decision, plan: Plan) -> Decision:
    """Return the decision on what the preparations take away, if the initialisation allows it."""
    init = next((one for one in plan.of_kind("init") if one.verdict is Verdict.REFUSE), None)
    if init is None:
        return item
    told = Obstacle(f"the module's initialisation stays: {init.reason}", "init", init.location, init.subject)
    return replace(item, reason=told.reason, rule=init.rule, location=told.location, obstacles=(told,))


def _told_as(decision: Decision) -> tuple[str, Location, str]:
    """Return how what stays for a decision is told among what the process keeps."""
    return decision.name.rpartition(".")[2], decision.location, decision.reason


def _alone(settings: Settings, start: Start) -> Start:
    """Return what the preparations make of the sources that stay whatever is decided."""
    for preparation in _preparations(settings):
        if preparation.stands_alone:
            before = start
            start = _next(settings, before, preparation, frozenset())
            reject_changed_code(before.model, start.model, preparation)
    return start


def _with_facts(settings: Settings, start: Start, left_out: frozenset[str]) -> Start:
    """Return what the other preparations make of them, but for their changes for the subjects *left_out*."""
    for preparation in _preparations(settings):
        is_done = preparation.stands_alone
        while not is_done:
            following = _next(settings, start, preparation, left_out)
            is_done = following is start or not preparation.repeats
            # Nothing holds what was there before: it's as large as what comes next.
            start = following
            del following
    return start


def _preparations(settings: Settings) -> Iterator[Preparation]:
    wanted = selected_rewrites(choices_of(settings))
    found = (item for item in load_preparations() if item.name in wanted)
    return (item.restricted(settings.touched) if settings.touched else item for item in found)


def _next(settings: Settings, start: Start, preparation: Preparation, left_out: frozenset[str]) -> Start:
    found = preparation.changes(start.model, settings.min_python)
    changes = tuple(change for change in found if not {change.subject, *change.together} & left_out)
    edits = edits_of(start.model, changes, start.limits, keeps_code=preparation.stands_alone)
    changed = applied(start.model, edits)
    if not changed:
        return start
    current = {**start.files, **changed}
    reading = reread(start.reading, current)
    try:
        reject_new_errors(start.model, reading.complaints, preparation)
    except RewriteError:
        if not preparation.is_attempt:
            raise
        reading.forget()
        return start
    start.reading.forget()
    return Start(reading, start.limits, (*start.steps, Made(preparation, changes, current, edits)))


def choices_of(settings: Settings) -> Choices:
    """Return what of *settings* the decisions depend on."""
    return Choices(
        settings.min_python,
        settings.select,
        settings.ignore,
        settings.only,
        settings.gc,
        settings.gil_claim,
        settings.pep573,
        settings.planned,
        settings.fold_dead_branches or bool(settings.touched),
        settings.fallback,
        settings.load_once,
        settings.first_stage,
        settings.unwritable,
        settings.stays_elsewhere,
    )
