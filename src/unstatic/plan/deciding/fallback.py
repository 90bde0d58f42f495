"""What stays where no state leads to it: kept once per interpreter, or a reason for others to stay as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from unstatic.c.nodes import Assignment, Cast, Index, Member, Name, Node, Parenthesised, Prefix
from unstatic.facts.layout.instance_lists import lists_instances
from unstatic.facts.references.borrowed_globals import borrows
from unstatic.facts.state import interpreter_dict
from unstatic.facts.state.routes import NO_WAY, Asking
from unstatic.model.extension import Global, GlobalKind
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import global_subject, subject_of
from unstatic.model.uses import Use, UsedAs, uses_as
from unstatic.plan.deciding.claims import objects_among
from unstatic.plan.deciding.fixpoint import settle
from unstatic.plan.deciding.loading import may_hold
from unstatic.plan.deciding.work import Found, Work
from unstatic.plan.decisions import Verdict


def fall_back(work: Work) -> None:
    """Keep once per interpreter what no state reaches, where that is right and was asked for, or leaves nothing."""
    if not work.selects(interpreter_dict.RULE):
        return
    before = dict(work.refused)
    _keep_per_interpreter(work)
    if work.choices.fallback == "auto" and not _is_whole(work):
        work.refused, work.shared = before, {}


def levels_of_asking(work: Work) -> Sequence[Asking]:
    """Return what functions may reach by asking the interpreter for the module, in the order in which it is tried."""
    if not all(map(work.selects, (interpreter_dict.RULE, "module-state", "multi-phase-init"))):
        return ()
    return (Asking.OBJECTS, Asking.TYPES) if work.choices.fallback == "auto" else (Asking.ALL,)


def is_worth_asking(work: Work) -> bool:
    """Tell whether something stays because nothing leads to the module from a function that uses it, or finds it."""
    return work.lookup is not None or any(found.rule in NO_WAY for found in work.refused.values())


def gains(work: Work, asking: Work) -> bool:
    """Tell whether *asking* the interpreter is right: more moves, and that was asked for, or it is what matters.

    That is all Python objects, or types: where a module is imported twice, those of the last one are found.
    """
    finds = work.lookup is not None and asking.lookup is None
    more = finds or len(asking.running) > len(work.running)
    starts = asking.init is not None and asking.init.verdict is not Verdict.REFUSE
    if not more or not starts:
        return False
    types = asking.asking is Asking.TYPES and len(asking.types) > len(work.types) and _objects(asking) >= _objects(work)
    return types or _is_whole(asking) or work.choices.fallback == "interpreter-dict"


def _objects(work: Work) -> int:
    return sum(item.kind is not GlobalKind.DATA for item in work.globals.values())


def tell_what_else_stays(work: Work, asking: Work) -> None:
    """Give subjects the reasons that would be left if the interpreter were asked: those have to be mended first."""
    stays = objects_among(work.model, asking.staying)
    for symbol, found in work.refused.items():
        if symbol in asking.refused:
            work.refused[symbol] = asking.refused[symbol]
        elif found.rule in NO_WAY and stays:
            reason = f"{found.reason}; the interpreter could lead there, but {stays[0].name} stays"
            work.refused[symbol] = replace(found, reason=reason, follows=subject_of(work.model, stays[0]))


def _is_whole(work: Work) -> bool:
    """Tell whether the module can be initialised anew and no Python object stays."""
    starts = work.init is not None and work.init.verdict is not Verdict.REFUSE
    return starts and not objects_among(work.model, work.staying)


def _keep_per_interpreter(work: Work) -> None:
    for item in work.model.globals:
        found = work.refused.get(item.symbol)
        if found is None or found.rule not in NO_WAY:
            continue
        others = {work.model.by_symbol[symbol][0].path for symbol in work.shared} - {item.declaration.path}
        if any(may_hold(work.model, item, static) is not None for static in work.types.values()):
            continue
        problem = next(interpreter_dict.problems(work.model, item), None)
        if problem is None and not others:
            work.shared[item.symbol] = work.refused.pop(item.symbol)
        elif problem is not None:
            reason = f"{found.reason}; it can't be kept per interpreter either: {problem.reason}"
            work.refused[item.symbol] = replace(found, reason=reason)


def keep_what_stays_needs(work: Work) -> None:
    """Refuse what a variable that stays depends on; what is refused stays as well, so this goes on until nothing is."""
    while work.selects("module-state"):
        stays = [item for item in objects_among(work.model, work.staying) if isinstance(item, Global)]
        found = [*_types_of_instances(work, stays), *_lenders(work, stays), *_kept_in_data(work)]
        if not found:
            return
        work.refuse(found)
        settle(work)


def _types_of_instances(work: Work, stays: Sequence[Global]) -> Iterator[Found]:
    """Yield types of which an instance may be in a variable that stays: it wouldn't be one for the next module."""
    for symbol, static in work.types.items():
        for item in stays:
            where = may_hold(work.model, item, static)
            if where is not None and not lists_instances(work.model, item, static):
                reason = f"an instance of it may be in {item.name}, which stays one for all modules"
                yield symbol, Obstacle(reason, "kept-instance", where, global_subject(work.model, item))


def _lenders(work: Work, stays: Sequence[Global]) -> Iterator[Found]:
    """Yield globals from which one that stays borrows: the state releases the object, and nothing else holds it."""
    for symbol, lender in work.globals.items():
        for item in stays:
            if (where := borrows(work.model, item, lender)) is not None:
                reason = f"{item.name}, which stays, borrows the object from it"
                yield symbol, Obstacle(reason, "ownership", where, global_subject(work.model, item))


def _kept_in_data(work: Work) -> Iterator[Found]:
    """Yield what C data that stays is made to point to: the object goes with its module, and the data doesn't (G59)."""
    model, staying = work.model, work.staying
    objects = {symbol for symbol, item in work.globals.items() if item.kind is not GlobalKind.DATA}
    moving = objects | work.types.keys()
    data = [item for item in model.globals if item.kind is GlobalKind.DATA and item.symbol in staying]
    for item in data if moving else ():
        for use in uses_as(model, item.symbol, UsedAs.ELEMENT, UsedAs.MEMBER, UsedAs.WRITTEN):
            file = model.files[use.reference.path].at(use.reference.offset)
            for name in _given(use):
                symbol = symbol_at(file, name.tokens[0])
                if symbol is not None and symbol in moving:
                    where = model.location(use.reference.path, use.reference.offset)
                    reason = f"{item.name}, which stays one for all modules, is made to point to it"
                    yield symbol, Obstacle(reason, "type-as-value", where, global_subject(model, item))


def _given(use: Use) -> Iterator[Name]:
    """Yield the names that are assigned, or whose address is, to a variable, a member or an element of it."""
    inner: Node = use.around[0]
    for node in use.around[1:]:
        if isinstance(node, Assignment) and node.target.bare is inner.bare:
            yield from _handed_over(node.value)
        if not isinstance(node, Index | Member | Cast | Parenthesised):
            return
        inner = node


def _handed_over(value: Node) -> Iterator[Name]:
    bare = value.bare
    if isinstance(bare, Name):
        yield bare
    elif isinstance(bare, Assignment):
        yield from _handed_over(bare.value)
    elif isinstance(bare, Prefix) and bare.operator == b"&" and isinstance(bare.operand.bare, Name):
        yield bare.operand.bare
