"""Fields and globals that keep the pointer to an object whose reference was given up, while other code runs (G522).

`Py_DECREF(self->items); self->items = PySequence_List(given);` did no harm as long as nobody but the extension could
look into the instance. The collector does once the type joins it, at any time that code runs: it would visit an object
that is gone. So it does with fields of the module state. `Py_CLEAR` sets the field first, as "Reference Counting" in
the C API manual has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import MEMBERS, Call, Statement, StatementKind, calls, closing, strip_casts, text_of
from unstatic.capi.references import DECREASE, INCREASE, RUNS_NOTHING
from unstatic.facts.references.paths import summaries_of
from unstatic.facts.trust.protected_files import protected
from unstatic.facts.types.deallocation.releases import let_go
from unstatic.model.extension import Extension, File, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.model.opened_code import as_tokens
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class StaleRelease:
    """One release that leaves the pointer in its field, where it can be followed by other code."""

    path: Path
    name: Span
    """Where the called function is written."""
    superfluous: Span | None
    """The statement that sets the field to NULL later on, which `Py_CLEAR` does at once."""


@dataclass(frozen=True, slots=True)
class StaleField:
    """The releases of one field, or global, that have to be mended before anybody else may look at it."""

    releases: tuple[StaleRelease, ...]
    is_mendable: bool
    """Whether each of them is a statement of its own behind which the function sets the field before it reads it."""


@fact
def stale_field(model: Extension, symbol: str) -> StaleField:
    """Return how the field or global *symbol* is released where that leaves it as it was."""
    found: dict[tuple[Path, int], _Found] = {}
    for function in dict.fromkeys(use.function or "" for use in model.uses.get(symbol, ())):
        if function in model.functions and (symbol in _variables(model) or function not in _ending(model)):
            for field, item in _stale_in(model, function):
                if field == symbol:
                    found.setdefault((item.release.path, item.release.name.start), item)
    return StaleField(tuple(item.release for item in found.values()), all(item.is_mendable for item in found.values()))


@dataclass(frozen=True, slots=True)
class _Found:
    release: StaleRelease
    is_mendable: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A release of a field, and the statements around it."""

    field: str
    path: tuple[Statement, ...]
    found: _Found
    is_stale: bool


@fact
def _stale_in(model: Extension, function: str) -> tuple[tuple[str, _Found], ...]:
    """Return the stale releases of one function, each with the symbol of the field."""
    variables = _variables(model)
    bodies = (_Function(model, function, file, body, variables) for file, body in model.bodies(function))
    return tuple(pair for one in bodies for pair in one.found())


@fact
def _variables(model: Extension) -> frozenset[str]:
    return frozenset(item.symbol for item in model.globals)


@fact
def _ending(model: Extension) -> frozenset[str]:
    """Return the deallocators, and what they alone call: the collector has let go of the instance there."""
    starts = [
        symbol for symbol, item in model.functions.items() if any(role.slot == "tp_dealloc" for role in item.roles)
    ]
    return frozenset(name for start in starts for name in model.only_called_from(start))


