"""The loads that a migration would cost: where the initialisation has to stay because of what stays beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from unstatic.facts.module.module_variable import process_module
from unstatic.facts.module.specs_without_module import specs_without_module
from unstatic.facts.once.flags import run_once_flags
from unstatic.facts.once.inner_pointers import inner_pointers
from unstatic.facts.once.process_objects import objects_of_process
from unstatic.facts.once.second_runs import runs_once, second_runs
from unstatic.facts.state.teardown.ended_data import ended_data, ended_libraries
from unstatic.facts.trust.limited_api import silent_api
from unstatic.facts.types.sequences.struct_sequences import sequences_of
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import subject_of
from unstatic.plan.deciding.claims import objects_among
from unstatic.plan.deciding.initialisation import refuse_init, refuse_with_init
from unstatic.plan.deciding.loading import is_for_init_only, made_anew
from unstatic.plan.deciding.work import Work, declared
from unstatic.plan.decisions import Verdict


def keep_process_module(work: Work) -> None:
    """Refuse everything when the variable that holds the module stays: the import system makes the module then."""
    item = process_module(work.model)
    if item is None or work.init is None or work.init.verdict is Verdict.REFUSE or item.symbol in work.globals:
        return
    why = work.staying.get(item.symbol)
    detail = f": {why.reason}" if why is not None else ""
    reason = f"the module is kept in {item.name}, a variable of the whole process that stays{detail}"
    where = why.location if why is not None else declared(work.model, item)
    refuse_with_init(work, Obstacle(reason, "init", where, subject_of(work.model, item)))


def keep_lookups(work: Work) -> None:
    """Refuse the initialisation when what finds the module by what is one per process can't be replaced."""
    if work.lookup is not None and work.init is not None and work.init.verdict is not Verdict.REFUSE:
        refuse_init(work, work.lookup)


def keep_loads(work: Work) -> None:
    """Refuse everything when the module could be loaded less often than before, unless that was asked for."""
    if work.init is None or work.init.verdict is not Verdict.MIGRATE or not work.selects("multi-phase-init"):
        return
    staying = objects_among(work.model, work.staying) if runs_once(work.model) else ()
    anew = made_anew(work.model, staying)
    kept = (*_refused_runs(work), *_of_process(work), *_into_objects(work), *_given_back(work), *_ended(work))
    found = [_unloadable(item) for item in (*anew, *kept)]
    if not found or work.choices.load_once:
        work.once = bool(found)
        return
    work.refused |= work.shared
    work.shared = {}
    refuse_with_init(work, *found)


def _refused_runs(work: Work) -> Iterator[Obstacle]:
    """Yield the variables of the process by which the initialisation refuses to run again."""
    for item, where in second_runs(work.model) if runs_once(work.model) else ():
        if item.symbol not in work.globals:
            reason = f"the initialisation ends where {item.name}, a variable of the process, is set already"
            yield Obstacle(reason, "load-once", where, subject_of(work.model, item))


def _of_process(work: Work) -> Iterator[Obstacle]:
    """Yield what would move and is one per process, as what it was made of is."""
    found = objects_of_process(work.model) if runs_once(work.model) else {}
    yield from (found[symbol] for symbol in work.globals if symbol in found)


def _into_objects(work: Work) -> Iterator[Obstacle]:
    """Yield the data of the process that would lead into objects of modules which are gone."""
    staying = [item for item in work.model.globals if item.symbol not in work.globals]
    for item, where in inner_pointers(work.model, staying) if runs_once(work.model) else ():
        reason = f"{item.name} stays in a variable of the process, and leads into an object of the module that sets it"
        yield Obstacle(reason, "load-once", where, subject_of(work.model, item))


def _given_back(work: Work) -> Iterator[Obstacle]:
    """Yield the data of the process that a module would give back when it goes, while others use it."""
    staying = [item for item in work.model.globals if item.symbol not in work.globals]
    for ended in ended_data(work.model, staying) if runs_once(work.model) else ():
        reason = f"{ended.item.name} stays in a variable of the process, and {ended.hook} gives it back each time"
        yield Obstacle(reason, "load-once", ended.location, subject_of(work.model, ended.item))


