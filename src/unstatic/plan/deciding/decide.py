"""The order of decisions: the first obstacle that a subject meets is the reason that is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from unstatic.model.extension import Extension
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import subject_of
from unstatic.plan.deciding import fallback, fixpoint, initialisation, loads, places, requests
from unstatic.plan.deciding.choices import Choices
from unstatic.plan.deciding.verdicts import plan_of
from unstatic.plan.deciding.work import Found, Work, declared, start, unwritable
from unstatic.plan.decisions import Plan, Verdict
from unstatic.plan.obstacles import struct_sequences, variables
from unstatic.settings.rewrites import FIRST_STAGE


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the decisions; *why* it stands where it does in their order."""

    run: Callable[[Work], None]
    why: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A step that refuses subjects for what is found of each of them alone, whatever becomes of the others."""

    find: Callable[[Work], Iterator[Found]]
    why: str

    def run(self, work: Work) -> None:
        """Take out what is found."""
        work.refuse(self.find(work))


@dataclass(frozen=True, slots=True)
class Keeping:
    """A step that keeps subjects because somebody wants that."""

    find: Callable[[Work], Iterator[Found]]
    why: str

    def run(self, work: Work) -> None:
        """Take out what is found."""
        work.keep(self.find(work))


def _alone(work: Work) -> Iterator[Found]:
    """Yield what is in the way of each type and variable, by what its own code is."""
    model = work.model
    for symbol, static in list(work.types.items()):
        yield from work.each(symbol, struct_sequences.obstacles(model, static, work.choices.minimum))
    for symbol, item in list(work.globals.items()):
        yield from work.each(symbol, variables.obstacles(model, item))


def _unwritable(work: Work) -> Iterator[Found]:
    """Yield what came out as code that doesn't compile, in an earlier attempt."""
    for symbol, item in work.running if work.choices.unwritable else ():
        where = declared(work.model, item)
        yield from ((symbol, found) for found in unwritable(work.choices, subject_of(work.model, item), where))


def _staying_elsewhere(work: Work) -> Iterator[Found]:
    """Yield what stays in other extensions that are made from the same file."""
    known = dict(work.choices.stays_elsewhere)
    for symbol, item in work.running if known else ():
        subject = subject_of(work.model, item)
        if subject in known:
            yield symbol, Obstacle(known[subject], "foreign-file", declared(work.model, item))


def _settle_guards(work: Work) -> None:
    """Let what only guards struct sequences go with them, or stay with them."""
    struct_sequences.settle_guards(work.model, work.types, work.globals, work.kept)


STEPS: tuple[Step | Refusal | Keeping, ...] = (
    Step(initialisation.decide_init, "it depends on its own code, and a refusal of it is told of all the others"),
    Keeping(requests.unselected, "what nobody asked for needs no further look"),
    Refusal(_alone, "what its own code says of a subject helps its author most"),
    Keeping(requests.commented, "a comment in the code outranks what was found and what was selected"),
    Keeping(requests.declined, "a plan file can take back what would migrate, not what can't"),
    Refusal(_unwritable, "an attempt that failed has seen more than any rule"),
    Refusal(_staying_elsewhere, "what is written for one extension would be read by the others as well"),
    Refusal(places.inactive, "what other configurations do with a subject isn't known to the rules below"),
    Refusal(places.beside_errors, "references may be lost there, on which the rules below rely"),
    Refusal(places.protected, "no edit can be made there, whatever it would be"),
    Refusal(places.shared_by_units, "a name has to mean one thing before its uses can be explained"),
    Refusal(places.unexplained, "the last of what concerns one subject alone: it reads every name in the project"),
    Step(initialisation.stay_with_init, "what a subject has of its own is told rather than this"),
    Refusal(initialisation.beside_own_state, "a state that is there can't be extended for any of them"),
    Step(loads.leave_for_later, "a first stage moves types only, so no routes are looked for on behalf of the rest"),
    Step(fixpoint.hold_modules, "routes can start from a deallocator of such types"),
    Step(fixpoint.settle, "from here on subjects depend on each other"),
    Step(fallback.fall_back, "only what no route leads to is kept per interpreter"),
    Step(fallback.keep_what_stays_needs, "what stays is known now, but for what these refusals add themselves"),
    Step(loads.keep_process_module, "the initialisation can't change while the module is kept in a static variable"),
    Step(loads.keep_lookups, "or while something finds the module as one per process"),
    Step(loads.keep_run_once, "or where it would leave out what each module needs from the second on"),
    Step(loads.keep_loads, "or where the objects that stay would be replaced by each load"),
    Step(loads.keep_silent, "or where nobody could be told what stays"),
    Step(loads.leave_held_modules, "or where types that stay would keep each module that makes them"),
    Step(loads.leave_gainless, "the rest is worth a diff only if somebody gains by it"),
    Step(_settle_guards, "a guard goes only with all the types that it guards"),
)


def decide(model: Extension, choices: Choices) -> Plan:
    """Return the plan for one extension; every subject has a verdict, a reason and a place."""
    work = _settled(start(model, choices))
    for level in fallback.levels_of_asking(work) if fallback.is_worth_asking(work) else ():
        asking = _settled(replace(start(model, choices), asking=level))
        if fallback.gains(work, asking):
            work = asking
            break
        fallback.tell_what_else_stays(work, asking)
    init = work.init
    if choices.first_stage and init is not None and (init.verdict, init.rule) == (Verdict.REFUSE, "load-once"):
        first = _settled(replace(start(model, replace(choices, select=FIRST_STAGE)), later=work.staying))
        # The first stage leaves the initialisation for the reason that was found with all of the migration in view.
        work = replace(first, init=init) if first.types else work
    return plan_of(work)


def _settled(work: Work) -> Work:
    """Return the work with its subjects sorted into those that migrate and the others."""
    for step in STEPS:
        step.run(work)
    return work
