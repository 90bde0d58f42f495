"""What a tp_dealloc does: where it frees, what it owns, whom it delegates to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.c.lexer import Token, lex_fragment
from unstatic.c.syntax import (
    Call,
    Statement,
    StatementKind,
    calls,
    closing,
    split,
    strip_casts,
    strip_parentheses,
)
from unstatic.capi.memory import FINALISE, FREE, UNTRACK
from unstatic.capi.types import UNTRACKING
from unstatic.facts.macros.generated_functions import is_made
from unstatic.facts.macros.made_frees import MadeFree, made_free
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.types.deallocation.base_pointers import base_pointer
from unstatic.facts.types.deallocation.freeing_helpers import (
    freed_for_deallocators,
    frees_by_slot,
    frees_through_type,
    unfreed_way,
)
from unstatic.facts.types.deallocation.heap_type_tests import HeapTypeTest, heap_type_tests, type_releases
from unstatic.facts.types.deallocation.held_fields import Held, Meaning
from unstatic.facts.types.deallocation.list_ways import ways_of_list
from unstatic.facts.types.deallocation.releases import released_by
from unstatic.facts.types.deallocation.same_object import SameObject
from unstatic.model.extension import Extension, File, Function, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class FreeSite:
    """One statement that frees the object: `expression` is what stands before `->tp_free`, empty for a function."""

    statement: Statement
    call: Call
    in_block: bool
    expression: Span | None
    argument: Span
    end: Statement
    """The statement after which the object is gone."""
    is_handed: bool = False
    """Whether it calls a function of the project that frees the object, and stays as it is."""
    instance: bytes = b""
    """What is freed, where a macro alone says so: `#define FREE_SELF Py_TYPE(self)->tp_free((PyObject *)self)`."""


@dataclass(frozen=True, slots=True)
class Delegation:
    """A call of another type's dealloc; `symbol` names the type or the function, None if it is looked up."""

    statement: Statement
    symbol: str | None
    text: str
    pointer: bytes = b""
    """What leads to a base of which only a running program knows whether it is static: `api->base_type`."""


@dataclass(frozen=True, slots=True)
class Dealloc:
    """The facts of one deallocator."""

    function: str
    self_name: bytes
    self_symbols: frozenset[str]
    frees: tuple[FreeSite, ...]
    delegations: tuple[Delegation, ...]
    owned: tuple[str, ...]
    """Fields that it releases unconditionally, in order: exactly those may be visited (R8)."""
    released: tuple[str, ...]
    """Fields that it releases at all, in order."""
    releases_more: bool
    """Whether it releases objects that are in no field, such as those in C structures."""
    untracks: bool
    type_variable: bytes
    """A local that already holds Py_TYPE(self); empty if there is none."""
    heap_type_tests: tuple[HeapTypeTest, ...]
    """What tests for Py_TPFLAGS_HEAPTYPE in it and in what it calls."""
    problems: tuple[Obstacle, ...]
    """Why it can't be converted."""
    leaving: tuple[Statement, ...] = ()
    """Where it returns once it has put the object into a free list."""
    finalising: Statement | None = None
    """The last of its statements in which the object may come back to life: until then the collector has to know it."""
    type_releases: tuple[Statement, ...] = ()
    """What gives back a reference to the type of the object that instances of a static type don't have (G662)."""
    made: MadeFree | None = None
    """Where a macro writes that it frees the object, if one writes all of it."""

    @property
    def owns_objects(self) -> bool:
        """Whether it releases any object."""
        return bool(self.released) or self.releases_more


def base_untracks(item: Delegation) -> bool:
    """Tell whether the dealloc that is called crashes if the collector doesn't know the object any more (G459)."""
    return item.text.split()[0].encode() in UNTRACKING if item.text else False