def _ended(work: Work) -> Iterator[Obstacle]:
    """Yield the libraries that a module would end when it goes, while others use them."""
    assert work.init is not None
    for ended in ended_libraries(work.model) if runs_once(work.model) else ():
        reason = f"{ended.hook} calls {ended.function}, which ends a library for the whole process each time"
        yield Obstacle(reason, "load-once", ended.location, work.init.subject)


def _unloadable(found: Obstacle) -> Obstacle:
    return replace(found, reason=f"{found.reason}: the module could be loaded only once per process")


def keep_silent(work: Work) -> None:
    """Refuse everything when objects stay and the limited API has no way to say so: a module in two phases promises."""
    model, init = work.model, work.init
    if init is None or init.verdict is not Verdict.MIGRATE or not work.selects("multi-phase-init"):
        return
    limited = silent_api(model)
    staying = objects_among(model, work.staying) if limited is not None else ()
    if limited is None or not staying:
        return
    reason = f"{staying[0].name} stays in a variable of the process, and the limited API lacks the slot that says so"
    refuse_with_init(work, Obstacle(reason, "limited-api", limited.where, subject_of(model, staying[0])))


def keep_run_once(work: Work) -> None:
    """Refuse everything when a flag that stays lets the initialisation make what moves for the first module only."""
    if work.init is None or work.init.verdict is Verdict.REFUSE or not (work.types or work.shared or work.globals):
        return
    for flag in run_once_flags(work.model):
        item = work.model.global_by_symbol(flag.symbol)
        if item is None or (flag.symbol in work.globals and flag.is_number and not flag.library_call):
            continue
        also = f", and {flag.library_call} with it" if flag.library_call else ""
        reason = f"{item.name} lets it make types and objects once per process{also}: further modules would stay empty"
        refuse_with_init(work, Obstacle(reason, "init", flag.test))
        return


def leave_held_modules(work: Work) -> None:
    """Refuse everything when a heap type whose variable stays would be made with the module, and keep each alive."""
    model = work.model
    if not (work.types or work.shared or work.globals):
        return
    for made in specs_without_module(model):
        item = model.global_by_symbol(made.spec.holder or "")
        why = work.staying.get(item.symbol) if item is not None else None
        # What is given away more often than owned is the module's, not the variable's.
        if item is None or item.symbol in work.globals or (why is not None and why.rule == "ownership"):
            continue
        reason = f"{item.name}, which stays in a variable of the process, would keep each module that makes its type"
        where = why.location if why is not None else declared(model, item)
        _leave_all(work, Obstacle(reason, "static-owner", where, subject_of(model, item)))
        return


def leave_gainless(work: Work) -> None:
    """Refuse everything when objects stay and what would move is of no use to anybody: not worth a diff."""
    init = work.init
    if work.types or work.shared or work.choices.only or init is None or init.verdict is Verdict.REFUSE:
        return
    stays = objects_among(work.model, work.staying)
    is_gain = any(not is_for_init_only(work.model, item) for item in work.globals.values())
    if not work.selects("multi-phase-init") or not stays or is_gain:
        return
    where = work.staying[stays[0].symbol].location
    reason = f"nothing would be gained: {stays[0].name} stays, and nothing moves that a function reads"
    _leave_all(work, Obstacle(reason, "nothing-gained", where, subject_of(work.model, stays[0])))


def _leave_all(work: Work, found: Obstacle) -> None:
    """Refuse everything for one reason, and the initialisation if it would change."""
    work.refuse_all(found)
    if work.init is not None and work.init.verdict is Verdict.MIGRATE:
        refuse_init(work, found)


def leave_for_later(work: Work) -> None:
    """In a first stage, keep all but the types that are made ready, each for the reason that was found before."""
    if work.later is None:
        return
    model = work.model
    rest = Obstacle("it stays until the initialisation can change", "load-once", model.location(model.main_path, 0))
    sequences = [item.static.symbol for item in sequences_of(model)]
    for symbol in (*work.globals, *(symbol for symbol in sequences if symbol in work.types)):
        work.drop(symbol, work.later.get(symbol, rest))
