"""What a tp_dealloc does: where it frees, what it owns, whom it delegates to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex_fragment
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
from unstatic.capi.macros import OBJECT_CASTS
from unstatic.capi.memory import FREE
from unstatic.capi.null import NULL
from unstatic.capi.references import LET_GO, SHARE
from unstatic.model.extension import Extension, File, Function, HeapSpec, StaticType
from unstatic.model.fact import fact
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


@dataclass(frozen=True, slots=True)
class Delegation:
    """A call of another type's dealloc; `symbol` names the type or the function, None if it is looked up."""

    statement: Statement
    symbol: str | None
    text: str


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
    problems: tuple[Obstacle, ...]
    """Why it can't be converted."""

    @property
    def owns_objects(self) -> bool:
        """Whether it releases any object."""
        return bool(self.released) or self.releases_more


@dataclass(frozen=True, slots=True)
class _Released:
    """What a function releases of one object: fields whatever happens, fields at all, and objects in none of them."""

    owned: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    more: bool = False

    def with_helper(self, other: _Released, is_plain: bool) -> _Released:
        """Add what a function releases that is called here, *is_plain* if whatever happens."""
        owned = other.owned if is_plain else ()
        return _Released((*self.owned, *owned), (*self.fields, *other.fields), self.more or other.more)


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
    delegations = [(site.statement.span.start, site.symbol) for site in item.delegations]
    released = (item.owned, item.released, item.releases_more)
    return (frees, delegations, released, item.untracks, item.type_variable, item.problems)


def dealloc_of(model: Extension, static: StaticType) -> Dealloc | None:
    """Return the facts of the type's deallocator, or None when it has none of its own."""
    symbol = static.function("tp_dealloc")
    return deallocator(model, symbol) if symbol is not None and symbol in model.functions else None


def unreleasing(model: Extension, spec: HeapSpec) -> Dealloc | None:
    """Return the deallocator of a heap type if it frees instances and never releases their type; None for any other.

    An instance owns a reference to its heap type (CPython issue 35810), and a type that knows its module keeps that.
    """
    field = spec.slots.get("tp_dealloc")
    symbol = field.symbol if field is not None else None
    if symbol is None or symbol not in model.functions:
        return None
    dealloc = deallocator(model, symbol)
    if not dealloc.frees or dealloc.delegations or dealloc.problems:
        return None
    released = (argument for call in model.calls(symbol) if call.name.text in LET_GO for argument in call.arguments)
    names = {b"Py_TYPE", b"ob_type", dealloc.type_variable} - {b""}
    is_released = any(token.text in names for argument in released for token in argument)
    return None if is_released else dealloc


@fact
def deallocator(model: Extension, symbol: str) -> Dealloc:
    """Return the facts of the deallocator *symbol*, a function with a body here."""
    return _DeallocReader(model).read(symbol)