def only_frees(static: StaticType) -> bool:
    """Tell whether tp_dealloc is a function of the C API that frees memory: what a heap type does by itself.

    `subtype_dealloc`, which a spec without Py_tp_dealloc gets, frees through tp_free and releases the type.
    """
    value = static.value("tp_dealloc")
    tokens = strip_casts(lex_fragment(value, Span(0, len(value))))
    return len(tokens) == 1 and tokens[0].text in FREE


def _shape(item: Dealloc) -> tuple[object, ...]:
    """Return what must be the same in all configurations."""
    frees = [site.call.name.start for site in item.frees]
    delegations = [(site.statement.span.start, site.symbol, site.pointer) for site in item.delegations]
    tests = [test.statement.span.start for test in item.heap_type_tests]
    leaving = [statement.span.start for statement in item.leaving]
    released = [statement.span.start for statement in item.type_releases]
    return (frees, delegations, item.untracks, item.type_variable, tests, item.problems, leaving, released)


@fact
def _types_by_dealloc(model: Extension) -> dict[str | None, str]:
    """Return the static types by their tp_dealloc."""
    return {item.function("tp_dealloc"): item.symbol for item in model.types}


def dealloc_of(model: Extension, static: StaticType) -> Dealloc | None:
    """Return the facts of the type's deallocator, or None when it has none of its own."""
    symbol = static.function("tp_dealloc")
    return deallocator(model, symbol) if symbol is not None and symbol in model.functions else None


@fact
def deallocator(model: Extension, symbol: str) -> Dealloc:
    """Return the facts of the deallocator *symbol*, a function with a body here."""
    return _DeallocReader(model).read(symbol)


