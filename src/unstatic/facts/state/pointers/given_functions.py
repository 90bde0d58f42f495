"""Functions that are only given to functions of the project, as arguments, and only called by those parameters.

`finish(self, conn_commit)` with `int (*action)(Connection *)`: nothing foreign is among what `action` may be, and
nobody but `finish` calls by it. So all of them can get one more parameter: the functions, what the parameter's type
says, and the calls by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.nodes import Call, Conditional, Name, Node, Parenthesised, Prefix
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.trust.outside_callers import outside_callers
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Declaration, Extension, Function, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.model.uses import Use, UsedAs, use_of


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter that is a pointer to a function: of which function, and its place there."""

    function: str
    index: int


@dataclass(frozen=True, slots=True)
class GivenFunctions:
    """The functions, what may be any of them, the calls by that, and what spells the type of the pointers."""

    functions: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    calls: tuple[Reference, ...]
    types: tuple[Declaration, ...]
    """The parameters, in each declaration of their functions, or the type names that they are declared with."""


class _Unclear(Exception):
    """Something else may be called, or may call."""


@fact
def given_functions(model: Extension) -> Mapping[str, GivenFunctions]:
    """Return these functions by symbol, each with all that go along."""
    found: dict[str, GivenFunctions] = {}
    for symbol, function in model.functions.items() if model.language == "c" else ():
        if function.escapes and symbol not in found:
            group = _group(model, symbol)
            found |= dict.fromkeys(group.functions, group) if group is not None else {}
    return found


def given_with(model: Extension, symbol: str) -> tuple[str, ...]:
    """Return the functions that are called where *symbol* is, by a pointer to either."""
    group = given_functions(model).get(symbol)
    return tuple(item for item in group.functions if item != symbol) if group is not None else ()


def callers_by_pointer(model: Extension, symbol: str) -> tuple[str, ...]:
    """Return the functions that call *symbol* by a parameter of theirs."""
    group = given_functions(model).get(symbol)
    return tuple(dict.fromkeys(item.function or "" for item in group.calls)) if group is not None else ()


def groups_among(model: Extension, functions: Iterable[str]) -> tuple[GivenFunctions, ...]:
    """Return the groups of which one of *functions* is."""
    known = given_functions(model)
    return tuple({known[item].functions: known[item] for item in functions if item in known}.values())


def pointer_types(model: Extension, functions: Iterable[str]) -> Iterator[Declaration]:
    """Yield what spells the types of the pointers to *functions*, where that is what they have in common."""
    for group in groups_among(model, functions):
        yield from group.types


def _group(model: Extension, symbol: str) -> GivenFunctions | None:
    try:
        return _Following(model).all_from(symbol)
    except _Unclear:
        return None


