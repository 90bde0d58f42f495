"""The verdicts: the finished work as a plan, each subject with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from unstatic.facts.module.module_variable import is_process_module
from unstatic.facts.state.routes import Asking, Route, RouteKind
from unstatic.facts.trust.python_code import expects_builtins
from unstatic.model.extension import Global, GlobalKind, StaticType
from unstatic.model.subjects import global_subject, type_subject
from unstatic.plan.deciding.choices import selected_rewrites
from unstatic.plan.deciding.claims import ClaimSettings, decide_claims
from unstatic.plan.deciding.fixpoint import routes_of
from unstatic.plan.deciding.loading import crashing_imports, lacking_when_alone, loading_after, repeated_data
from unstatic.plan.deciding.specs import spec_decisions
from unstatic.plan.deciding.type_choices import choose
from unstatic.plan.deciding.work import Work, declared
from unstatic.plan.decisions import Claims, Decision, Names, Plan, TypeChoice, Verdict
from unstatic.plan.names import choose_names, planned_names, planned_stem
from unstatic.plan.obstacles import struct_sequences
from unstatic.plan.reducers import with_shared_reducers
from unstatic.plan.type_names import gains_module_name
from unstatic.text.edits import Safety

_AS_PARAMETER = (RouteKind.PARAMETER, RouteKind.CONSTRUCTOR)


def plan_of(work: Work) -> Plan:
    """Return the plan that the finished work comes to."""
    model, choices = work.model, work.choices
    decisions = [_type_decision(work, static) for static in model.types]
    decisions += [_global_decision(work, item) for item in model.globals]
    decisions += spec_decisions(work)
    if work.init is not None:
        decisions.append(_selected_init(work, work.init))
    # The names of a plan that was carried out are taken by what it made.
    planned = choices.planned if any(item.verdict is Verdict.MIGRATE for item in decisions) else None
    names = planned_names(model, planned, choose_names(model))
    routes = routes_of(work).functions
    return Plan(
        model.name,
        tuple(decisions),
        with_shared_reducers(model, _choices_of_types(work, names), names.prefix),
        names,
        _claims(work),
        choices.minimum,
        selected_rewrites(choices),
        choices.pep573,
        tuple(_asking(work, routes)),
        work.asking in (Asking.TYPES, Asking.ALL),
        work.header,
        {symbol: route.kind in _AS_PARAMETER for symbol, route in routes.items()},
    )


def _asking(work: Work, routes: Mapping[str, Route]) -> Iterator[str]:
    """Yield the functions that find the module by the interpreter, in the order of the source."""
    for symbol, function in work.model.functions.items():
        is_asking = symbol in routes and routes[symbol].kind is RouteKind.INTERPRETER
        if is_asking and work.asking is not Asking.NOTHING:
            yield function.name


def _choices_of_types(work: Work, names: Names) -> list[TypeChoice]:
    model, choices = work.model, work.choices
    # A type that is called as the module is mustn't have a table of slots of the same name as the module's.
    taken = {names.slots.removesuffix("_slots")}
    chosen: list[TypeChoice] = []
    for static in work.types.values():
        choice = planned_stem(model, choices.planned, choose(model, static, choices.gc, taken))
        taken.add(choice.stem)
        chosen.append(choice)
    return chosen


def _claims(work: Work) -> Claims:
    claims = decide_claims(work.model, work.staying, ClaimSettings(work.choices.gil_claim, work.once))
    if work.later is not None:
        return replace(claims, multiple_interpreters="", loading="first stage, initialised and loaded as before")
    told = (
        loading_after(work.model, claims),
        crashing_imports(work.model, work.choices.minimum),
        lacking_when_alone(work.model, work.types.values(), work.globals.values()),
        repeated_data(work.model, work.globals.values(), _staying_data(work)) if _initialises_anew(work) else "",
    )
    return replace(claims, loading="; ".join(filter(None, told)))


def _initialises_anew(work: Work) -> bool:
    """Tell whether the initialisation will run for each module."""
    return work.init is not None and _selected_init(work, work.init).verdict is Verdict.MIGRATE


def _staying_data(work: Work) -> Iterator[Global]:
    return (item for item in work.model.globals if item.symbol in work.staying)


def _selected_init(work: Work, init: Decision) -> Decision:
    if init.verdict is Verdict.MIGRATE and not work.selects("multi-phase-init"):
        return replace(init, verdict=Verdict.KEEP, reason="multi-phase-init isn't selected", rule="only")
    return init


def _type_decision(work: Work, static: StaticType) -> Decision:
    subject = type_subject(static)
    stays = _stays(work, static.symbol, subject)
    if stays is not None:
        return stays
    sequence = struct_sequences.decision(work.model, static)
    if sequence is not None:
        return sequence
    where = declared(work.model, static)
    if gains_module_name(work.model, static):
        reason = "static type; its name gets the module in front, which shows in __module__ and repr (G36)"
        if expects_builtins(work.model):
            reason = "static type; its name gets builtins in front, as the project compares __module__ with that (G36)"
        return Decision(subject, Verdict.MIGRATE, reason, "heap-types", where, Safety.REVIEW)
    return Decision(subject, Verdict.MIGRATE, "static type that can be made from a spec", "heap-types", where)


def _global_decision(work: Work, item: Global) -> Decision:
    subject = global_subject(work.model, item)
    stays = _stays(work, item.symbol, subject)
    if stays is not None:
        return stays
    if item.symbol in struct_sequences.guards(work.model, work.types):
        return struct_sequences.guard_decision(work.model, item)
    where = declared(work.model, item)
    if item.symbol in work.shared:
        reason = f"{work.shared[item.symbol].reason}; so each interpreter keeps one for all its modules"
        return Decision(subject, Verdict.MIGRATE, reason, "interpreter-dict", where, Safety.REVIEW)
    if is_process_module(work.model, item):
        reason = "the module: an argument where it is initialised, and a pointer from its state elsewhere"
        return Decision(subject, Verdict.MIGRATE, reason, "multi-phase-init", where)
    if item.kind is GlobalKind.DATA:
        reason = "mutable C data that only code with a module uses: each module gets its own"
        return Decision(subject, Verdict.MIGRATE, reason, "module-state", where, Safety.REVIEW)
    return Decision(subject, Verdict.MIGRATE, f"{item.kind.value} that every user can reach", "module-state", where)


def _stays(work: Work, symbol: str, subject: str) -> Decision | None:
    for found, verdict in ((work.refused, Verdict.REFUSE), (work.kept, Verdict.KEEP)):
        if symbol in found:
            obstacle = found[symbol]
            decision = Decision(subject, verdict, obstacle.reason, obstacle.rule, obstacle.location)
            return replace(decision, obstacles=(obstacle,)) if verdict is Verdict.REFUSE else decision
    return None