class _DeallocReader:
    """Reads deallocators, helpers that they hand the object to included."""

    def __init__(self, model: Extension) -> None:
        self._model = model

    def read(self, symbol: str) -> Dealloc:
        """Return the facts of the deallocator *symbol*, a function with a body here."""
        found = self._read(symbol)
        others = [_DeallocReader(model)._read(symbol) for model in self._model.configurations]
        if self._model.functions[symbol].alternatives or any(_shape(item) != _shape(found) for item in others):
            where = self._model.functions[symbol].definition
            problem = self._problem("what it does differs between #if groups", where.path, where.name_span.start)
            return replace(found, problems=(*found.problems, problem))
        return found

    def _read(self, symbol: str) -> Dealloc:
        function = self._model.functions[symbol]
        file = self._model.files[function.definition.path]
        body = self._model.body(symbol)
        parameter = function.definition.parameters[0] if function.definition.parameters else ""
        names = self._aliases(file, body, parameter)
        frees = tuple(self._frees(file, body, names))
        delegations = tuple(self._delegations(file, body, names, symbol))
        released = self._released(symbol, names, depth=0, seen=set())
        problems = [*self._problems(function, frees, delegations), *self._kept(file, body, names)]
        self_name = self._name(parameter)
        if not self_name:
            where = function.definition
            problems.append(self._problem("its parameter has no name", where.path, where.name_span.start))
        untracks = any(call.name.text == b"PyObject_GC_UnTrack" for call in calls(body.tokens))
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
            self._type_variable(file, body, names),
            tuple(problems),
        )

    def _name(self, symbol: str) -> bytes:
        declarations = self._model.by_symbol.get(symbol, ())
        return declarations[0].name.encode() if declarations else b""

    def _aliases(self, file: File, body: Statement, parameter: str) -> frozenset[str]:
        """Return the parameter and the locals that are the same object under a cast."""
        found = {parameter}
        tokens = body.tokens
        for index, token in enumerate(tokens[:-2]):
            if tokens[index + 1].text != b"=" or token.kind is not TokenKind.IDENT:
                continue
            end = next((i for i in range(index + 2, len(tokens)) if tokens[i].text in (b";", b",")), len(tokens))
            value = strip_casts(tokens[index + 2 : end])
            if len(value) != 1:
                continue
            reference = file.written.get(value[0].start)
            if reference is not None and reference.symbol in found:
                target = self._declared_or_used(file, token)
                if target is not None:
                    found.add(target)
        return frozenset(found)

    def _declared_or_used(self, file: File, token: Token) -> str | None:
        reference = file.written.get(token.start)
        if reference is not None:
            return reference.symbol
        for symbol, declarations in self._model.by_symbol.items():
            if any(d.name_span.start == token.start and d.path == file.source.path for d in declarations):
                return symbol
        return None

    def _is_self(self, file: File, tokens: Sequence[Token], names: frozenset[str]) -> bool:
        inner = strip_casts(tokens)
        if len(inner) != 1:
            return False
        reference = file.written.get(inner[0].start)
        if reference is not None:
            return reference.symbol in names
        return self._opened(file, inner[0]) in {self._name(symbol) for symbol in names}

    def _opened(self, file: File, token: Token) -> bytes | None:
        """Return the one name that a macro stands for, casts left out: `#define box ((Box *)self)`."""
        use = file.expansions.get(token.start)
        found = self._model.expanded(use) if use is not None else None
        made = found.tokens if found is not None else ()
        tokens = [Token(each.kind, each.span.start, each.span.end, each.text, False) for each in made]
        inner = strip_casts(tokens)
        return inner[0].text if len(inner) == 1 and inner[0].kind is TokenKind.IDENT else None

    def _frees(self, file: File, body: Statement, names: frozenset[str]) -> Iterator[FreeSite]:
        for call in _calls(body.tokens):
            is_slot = call.name.text == b"tp_free"
            is_free = is_slot or call.name.text in FREE or self._is_free_macro(call)
            if not is_free or len(call.arguments) != 1:
                continue
            if not self._is_self(file, call.arguments[0], names):
                continue
            path = body.path_to(call.name.start)
            statement = path[-1]
            expression = None
            if is_slot:
                before = _called_through(statement, call)[:-1]
                expression = Span(before[0].start, before[-1].end) if before else None
            argument = Span(call.arguments[0][0].start, call.arguments[0][-1].end)
            in_block = len(path) > 1 and path[-2].kind is StatementKind.BLOCK
            yield FreeSite(statement, call, in_block, expression, argument)

    def _is_free_macro(self, call: Call) -> bool:
        """Tell whether a call is that of a macro that stands for `Py_TYPE(x)->tp_free(x)`, whatever the casts."""
        macro = self._model.sole_macro(call.name.text.decode("latin-1"))
        if macro is None:
            return False
        parameters = macro.definition.parameters or ()
        body = strip_parentheses(macro.body)
        freed = next((item for item in calls(body) if item.name.text == b"tp_free"), None)
        if len(parameters) != 1 or freed is None or len(freed.arguments) != 1 or freed.close is not body[-1]:
            return False
        own = parameters[0].encode()
        before = [token.text for token in body if token.start < freed.name.start]
        given = [token.text for token in strip_casts(freed.arguments[0])]
        return given == [own] and before in ([b"Py_TYPE", b"(", own, b")", b"->"], [own, b"->", b"ob_type", b"->"])

    def _delegations(self, file: File, body: Statement, names: frozenset[str], own: str) -> Iterator[Delegation]:
        deallocs = {item.function("tp_dealloc"): item.symbol for item in self._model.types}
        for call in _calls(body.tokens):
            if not call.arguments or not self._is_self(file, call.arguments[0], names):
                continue
            statement = body.path_to(call.name.start)[-1]
            reference = file.written.get(call.name.start)
            if call.name.text == b"tp_dealloc":
                before = _called_through(statement, call)
                base = file.written.get(before[0].start) if before else None
                simple = len(before) == 2 and before[1].text == b"."
                text = b" ".join(token.text for token in before).decode("latin-1")
                yield Delegation(statement, base.symbol if base and simple else None, text)
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
        for item in delegations:
            if item.symbol is None:
                reason = f"it looks up the base's dealloc by {item.text}, which fails for subclasses"
                yield self._problem(reason, path, item.statement.span.start)
        for site in frees:
            if site.statement.kind is not StatementKind.SIMPLE or site.statement.tokens[-1].text != b";":
                reason = "the call that frees the object isn't a statement of its own"
                yield self._problem(reason, path, site.call.name.start)

    def _kept(self, file: File, body: Statement, names: frozenset[str]) -> Iterator[Obstacle]:
        """A free list keeps the object, with its type and its interpreter: nothing that a heap type can do (G16)."""
        for statement in body.walk():
            head = statement.head
            position = next((i for i, token in enumerate(head) if token.text == b"="), 0)
            if statement.kind is not StatementKind.SIMPLE or not position:
                continue
            reference = file.written.get(head[0].start)
            target = self._model.global_by_symbol(reference.symbol) if reference else None
            if target is not None and self._is_self(file, head[position + 1 :], names):
                reason = f"it keeps the object in {target.name} instead of freeing it (a free list)"
                yield self._problem(reason, file.source.path, statement.span.start)

    def _type_variable(self, file: File, body: Statement, names: frozenset[str]) -> bytes:
        """Return the name of a local declared as `PyTypeObject *x = Py_TYPE(self)`."""
        for statement in body.children:
            tokens = statement.tokens
            for index, token in enumerate(tokens[:-3]):
                if token.text == b"=" and tokens[index + 1].text == b"Py_TYPE" and index >= 2:
                    call = next(iter(calls(tokens[index + 1 :])))
                    declares = tokens[index - 2].text == b"*" and tokens[0].text == b"PyTypeObject"
                    if declares and call.arguments and self._is_self(file, call.arguments[0], names):
                        return tokens[index - 1].text
        return b""

    def _released(self, symbol: str, names: frozenset[str], depth: int, seen: set[str]) -> _Released:
        """Return what a function releases, what it calls and what it gives to be called included."""
        seen.add(symbol)
        file = self._model.files[self._model.functions[symbol].definition.path]
        body = self._model.body(symbol)
        found = _Released()
        for call in calls(body.tokens):
            if call.name.text in LET_GO and call.arguments:
                found = found.with_helper(self._release(file, body, call, names), True)
                continue
            for callee, inner in self._called(file, call, names) if depth < 4 else ():
                if callee not in seen:
                    found = found.with_helper(
                        self._released(callee, inner, depth + 1, seen), self._is_plain(body, call)
                    )
        return found

    def _release(self, file: File, body: Statement, call: Call, names: frozenset[str]) -> _Released:
        if self._is_type_release(call):
            return _Released()
        field = self._field(file, call.arguments[0], names)
        if not field:
            return _Released(more=not self._is_own_result(body, call))
        return _Released((field,) if self._is_unconditional(body, call, field) else (), (field,))

    def _is_own_result(self, body: Statement, release: Call) -> bool:
        """Tell whether what is released is a local that only results of calls made here were stored in."""
        inner = strip_casts(release.arguments[0])
        if len(inner) != 1 or inner[0].kind is not TokenKind.IDENT:
            return False
        tokens = body.tokens
        stores = [
            i for i, token in enumerate(tokens[:-3]) if token.text == inner[0].text and tokens[i + 1].text == b"="
        ]
        values = [strip_casts(tokens[i + 2 : i + 6]) for i in stores]
        return bool(values) and all(
            value[0].kind is TokenKind.IDENT and value[0].text not in (SHARE | OBJECT_CASTS) and value[1].text == b"("
            for value in values
        )

    def _is_type_release(self, call: Call) -> bool:
        text = [token.text for token in strip_casts(call.arguments[0])]
        return text in ([b"tp"], [b"type"]) or text[:1] == [b"Py_TYPE"]

    def _called(self, file: File, call: Call, names: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield the functions of the project that a call calls or hands on, each with its names for the object."""
        reference = file.written.get(call.name.start)
        callee = self._model.functions.get(reference.symbol) if reference is not None else None
        if callee is not None:
            parameters = callee.definition.parameters
            given = zip(parameters, call.arguments, strict=False)
            mapped = [parameter for parameter, argument in given if self._is_self(file, argument, names)]
            inner_file, body = self._model.files[callee.definition.path], self._model.body(callee.symbol)
            yield callee.symbol, frozenset().union(*(self._aliases(inner_file, body, item) for item in mapped))
        for argument in call.arguments:
            inner = strip_casts(argument)
            handed = file.written.get(inner[-1].start) if inner else None
            if handed is not None and not handed.is_call and handed.symbol in self._model.functions:
                yield handed.symbol, frozenset()

    def _field(self, file: File, argument: Sequence[Token], names: frozenset[str]) -> str:
        inner = strip_casts(argument)
        if len(inner) == 3 and inner[1].text == b"->" and self._is_self(file, inner[:1], names):
            return inner[2].text.decode("latin-1")
        # ((Foo *)self)->field
        if len(inner) > 3 and inner[-2].text == b"->" and self._is_self(file, inner[:-2], names):
            return inner[-1].text.decode("latin-1")
        return ""

    def _is_unconditional(self, body: Statement, call: Call, field: str) -> bool:
        for statement in body.path_to(call.name.start)[:-1]:
            if statement.kind in (StatementKind.LOOP, StatementKind.SWITCH) and not _is_once(statement):
                return False
            if statement.kind is StatementKind.IF and call.name.start not in _span(statement.head):
                allowed = {field.encode("latin-1"), b"->", b"!=", b"(", b")"} | NULL
                words = {token.text for token in strip_casts(statement.head)}
                if (
                    statement.children[-1] is not statement.children[0]
                    and call.name.start in statement.children[-1].span
                ):
                    return False
                extra = words - allowed
                if len(extra) > 1 or field.encode("latin-1") not in words:
                    return False
        return True

    def _is_plain(self, body: Statement, call: Call) -> bool:
        path = body.path_to(call.name.start)
        return all(item.kind in (StatementKind.BLOCK, StatementKind.SIMPLE) or _is_once(item) for item in path)


def _calls(tokens: Sequence[Token]) -> list[Call]:
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


def _is_once(statement: Statement) -> bool:
    """Tell whether a loop is a macro block, such as a trashcan or critical section: its body runs once."""
    return statement.kind is StatementKind.LOOP and statement.tokens[0].text.startswith((b"Py_BEGIN", b"Py_TRASHCAN"))


def _span(tokens: Sequence[Token]) -> Span:
    return Span(tokens[0].start, tokens[-1].end) if tokens else Span(0, 0)
