"""What a callback that asks the interpreter for the module shares with others: a handler that they set for it, say.

Where a module is imported twice, the callback finds the last one. What others leave for it, or it for them, has to be
in that module too, so that they ask for it as the callback does: the process had one for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass

from unstatic.c.syntax import StatementKind
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.in_functions import zero_tested
from unstatic.facts.references.api_tables import is_imported_by
from unstatic.facts.state.routes.by_interpreter import asks_interpreter
from unstatic.facts.state.routes.known import Known
from unstatic.facts.state.routes.route import Asking, Route, RouteKind
from unstatic.facts.types.made_only import made_only
from unstatic.model.extension import Extension, Global, GlobalKind, RoleKind
from unstatic.model.uses import is_read_by_macro


@dataclass(frozen=True, slots=True)
class Together:
    """The functions that ask because of what they share with a callback, and what can't be shared in that way."""

    routes: Mapping[str, Route]
    apart: frozenset[str]


def interpreter_askers(routes: Mapping[str, Route]) -> Iterator[str]:
    """Yield the functions that find the module that was initialised last."""
    yield from (symbol for symbol, route in routes.items() if route.kind is RouteKind.INTERPRETER)


def asking_together(
    model: Extension,
    known: Known,
    routes: Mapping[str, Route],
    reached: Mapping[str, set[str]],
    direct: Mapping[str, set[str]],
) -> Together:
    """Return who asks as well, where functions may find another module than their callers'.

    C data is apart, unless all modules have the same, such as the imported table of a C API. So are objects that are
    set later than by the initialisation, unless all that use them ask, or each module makes the same for itself. The
    functions of the module that ask for such an object ask for their C data as well.
    """
    asking = frozenset(interpreter_askers(routes)) if known.asking is not Asking.NOTHING else frozenset()
    found = frozenset[str]().union(*(reached[symbol] for symbol in asking))
    if not found:
        return Together({}, frozenset())
    setting = {*init_functions(model), *(symbol for symbol, route in routes.items() if route.kind is RouteKind.EXEC)}
    tables = {item.symbol for item in model.globals if is_imported_by(model, item, setting)}
    late = {item.symbol for item in model.globals if _is_set_by_others(model, item, setting)} - tables
    late -= {item.symbol for item in model.globals if _is_made_once(model, item)}
    data = {item.symbol for item in model.globals if item.kind is GlobalKind.DATA} - tables
    anywhere = {item.symbol for item in model.globals if item.kind is GlobalKind.OBJECT} | tables
    # A callback and the function that calls it know the same types of the last module: those that both ask for. Types
    # that nothing asks for do as well in any module.
    is_typed = known.asking is not Asking.OBJECTS
    pointers = {item.symbol for item in model.globals if item.kind is GlobalKind.TYPE}
    types = made_only(model) | (found & (known.heap_types | pointers) if is_typed else frozenset())

    def entering(symbol: str) -> frozenset[str]:
        users = {function for function, wanted in direct.items() if symbol in wanted} - setting
        return frozenset(_entering(known, routes, users) - setting - asking)

    def fits(one: str, shared: Set[str], apart: Set[str]) -> bool:
        # What it uses besides has to be the same in all modules, or shared as well, or stays for all of them.
        same = anywhere - late | shared | apart | (types if _is_of_module(model, one) else frozenset())
        return reached.get(one, {""}) <= same and asks_interpreter(model, one, also_module_functions=True)

    # A method has the data of its own module, which that of the last one isn't.
    apart = {symbol for symbol in data if not all(_is_of_module(model, one) for one in entering(symbol))}
    while True:
        shared = _with_needed(late & found - data - apart, entering, reached, (data | late) - apart)
        unfit = {symbol for symbol in shared if not all(fits(one, shared, apart) for one in entering(symbol))}
        if not unfit:
            break
        apart |= unfit
    joining = frozenset[str]().union(*map(entering, shared))
    return Together({symbol: Route(RouteKind.INTERPRETER) for symbol in joining}, frozenset(data - shared | apart))


def _with_needed(
    symbols: Set[str],
    entering: Callable[[str], Set[str]],
    reached: Mapping[str, Set[str]],
    needed: Set[str],
) -> frozenset[str]:
    """Return *symbols* and those of *needed* that functions reach which ask because of one of them."""
    found: set[str] = set()
    work = set(symbols)
    while work:
        symbol = work.pop()
        found.add(symbol)
        work |= frozenset[str]().union(*(reached.get(one, ()) for one in entering(symbol))) & needed - found
    return frozenset(found)


def _is_of_module(model: Extension, symbol: str) -> bool:
    """Tell whether CPython calls a function with the module alone: a method has an instance of its own module."""
    # What a macro gives another name may be declared here, and defined nowhere by it.
    roles = model.functions[symbol].roles if symbol in model.functions else ()
    return bool(roles) and all(role.kind is RoleKind.MODULE_FUNCTION for role in roles)


def _is_set_by_others(model: Extension, item: Global, setting: set[str]) -> bool:
    others = (use for use in item.written if use.function not in setting)
    return any(not is_read_by_macro(model, use, item.name) for use in others)


def _is_made_once(model: Extension, item: Global) -> bool:
    """Tell whether a variable of a function without parameters is only set where it's empty: what it makes once."""
    function = model.functions.get(item.declaration.function or "")
    if not item.is_local or function is None or function.definition.parameters or function.alternatives:
        return False
    body, name = model.body(function.symbol), [item.name.encode()]
    for use in item.written:
        tests = [one for one in body.path_to(use.offset) if one.kind is StatementKind.IF]
        asked = next((one for one in tests if [token.text for token in zero_tested(one.head)] == name), None)
        if asked is None or use.function != function.symbol or use.offset not in asked.children[0].span:
            return False
    return True


def _entering(known: Known, routes: Mapping[str, Route], users: set[str]) -> set[str]:
    """Return the functions by which the state comes to *users*: themselves, or who hands it on to them."""
    found: set[str] = set()
    seen: set[str] = set()
    work = list(users)
    while work:
        symbol = work.pop()
        if symbol in seen:
            continue
        seen.add(symbol)
        route = routes.get(symbol)
        if route is not None and route.kind is RouteKind.PARAMETER:
            work += known.handing_on.get(symbol, ())
        else:
            found.add(symbol)
    return found
