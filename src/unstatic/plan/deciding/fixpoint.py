"""The fixpoint: refusing one subject can take the state, or a base, away from another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from unstatic.facts.macros.generated_functions import Generated, generated_functions
from unstatic.facts.module.module_lookups import LOOKUPS, lookups
from unstatic.facts.references.object_tables import object_table
from unstatic.facts.state.routes import NO_WAY, Router, Routes
from unstatic.model.expansion import Place
from unstatic.model.extension import GlobalKind, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import global_subject, type_subject
from unstatic.plan.deciding.type_choices import joins_collector, keeps_module
from unstatic.plan.deciding.work import Found, Work, declared
from unstatic.plan.obstacles import free_lists, metaclasses, struct_sequences, units, variables
from unstatic.plan.obstacles.readying import is_made_after


def hold_modules(work: Work) -> None:
    """Note the types of which an instance will keep its module from being cleared: what those call has a state."""
    model, setting = work.model, work.choices.gc
    work.holding = frozenset(symbol for symbol, static in work.types.items() if keeps_module(model, static, setting))


def settle(work: Work) -> None:
    """Refuse until nothing that is left depends on something refused."""
    while True:
        before = len(work.running)
        routes = routes_of(work)
        for symbol, block in _blocks(work, routes):
            if symbol == LOOKUPS:
                _refuse_lookups(work, block)
            else:
                work.drop(symbol, block)
        for find in TIES:
            work.refuse(find(work))
        if len(work.running) == before:
            _leave_plain_data(work)
        # Last, as nothing that stays may decide where the state stands.
        if len(work.running) == before:
            _find_header(work, routes)
        if len(work.running) == before:
            return


def routes_of(work: Work) -> Routes:
    """Return the ways to what is still in the running; a type that stays static is reached by its name, as before."""
    moving = [*(symbol for symbol in work.types if symbol in work.heap_types), *work.globals]
    moving += [LOOKUPS] if work.later is None and lookups(work.model).needing_state() else []
    return router(work).find(moving)


def router(work: Work) -> Router:
    """Return what finds the routes to the state, as far as it is known which types lead to it."""
    return Router(work.model, work.heap_types, work.unclear, work.holding, work.asking)


def _blocks(work: Work, routes: Routes) -> Iterator[Found]:
    """Yield what can't move, and why; a type that a first stage keeps in a static variable needs no state."""
    for symbol, blocks in routes.blocked.items():
        found = (item for item in blocks if work.later is None or item.rule not in (*NO_WAY, "teardown"))
        yield from ((symbol, item) for item in islice(found, 1))


def _refuse_lookups(work: Work, block: Obstacle) -> None:
    """Refuse everything when what finds the module can't be replaced: it wouldn't find one any more (G79)."""
    reason = f"it can't do without finding the module by what is one per process: {block.reason}"
    work.lookup = Obstacle(reason, "init", block.location, block.follows)
    subject = work.init.subject if work.init is not None else ""
    work.refuse_all(replace(work.lookup, reason=f"the module's initialisation stays: {reason}", follows=subject))


def _shared_functions(work: Work) -> Iterator[Found]:
    """Yield the heap twins of static types that share a deallocator: one for both can't release the type.

    So can't one text of a macro that writes those of both.
    """
    for slot in ("tp_dealloc", "tp_traverse"):
        users: dict[str | Place, list[StaticType]] = {}
        for static in work.model.types:
            function = static.function(slot)
            if function is not None and function in work.model.functions:
                made = generated_functions(work.model).get(function)
                users.setdefault(made.place if isinstance(made, Generated) else function, []).append(static)
        for group in users.values():
            static_one = next((item for item in group if item.symbol not in work.types), None)
            for item in group if static_one is not None else ():
                if item.symbol in work.types and static_one is not None:
                    reason = f"it shares its {slot} with {static_one.name}, which stays static"
                    where = declared(work.model, item)
                    yield item.symbol, Obstacle(reason, "shared-slot", where, type_subject(static_one))


def _bases(work: Work) -> Iterator[Found]:
    """Yield the bases of types that stay static: those need their base's address at compile time (G44, G57)."""
    for static in work.model.types:
        base = static.function("tp_base")
        if static.symbol not in work.types and base is not None and base in work.types:
            reason = f"{static.name}, which stays static, has it as its base"
            yield base, Obstacle(reason, "static-owner", declared(work.model, static), type_subject(static))


def _unready_bases(work: Work) -> Iterator[Found]:
    """Yield the types whose base stays static, and isn't ready before them: a spec needs it ready."""
    for symbol, static in list(work.types.items()):
        base = work.model.type_by_symbol(static.function("tp_base") or "")
        if base is None or base.symbol in work.types:
            continue
        reason = f"its base {base.name} stays static, and isn't seen to be made ready before it"
        if not base.is_subclassable:
            reason = f"its base {base.name} stays static, and lacks Py_TPFLAGS_BASETYPE, which a base of it needs then"
        elif is_made_after(work.model, static, base):
            continue
        yield symbol, Obstacle(reason, "type-ready", declared(work.model, static), type_subject(base))


def _metaclasses(work: Work) -> Iterator[Found]:
    """Yield the metaclasses of types that stay static."""
    return metaclasses.left_static(work.model, work.types)


def _guarded(work: Work) -> Iterator[Found]:
    """Yield the struct sequences whose guard has to stay."""
    return struct_sequences.left_behind(work.model, work.types, work.kept)


def _tables(work: Work) -> Iterator[Found]:
    """Yield the tables of objects whose length stays in a variable of the process."""
    for symbol in list(work.globals):
        table = object_table(work.model, symbol)
        for item in table.numbers if table is not None else ():
            if item.symbol not in work.globals:
                reason = f"its length is in {item.name}, which stays a variable of the process"
                where = declared(work.model, item)
                yield symbol, Obstacle(reason, "object-holder", where, global_subject(work.model, item))


def _free_lists(work: Work) -> Iterator[Found]:
    """Yield the types and their free lists that can't move together."""
    model, setting = work.model, work.choices.gc
    joining = frozenset(symbol for symbol, static in work.types.items() if joins_collector(model, static, setting))
    return free_lists.parted(model, work.types, work.globals, work.holding, joining)


TIES = (_shared_functions, _bases, _unready_bases, _metaclasses, _guarded, _tables, _free_lists)
"""What stays because others do, each a generator of such subjects."""


def _find_header(work: Work, routes: Routes) -> None:
    """Find the header that all units with the state share; what needs one where there is none stays."""
    choice = units.choose_header(work.model, routes, [item for _, item in work.running])
    work.header = choice.header
    work.refuse(choice.refused)


def _leave_plain_data(work: Work) -> None:
    """Keep C data that doesn't belong to a module in any provable way; it limits the claim instead (G89)."""
    model = work.model
    objects = frozenset(symbol for symbol, item in work.globals.items() if item.kind is not GlobalKind.DATA)
    objects |= frozenset(work.types)
    found = router(work)
    for symbol, item in list(work.globals.items()):
        if variables.moves_with_objects(model, item, work.globals, objects, found):
            continue
        if item.kind is GlobalKind.DATA:
            del work.globals[symbol]
            work.kept[symbol] = Obstacle("it is C data of the whole process", "process-state", declared(model, item))
        else:
            reason = "nothing that it points to moves into the module state"
            work.drop(symbol, Obstacle(reason, "object-holder", declared(model, item)))