class _Function:
    """One function in one configuration."""

    def __init__(self, model: Extension, symbol: str, file: File, body: Statement, variables: frozenset[str]) -> None:
        self._model, self._symbol, self._file, self._body, self._variables = model, symbol, file, body, variables

    def found(self) -> Iterator[tuple[str, _Found]]:
        """Yield the fields that a release leaves as they were, with that.

        Where `Py_CLEAR` saves the statement that sets one field to NULL, so it does for the others of the block.
        """
        candidates = list(self._candidates())
        saving = [item for item in candidates if item.found.release.superfluous and item.found.is_mendable]
        tidied = {id(item.path[-2]) for item in saving if item.is_stale}
        for item in candidates:
            if item.is_stale or (item in saving and id(item.path[-2]) in tidied):
                yield item.field, item.found

    def _candidates(self) -> Iterator[_Candidate]:
        for call, given in self._released:
            if not given or self._is_taken_before(call, text_of(given)):
                continue
            held = self._held_by(given, call)
            use = self._place(held)
            if use is None or self._is_taken_before(call, text_of(held)):
                continue
            path = self._body.path_to(call.name.start)
            is_stale = _runs_code(call) or self._is_followed_by_code(path, text_of(held))
            yield _Candidate(use.symbol, path, self._told(call, path, given, use), is_stale)

    def _place(self, expression: Sequence[Token]) -> Reference | None:
        """Return the use of a field, or of a global variable, that *expression* is, or is an element of."""
        end = len(expression) - 1
        while end > 0 and expression[end].text == b"]":
            openers = (at for at in range(end) if expression[at].text == b"[")
            end = next((at for at in openers if closing(expression, at) == end), 1) - 1
        use = self._file.written.get(expression[end].start) if expression else None
        is_one = use is not None and (use.kind is SymbolKind.FIELD or use.symbol in self._variables)
        return use if is_one else None

    def _held_by(self, given: Sequence[Token], call: Call) -> Sequence[Token]:
        """Return the expression that holds what is released: that of a local variable which was read from it before.

        Empty if it was set in between, so that it holds something else by now.
        """
        if len(given) > 1 or self._place(given) is not None:
            return given
        before = [item for item in self._simple if item.span.end <= call.name.start]
        read = next((item for item in reversed(before) if _target(item) == given[0].text), None)
        value = strip_casts(_value(read)) if read is not None else ()
        is_set = read is not None and any(sets(item, text_of(value)) for item in before[before.index(read) :])
        return () if is_set else value

    @cached_property
    def _calls(self) -> Sequence[Call]:
        return list(calls(self._body.tokens))

    @cached_property
    def _simple(self) -> Sequence[Statement]:
        return [item for item in self._body.walk() if item.kind is StatementKind.SIMPLE]

    @cached_property
    def _released(self) -> Sequence[tuple[Call, Sequence[Token]]]:
        """The calls that give a reference up and leave what holds it, each with that."""
        return [
            (call, strip_casts(call.arguments[position]))
            for call in self._calls
            for position in self._positions(call)
            if position < len(call.arguments)
        ]

    def _positions(self, call: Call) -> Iterable[int]:
        """Return which arguments a call releases, by itself, as a macro or as a function of the project."""
        if call.name.text in DECREASE:
            return (0,)
        callee = self._file.symbol_at(call.name)
        if callee is not None and callee in self._model.functions:
            changes = summaries_of(self._model).effect_of(callee).parameters if let_go(self._model, callee) else ()
            return (at for at, change in enumerate(changes) if change < 0 and at in let_go(self._model, callee))
        return (0,) if self._is_releasing_macro(call) else ()

    def _is_releasing_macro(self, call: Call) -> bool:
        """Tell whether a call is that of a macro which gives a reference up and leaves the variable.

        One that sets it as well does so once its other arguments have been worked out.
        """
        use = self._file.expansions.get(call.name.start)
        opened = self._model.expanded(use) if use is not None else None
        macro = self._model.macros.get(call.name.text.decode("latin-1"))
        bodies: list[Sequence[Token]] = [item.body for item in macro.all] if macro is not None else []
        bodies += [as_tokens(opened.tokens)] if opened is not None and macro is not None else []
        releasing = [body for body in bodies if any(inner.name.text in DECREASE for inner in calls(body))]
        return any(_runs_code(call) or not any(token.text == b"=" for token in body) for body in releasing)

    def _is_taken_before(self, call: Call, text: bytes) -> bool:
        """Tell whether the reference is one that the function took for as long as it uses the object."""
        return any(
            one.name.text in INCREASE and one.arguments and text_of(strip_casts(one.arguments[0])) == text
            for one in self._calls
            if one.name.start < call.name.start
        )

    def _is_followed_by_code(self, path: Sequence[Statement], text: bytes) -> bool:
        """Tell whether anything that may run code comes behind the innermost of *path*, before *text* is set."""
        for outer, inner in zip(reversed(path[:-1]), reversed(path), strict=False):
            if outer.kind in (StatementKind.LOOP, StatementKind.SWITCH):
                return True
            if outer.kind is not StatementKind.BLOCK:
                continue
            index = next(at for at, child in enumerate(outer.children) if child is inner)
            for statement in outer.children[index + 1 :]:
                if not is_quiet(statement):
                    return True
                if sets(statement, text):
                    return False
        return True

    def _told(self, call: Call, path: Sequence[Statement], given: Sequence[Token], use: Reference) -> _Found:
        statement, text = path[-1], text_of(given)
        is_alone = (call.name.start, call.close.end) == (statement.span.start, statement.tokens[-2].end)
        later = self._later(call, use.symbol)
        is_set = bool(later) and self._is_set_at(later[0].offset)
        can_be_edited = protected(self._model, use.path, use.offset) is None and call.name.text in DECREASE
        # A local variable that the field was read to would keep what `Py_CLEAR` takes from the field.
        mendable = self._place(given) is not None and is_alone and is_set and can_be_edited
        spare = self._spare(path, text) if len(later) == 1 else None
        name = Span(call.name.start, call.name.end)
        return _Found(StaleRelease(self._file.source.path, name, spare), mendable)

    def _later(self, call: Call, field: str) -> list[Reference]:
        """Return the uses of the field behind a call of the function, in their order."""
        return sorted(
            (
                use
                for use in self._model.uses.get(field, ())
                if use.function == self._symbol and use.path == self._file.source.path
                if use.offset > call.close.start
            ),
            key=lambda use: use.offset,
        )

    def _is_set_at(self, offset: int) -> bool:
        tokens = self._body.tokens
        index = next((at for at, token in enumerate(tokens) if token.start == offset), len(tokens)) + 1
        while index < len(tokens) and tokens[index].text == b"[":
            index = closing(tokens, index) + 1
        return index < len(tokens) and tokens[index].text == b"="

    def _spare(self, path: Sequence[Statement], text: bytes) -> Span | None:
        """Return the statement in the block of the innermost of *path* that sets the field to NULL and does no more."""
        if len(path) < 2 or path[-2].kind is not StatementKind.BLOCK:
            return None
        setting = next(
            (item for item in path[-2].children if item.span.start > path[-1].span.start and sets(item, text)), None
        )
        return setting.span if setting is not None and is_null(_value(setting)) else None