class _Following:
    """Follows functions to the parameters that are given them, and those to all that may be given them."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self._functions: dict[str, None] = {}
        self._parameters: dict[Parameter, None] = {}
        self._calls: dict[Reference, None] = {}

    def all_from(self, symbol: str) -> GivenFunctions:
        """Return all that goes along with a function. Raises _Unclear."""
        self._add_function(symbol)
        if not self._calls:
            raise _Unclear
        symbols = {self._symbol(item) for item in self._parameters}
        types = _types(self._model, [self._model.functions[item.function] for item in self._parameters], symbols)
        return GivenFunctions(tuple(self._functions), tuple(self._parameters), tuple(self._calls), tuple(types))

    def _add_function(self, symbol: str) -> None:
        if symbol in self._functions:
            return
        self._functions[symbol] = None
        function = self._model.functions.get(symbol)
        if function is None or function.roles or not _is_plain(self._model, function):
            raise _Unclear
        for escape in function.escapes:
            self._add_parameter(self._given_at(escape))

    def _add_parameter(self, parameter: Parameter) -> None:
        if parameter in self._parameters:
            return
        self._parameters[parameter] = None
        taker = self._model.functions[parameter.function]
        if (
            taker.escapes
            or taker.roles
            or not _is_plain(self._model, taker)
            or _has_callers_outside(self._model, taker)
        ):
            raise _Unclear
        for use in self._model.uses.get(self._symbol(parameter), ()):
            self._use(use)
        for use in self._model.uses.get(parameter.function, ()):
            self._call(parameter, use)

    def _symbol(self, parameter: Parameter) -> str:
        return self._model.functions[parameter.function].definition.parameters[parameter.index]

    def _use(self, reference: Reference) -> None:
        """Follow a use of a parameter: it is called, tested, or given to another."""
        use = self._read(reference)
        if use.role is UsedAs.CALLED or (use.role is UsedAs.POINTEE and _is_called(use)):
            self._calls[reference] = None
        elif use.role is UsedAs.ARGUMENT:
            self._add_parameter(self._given_at(reference))
        elif use.role is not UsedAs.COMPARED:
            raise _Unclear

    def _call(self, parameter: Parameter, reference: Reference) -> None:
        """Follow what a call of a parameter's function gives it."""
        if not reference.is_call:
            raise _Unclear
        use = self._read(reference)
        call = use.around[1] if len(use.around) > 1 else None
        if not isinstance(call, Call) or call.function is not use.around[0] or len(call.arguments) <= parameter.index:
            raise _Unclear
        for given in _ways(call.arguments[parameter.index]):
            if not is_null(given.tokens):
                self._value(given, reference)

    def _value(self, given: Node, reference: Reference) -> None:
        """Follow what a parameter gets by the call at *reference*: a function, or a parameter that is one."""
        written = self._model.files[reference.path].at(reference.offset).written.get(given.tokens[0].start)
        if not isinstance(given, Name) or written is None:
            raise _Unclear
        if written.symbol in self._model.functions:
            self._add_function(written.symbol)
            return
        own = self._model.functions.get(reference.function or "")
        if own is None or written.symbol not in own.definition.parameters:
            raise _Unclear
        self._add_parameter(Parameter(own.symbol, own.definition.parameters.index(written.symbol)))

    def _given_at(self, reference: Reference) -> Parameter:
        """Return the parameter that gets what is named at a place, as it is."""
        use = self._read(reference)
        place = next((at for at, node in enumerate(use.around) if isinstance(node, Call)), 0)
        call = use.around[place]
        if not isinstance(call, Call) or not isinstance(call.function, Name):
            raise _Unclear
        index = next((at for at, item in enumerate(call.arguments) if item is use.around[place - 1]), -1)
        at = call.function.tokens[0].start
        callee = self._model.files[reference.path].at(reference.offset).written.get(at)
        taker = self._model.functions.get(callee.symbol) if callee is not None else None
        is_whole = index >= 0 and use.around[0] in _ways(call.arguments[index])
        if taker is None or not is_whole or len(taker.definition.parameters) <= index:
            raise _Unclear
        return Parameter(taker.symbol, index)

    def _read(self, reference: Reference) -> Use:
        """Return a use that is written in a function, in every configuration."""
        function = self._model.functions.get(reference.function or "")
        file = self._model.files[reference.path]
        if reference.via_macro is not None or function is None or file.is_conditional(reference.offset):
            raise _Unclear
        if function.symbol in self._model.twins or function.symbol in generated_functions(self._model):
            raise _Unclear
        use = use_of(self._model, reference)
        if not use.around:
            raise _Unclear
        return use


def _ways(given: Node) -> tuple[Node, ...]:
    """Return what an argument may be: `f` for `f` and `&f`, which mean the same, both for `test ? f : g`.

    A cast is a reason to look no further.
    """
    if isinstance(given, Parenthesised):
        return _ways(given.inner)
    if isinstance(given, Conditional) and given.yes is not None:
        return (*_ways(given.yes), *_ways(given.no))
    return _ways(given.operand) if isinstance(given, Prefix) and given.operator == b"&" else (given,)