class _DeallocReader:
    """Reads deallocators, helpers that they hand the object to included."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self._object = SameObject(model)

    def read(self, symbol: str) -> Dealloc:
        """Return the facts of the deallocator *symbol*, a function with a body here."""
        if is_made(self._model, symbol):
            return self._made(symbol)
        found = self._read(symbol)
        others = [_DeallocReader(model)._read(symbol) for model in self._model.configurations]
        if self._model.functions[symbol].alternatives or any(_shape(item) != _shape(found) for item in others):
            where = self._model.functions[symbol].definition
            problem = self._problem("what it does differs between #if groups", where.path, where.name_span.start)
            return replace(found, problems=(*found.problems, problem))
        return self._of_all(found, others)

    def _made(self, symbol: str) -> Dealloc:
        """Return the facts of a deallocator that a macro writes."""
        function = self._model.functions[symbol]
        name = self._object.name(function.definition.parameters[0]) if function.definition.parameters else b""
        made = made_free(self._model, symbol)
        found = Dealloc(symbol, name, frozenset(), (), (), (), (), True, False, b"", (), ())
        if isinstance(made, str):
            where = function.definition
            told = f"a macro writes its tp_dealloc: {made}"
            return replace(
                found,
                problems=(Obstacle(told, "dealloc-shape", self._model.location(where.path, where.name_span.start)),),
            )
        released = released_by(self._model, symbol, {name: Meaning(Held.OBJECT)})
        return replace(
            found,
            owned=tuple(dict.fromkeys(released.owned)),
            released=tuple(dict.fromkeys(released.fields)),
            releases_more=released.more,
            untracks=made.untracks,
            made=made,
        )

    def _of_all(self, found: Dealloc, others: Sequence[Dealloc]) -> Dealloc:
        """Return what is so in all configurations, of a deallocator that differs in what it releases at most.

        Keys are objects in some groups, and numbers in others: `#define DECREF_KEY(KEY) Py_DECREF(KEY)`.
        """
        more = any(item.releases_more for item in (found, *others))
        owned = tuple(field for field in found.owned if all(field in item.owned for item in others))
        released = dict.fromkeys(field for item in (found, *others) for field in item.released)
        return replace(found, releases_more=more, owned=owned, released=tuple(released))

    def _read(self, symbol: str) -> Dealloc:
        function = self._model.functions[symbol]
        file = self._model.files[function.definition.path]
        body = self._model.body(symbol)
        parameter = function.definition.parameters[0] if function.definition.parameters else ""
        names = self._object.aliases(file, body, parameter)
        frees = tuple(self._frees(file, body, names))
        delegations = tuple(self._delegations(file, body, names, symbol))
        given = {self._object.name(parameter): Meaning(Held.OBJECT)}
        released = released_by(self._model, symbol, given)
        tests = tuple(heap_type_tests(self._model, symbol))
        problems = [*self._problems(function, frees, delegations), *self._asking(tests)]
        ways = ways_of_list(self._model, symbol, [site.statement for site in frees])
        is_plain = ways is None and not delegations
        unfreed = unfreed_way(self._model, file, body, [site.statement for site in frees]) if is_plain else None
        if unfreed is not None:
            reason = "whether it frees the object depends on a field"
            problems.append(self._problem(reason, function.definition.path, unfreed.span.start))
        if ways is None:
            problems += self._kept(file, body, names)
        elif ways.end is not None:
            frees = tuple(replace(site, end=ways.end) for site in frees)
        self_name = self._object.name(parameter)
        if not self_name:
            where = function.definition
            problems.append(self._problem("its parameter has no name", where.path, where.name_span.start))
        variable = self._type_variable(file, body, names)
        released_type = type_releases(self._model, symbol, names, variable)
        if not (is_plain and self._is_released_with(body, released_type, frees)):
            problems += self._releasing(function, released_type)
        untracks = any(call.name.text in UNTRACK for call in calls(body.tokens)) or self._names(symbol, UNTRACK)
        return Dealloc(
            symbol,
            self_name,
            names,
            frees,
            delegations,
            tuple(dict.fromkeys(released.owned)),
            tuple(dict.fromkeys(released.fields)),
            released.more,
            untracks,
            variable,
            tests,
            tuple(problems),
            ways.leaving if ways is not None else (),
            next((child for child in reversed(body.children) if self._finalises(child)), None),
            released_type,
        )

    def _names(self, symbol: str, functions: Set[bytes]) -> bool:
        """Tell whether a function names one of the C API's *functions*, if by a macro."""
        found = (use for name in functions for use in self._model.uses.get(name.decode(), ()))
        return any(use.function == symbol for use in found)

    def _finalises(self, statement: Statement) -> bool:
        """Tell whether a statement calls what may let the object live on, if by another function."""
        for call in calls(statement.tokens):
            found = self._model.functions_named.get(call.name.text.decode("latin-1"), ())
            if call.name.text in FINALISE or any(self._names(function, FINALISE) for function in found):
                return True
        return False

    def _frees(self, file: File, body: Statement, names: frozenset[str]) -> Iterator[FreeSite]:
        asked = list(frees_by_slot(body))
        starts = {call.name.start for call in asked}
        for call in (*(item for item in with_slot_calls(body.tokens) if item.name.start not in starts), *asked):
            is_slot = call.name.text == b"tp_free" and call not in asked
            handed = 0 if call in asked else self._handed(file, call)
            is_free = is_slot or call.name.text in FREE or handed is not None or self._is_free_macro(call)
            if not is_free or len(call.arguments) <= (handed or 0) or (handed is None and len(call.arguments) != 1):
                continue
            given = call.arguments[handed or 0]
            if not self._object.is_one(file, given, names):
                continue
            path = body.path_to(call.name.start)
            statement = path[-1]
            expression = None
            if is_slot:
                before = _called_through(statement, call)[:-1]
                expression = Span(before[0].start, before[-1].end) if before else None
            argument = Span(given[0].start, given[-1].end)
            in_block = len(path) > 1 and path[-2].kind is StatementKind.BLOCK
            yield FreeSite(statement, call, in_block, expression, argument, statement, handed is not None)
        yield from self._frees_by_name(body, names)

    def _frees_by_name(self, body: Statement, names: frozenset[str]) -> Iterator[FreeSite]:
        """Yield the statements that are nothing but the name of a macro without parameters that frees the object."""
        objects = [self._object.name(symbol) for symbol in names]
        for statement in body.walk():
            if statement.kind is not StatementKind.SIMPLE or len(statement.tokens) != 2:
                continue
            name = statement.tokens[0]
            macro = self._model.macros.get(name.text.decode("latin-1"))
            bodies = [strip_parentheses(item.body) for item in macro.all] if macro is not None else []
            if macro is None or any(item.definition.parameters is not None for item in macro.all):
                continue
            freed = next((one for one in objects if all(frees_through_type(each, one) for each in bodies)), None)
            if freed is None:
                continue
            path = body.path_to(name.start)
            in_block = len(path) > 1 and path[-2].kind is StatementKind.BLOCK
            call = Call(name, name, name, ((name,),))
            given = next(item for item in calls(bodies[0]) if item.name.text == b"tp_free").arguments[0]
            source = self._model.files[macro.all[0].definition.path].source
            instance = source.text(Span(given[0].start, given[-1].end))
            span = Span(name.start, name.end)
            yield FreeSite(statement, call, in_block, None, span, statement, False, instance)

    def _handed(self, file: File, call: Call) -> int | None:
        """Return the argument that a call of the project frees for the deallocator."""
        symbol = symbol_at(file, call.name)
        return freed_for_deallocators(self._model, symbol or "") if symbol in self._model.functions else None

    def _is_free_macro(self, call: Call) -> bool:
        """Tell whether a call is that of a macro that stands for `Py_TYPE(x)->tp_free(x)`, whatever the casts."""
        macro = self._model.sole_macro(call.name.text.decode("latin-1"))
        if macro is None:
            return False
        parameters = macro.definition.parameters or ()
        return len(parameters) == 1 and frees_through_type(strip_parentheses(macro.body), parameters[0].encode())

    def _delegations(self, file: File, body: Statement, names: frozenset[str], own: str) -> Iterator[Delegation]:
        deallocs = _types_by_dealloc(self._model)
        for call in with_slot_calls(body.tokens):
            if not call.arguments or not self._object.is_one(file, call.arguments[0], names):
                continue
            statement = body.path_to(call.name.start)[-1]
            reference = file.written.get(call.name.start)
            if call.name.text == b"tp_dealloc":
                before = _called_through(statement, call)
                base = file.written.get(before[0].start) if before else None
                simple = len(before) == 2 and before[1].text == b"."
                text = b" ".join(token.text for token in before).decode("latin-1")
                known = base.symbol if base and simple else None
                plain = known is None and any(statement is child for child in body.children)
                pointer = base_pointer(self._model, own, file, before) if plain else b""
                yield Delegation(statement, known, text, pointer)
            elif reference is not None and reference.symbol in deallocs and reference.symbol != own:
                yield Delegation(statement, deallocs[reference.symbol], call.name.text.decode())

    def _problem(self, reason: str, path: Path, offset: int) -> Obstacle:
        told = f"its tp_dealloc can't be converted: {reason}"
        return Obstacle(told, "dealloc-shape", self._model.location(path, offset))

    def _problems(
        self, function: Function, frees: Sequence[FreeSite], delegations: Sequence[Delegation]
    ) -> Iterator[Obstacle]:
        path = function.definition.path
        if not frees and not delegations:
            reason = "where it frees the object can't be seen"
            yield self._problem(reason, path, function.definition.name_span.start)
        asked = [item for item in delegations if item.pointer]
        for item in delegations:
            if item.symbol is None and asked != [item]:
                reason = f"it looks up the base's dealloc by {item.text}, which fails for subclasses"
                yield self._problem(reason, path, item.statement.span.start)
        for site in frees:
            if site.statement.kind is not StatementKind.SIMPLE or site.statement.tokens[-1].text != b";":
                reason = "the call that frees the object isn't a statement of its own"
                yield self._problem(reason, path, site.call.name.start)

    def _asking(self, tests: Sequence[HeapTypeTest]) -> Iterator[Obstacle]:
        """What asks whether the type is a heap type does something else once it always is (G400)."""
        for test in tests:
            if not test.only_counts_up:
                path = self._model.functions[test.function].definition.path
                yield self._problem("it tests for Py_TPFLAGS_HEAPTYPE", path, test.statement.span.start)

    def _releasing(self, function: Function, releases: Sequence[Statement]) -> Iterator[Obstacle]:
        reason = "where it releases the object's type, the object isn't always freed"
        return (self._problem(reason, function.definition.path, item.span.start) for item in releases[:1])

    def _is_released_with(self, body: Statement, releases: Sequence[Statement], frees: Sequence[FreeSite]) -> bool:
        """Tell whether the type is given back once on each way, and on those alone that free the object (G662)."""
        if any(next(calls(item.tokens)).close is not item.tokens[-2] for item in releases if len(item.tokens) > 2):
            return False
        around = ([body.path_to(item.span.start)[-2:][0] for item in found] for found in (releases, _statements(frees)))
        first, second = (sorted(block.span.start for block in blocks) for blocks in around)
        return not releases or first == second

    def _kept(self, file: File, body: Statement, names: frozenset[str]) -> Iterator[Obstacle]:
        """A free list keeps the object, and it can't be told how its type is released and taken again (G16)."""
        for statement in body.walk():
            head = statement.head
            position = next((i for i, token in enumerate(head) if token.text == b"="), 0)
            if statement.kind is not StatementKind.SIMPLE or not position:
                continue
            reference = file.written.get(head[0].start)
            item = self._model.global_by_symbol(reference.symbol) if reference else None
            target = item.name if item is not None else self._field_of_state(file, head[position - 1])
            if target and self._object.is_one(file, head[position + 1 :], names):
                reason = f"it keeps the object in {target} instead of freeing it (a free list)"
                yield self._problem(reason, file.source.path, statement.span.start)

    def _field_of_state(self, file: File, token: Token) -> str:
        """Return the name of the field of the module's own state that *token* is; empty if it's something else."""
        own, reference = own_state(self._model), file.written.get(token.start)
        fields = own.members if own is not None and reference is not None else ()
        return next((item.name for item in fields if reference is not None and item.symbol == reference.symbol), "")

    def _type_variable(self, file: File, body: Statement, names: frozenset[str]) -> bytes:
        """Return the name of a local declared as `PyTypeObject *x = Py_TYPE(self)`."""
        for statement in body.children:
            tokens = statement.tokens
            for index, token in enumerate(tokens[:-3]):
                if token.text == b"=" and tokens[index + 1].text == b"Py_TYPE" and index >= 2:
                    call = next(iter(calls(tokens[index + 1 :])))
                    declares = tokens[index - 2].text == b"*" and tokens[0].text == b"PyTypeObject"
                    if declares and call.arguments and self._object.is_one(file, call.arguments[0], names):
                        return tokens[index - 1].text
        return b""


def _statements(frees: Sequence[FreeSite]) -> list[Statement]:
    return [site.statement for site in frees]


def with_slot_calls(tokens: Sequence[Token]) -> list[Call]:
    """Return the calls among *tokens*, those of members in parentheses as well: `(Py_TYPE(self)->tp_free)(self)`."""
    found = list(calls(tokens))
    for index, token in enumerate(tokens[:-3]):
        is_member = index > 0 and tokens[index - 1].text in (b".", b"->")
        if is_member and (tokens[index + 1].text, tokens[index + 2].text) == (b")", b"("):
            opening = tokens[index + 2]
            end = closing(tokens, index + 2)
            found.append(Call(token, opening, tokens[end], split(tokens[index + 3 : end])))
    return sorted(found, key=lambda call: call.name.start)


def _called_through(statement: Statement, call: Call) -> list[Token]:
    """Return what stands before the name of a slot that a statement calls, without a parenthesis around both."""
    before = [token for token in statement.tokens if token.start < call.name.start]
    is_wrapped = bool(before) and before[0].text == b"(" and closing(statement.tokens, 0) == len(before) + 1
    return before[1:] if is_wrapped else before