def _runs_code(call: Call) -> bool:
    """Tell whether anything is called for an argument behind the first."""
    return any(inner.name.text not in RUNS_NOTHING for argument in call.arguments[1:] for inner in calls(argument))


def sets(statement: Statement, text: bytes) -> bool:
    """Tell whether a statement assigns to the variable or field of that text."""
    at = _assignment(statement)
    return statement.kind is StatementKind.SIMPLE and at > 0 and text_of(statement.tokens[:at]) == text


def _target(statement: Statement) -> bytes:
    """Return the name that a statement declares or sets: the last before the `=`."""
    at = _assignment(statement)
    is_member = at > 1 and statement.tokens[at - 2].text in MEMBERS
    return statement.tokens[at - 1].text if at and not is_member else b""


def _value(statement: Statement) -> Sequence[Token]:
    return statement.tokens[_assignment(statement) + 1 : -1]


def _assignment(statement: Statement) -> int:
    return next((index for index, token in enumerate(statement.tokens) if token.text == b"="), 0)


def is_quiet(statement: Statement) -> bool:
    """Tell whether a statement runs no code but its own, and goes on behind itself."""
    leaves = any(item.is_exit for item in statement.walk())
    return not leaves and all(call.name.text in RUNS_NOTHING for call in calls(statement.tokens))