def _is_called(use: Use) -> bool:
    """Tell whether a use is `(*visit)(x)`."""
    at = next((index for index, node in enumerate(use.around) if isinstance(node, Prefix)), len(use.around))
    outer = [node for node in use.around[at + 1 :] if isinstance(node, Call)]
    return bool(outer) and outer[0].function.bare is use.around[at]


def _is_plain(model: Extension, function: Function) -> bool:
    """Tell whether the function has one text of its own that can be edited, and so have its declarations."""
    is_single = not function.alternatives and function.symbol not in generated_functions(model)
    is_single &= function.symbol not in model.twins and function.definition.body is not None
    is_single &= function.definition.member is None
    return is_single and not any(_is_fixed(model, item) for item in (function.definition, *function.prototypes))


def _is_fixed(model: Extension, item: Declaration) -> bool:
    file = model.files[item.path]
    is_public = item.declared_outside or item.path in model.public_headers
    is_made = item.from_macro or file.is_in_use(item.name_span.start)
    is_hidden = file.is_conditional(item.name_span.start)
    return is_public or is_made or is_hidden or protected(model, item.path, item.name_span.start) is not None


def _has_callers_outside(model: Extension, function: Function) -> bool:
    return function.definition.storage != "static" and bool(outside_callers(model, function))


def _types(model: Extension, takers: Sequence[Function], symbols: set[str]) -> Iterator[Declaration]:
    """Yield what spells the types of parameters, each once. Raises _Unclear if it spells others as well."""
    places = [
        (item, index)
        for taker in takers
        for item in (taker.definition, *taker.prototypes)
        for index, symbol in enumerate(taker.definition.parameters)
        if symbol in symbols
    ]
    declared = [
        next(iter(model.by_symbol.get(item.parameters[index], ())), None)
        for item, index in places
        if index < len(item.parameters)
    ]
    if len(declared) != len(places) or None in declared:
        raise _Unclear
    found: dict[tuple[Path, int], Declaration] = {}
    for item in (one for one in declared if one is not None):
        spelled = item if arguments_of(model, item) is not None else _type_name(model, item, declared)
        found[spelled.path, spelled.span.start] = spelled
    yield from found.values()


def _type_name(model: Extension, item: Declaration, declared: Sequence[Declaration | None]) -> Declaration:
    """Return the typedef that a parameter is declared with, if it is named for nothing but *declared*."""
    named = [one for one in model.declarations if one.kind is SymbolKind.TYPEDEF and one.name == item.type.strip()]
    if len(named) != 1 or _is_fixed(model, named[0]) or arguments_of(model, named[0]) is None:
        raise _Unclear
    spans = [(one.path, one.span) for one in (*declared, named[0]) if one is not None]
    name = item.type.strip().encode("utf-8", "surrogateescape")
    naming = ((path, file.lexed.tokens) for path, file in model.files.items() if name in file.lexed.words)
    written = ((path, token.start) for path, tokens in naming for token in tokens if token.text == name)
    if any(not any(path == other and offset in span for other, span in spans) for path, offset in written):
        raise _Unclear
    if item.type.strip() in model.names_in_macros:
        raise _Unclear
    return named[0]


def arguments_of(model: Extension, item: Declaration) -> tuple[Token, ...] | None:
    """Return the tokens from the parenthesis that opens the parameters in `int (*visit)(void *)`; None if none are."""
    file = model.files[item.path].at(item.span.start)
    tokens = file.tokens_in(item.span)
    name = item.name.encode("utf-8", "surrogateescape")
    for index in range(len(tokens) - 3):
        texts = [token.text for token in tokens[index : index + 5]]
        if texts[:2] == [b"(", b"*"]:
            rest = texts[2:] if texts[2] != name else texts[3:]
            if rest[:2] == [b")", b"("]:
                return tuple(tokens[index + 3 + (texts[2] == name) :])
            return None
    return None
