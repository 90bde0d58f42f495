"""What expressions do to references, read from tokens: assignments, conditions, calls."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from unstatic.c.expressions import CHANGING
from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, calls, closing, split, strip_casts, strip_parentheses, text_of
from unstatic.capi.macros import HINTS
from unstatic.capi.null import NULL
from unstatic.facts.references.paths.states import MOST_PATHS, Result, State, TooManyPathsError, Value

Tokens = Sequence[Token]

_COMPARISONS = {
    b"==": operator.eq,
    b"!=": operator.ne,
    b"<": operator.lt,
    b"<=": operator.le,
    b">": operator.gt,
    b">=": operator.ge,
}


class Calls(Protocol):
    """What calls do: everything that needs to know names."""

    def symbol(self, token: Token) -> str | None:
        """Return the tracked variable that *token* names or declares."""

    def declares(self, token: Token) -> bool:
        """Tell whether *token* is the name in a declaration."""

    def is_object(self, token: Token) -> bool:
        """Tell whether *token* names a tracked object that is allocated statically."""

    def is_function(self, token: Token) -> bool:
        """Tell whether *token* names a function, of the project or declared by it."""

    def entry(self, symbol: str, state: State) -> Result:
        """Return what the tracked variable *symbol* holds before anything is stored to it."""

    def element(self, tokens: Tokens, state: State) -> Result:
        """Return what an expression gives that reads a tracked table; NULL if it reads something else."""

    def store(self, name: Token, symbol: str, value: Result, state: State) -> None:
        """Let the tracked variable *symbol*, written as *name*, hold *value*."""

    def write(self, target: Tokens, value: Result, state: State) -> None:
        """Let memory hold *value*."""

    def hand_over(self, target: Token, value: Result, state: State) -> None:
        """Let *target* be assigned *value*: in C++ it may be an object that owns it then."""

    def is_made_by(self, receiver: Token, method: Token) -> bool:
        """Tell whether a method of the C++ object *receiver* gives a new reference."""

    def call(self, call: Call, given: list[Result], state: State) -> list[tuple[State, Result]]:
        """Return what follows from a call whose arguments have the values *given*."""


class Kind(enum.Enum):
    """What an expression or a condition is, as far as its tokens say."""

    EMPTY = "nothing"
    ASSIGNMENT = "an assignment"
    CHOICE = "one of two values, by a condition"
    TRUTH = "whether a condition holds"
    NAME = "a name or a number"
    ADDRESS = "the address of a variable"
    NEGATIVE = "a number with a sign"
    LOGIC = "conditions that are joined"
    NEGATION = "the opposite of a condition"
    COMPARISON = "a comparison"
    HINT = "a condition, with a hint for the compiler"
    OTHER = "anything else"


class ValueForm(NamedTuple):
    """How an expression is to be read, casts and parentheses around it left out."""

    kind: Kind
    inner: tuple[Token, ...]
    at: int = -1
    """The index of the operator that makes it what it is."""
    call: Call | None = None
    """The call that it is as a whole."""


class ConditionForm(NamedTuple):
    """How a condition is to be read, parentheses around it left out."""

    kind: Kind
    inner: tuple[Token, ...]
    at: int = -1
    """The index of the operator of a comparison; for conditions that are joined, whether the first that holds ends."""
    parts: Sequence[Tokens] = ()
    """What is joined, or what a hint is about."""


class RestForm(NamedTuple):
    """What else there is in an expression: the index of an operator that changes something, and the outer calls."""

    changed: int
    is_access: bool
    calls: tuple[Call, ...]


_Form = TypeVar("_Form")


class Forms:
    """How the expressions of one body are to be read: found once, as many paths meet each of them."""

    def __init__(self) -> None:
        self._parts: _Known[tuple[tuple[Token, ...], ...]] = {}
        self._values: _Known[ValueForm] = {}
        self._conditions: _Known[ConditionForm] = {}
        self._rest: _Known[RestForm] = {}

    def parts(self, tokens: Tokens) -> tuple[tuple[Token, ...], ...]:
        """Return the expressions between commas."""
        return _known_form(self._parts, tokens, split)

    def value(self, tokens: Tokens) -> ValueForm:
        """Return how an expression is to be read."""
        return _known_form(self._values, tokens, _value_form)

    def condition(self, tokens: Tokens) -> ConditionForm:
        """Return how a condition is to be read."""
        return _known_form(self._conditions, tokens, _condition_form)

    def rest(self, tokens: Tokens) -> RestForm:
        """Return what there is in an expression that is nothing else."""
        return _known_form(self._rest, tokens, _rest_form)


_Known = dict[tuple[int, int, int], tuple[Tokens, _Form]]
"""By the identity of the first token and of the last, which are kept with them, and by their number."""


def _known_form(known: _Known[_Form], tokens: Tokens, read: Callable[[Tokens], _Form]) -> _Form:
    if not tokens:
        return read(tokens)
    key = (id(tokens[0]), id(tokens[-1]), len(tokens))
    found = known.get(key)
    # Some of those between may be others, as macros and `#if` groups have them.
    if found is None or found[0] != tokens:
        found = known[key] = tokens, read(tokens)
    return found[1]


def _value_form(tokens: Tokens) -> ValueForm:
    inner = strip_casts(tokens)
    if not inner:
        return ValueForm(Kind.EMPTY, inner)
    for kind, sign in ((Kind.ASSIGNMENT, b"="), (Kind.CHOICE, b"?")):
        at = _outside(inner, (sign,))
        if at > 0:
            return ValueForm(kind, inner, at)
    if _is_truth(inner):
        return ValueForm(Kind.TRUTH, inner)
    if len(inner) == 1:
        return ValueForm(Kind.NAME, inner)
    if len(inner) == 2 and inner[0].text == b"-" and inner[1].kind is TokenKind.NUMBER:
        return ValueForm(Kind.NEGATIVE, inner)
    is_address = len(inner) == 2 and inner[0].text == b"&"
    call = _whole_call(inner) or _made_of_braces(inner)
    return ValueForm(Kind.ADDRESS if is_address else Kind.OTHER, inner, call=call)


def _condition_form(tokens: Tokens) -> ConditionForm:
    inner = strip_parentheses(tokens)
    if not inner:
        return ConditionForm(Kind.EMPTY, inner)
    for joint, stops in ((b"||", True), (b"&&", False)):
        parts = split(inner, joint)
        if len(parts) > 1:
            return ConditionForm(Kind.LOGIC, inner, int(stops), parts)
    if inner[0].text == b"!" and _is_unary(inner):
        return ConditionForm(Kind.NEGATION, inner)
    at = _outside(inner, _COMPARISONS)
    if at > 0:
        return ConditionForm(Kind.COMPARISON, inner, at)
    call = _whole_call(inner)
    if call is not None and call.name.text in HINTS and call.arguments:
        return ConditionForm(Kind.HINT, inner, parts=call.arguments)
    return ConditionForm(Kind.OTHER, inner)


def _rest_form(inner: Tokens) -> RestForm:
    outer: list[Call] = []
    for call in calls(inner):
        if not outer or call.name.start > outer[-1].close.end:
            outer.append(call)
    return RestForm(_outside(inner, CHANGING), _is_access(inner), tuple(outer))


class Evaluator:
    """Evaluates expressions, one state at a time."""

    def __init__(self, known: Calls) -> None:
        self._known = known
        self.forms = Forms()
        """How the expressions are to be read; walks through one body share this."""

    def statement(self, tokens: Tokens, state: State) -> Iterator[State]:
        """Yield the states after an expression statement or a declaration."""
        states = [state]
        for part in self.forms.parts(tokens):
            states = [after for one in states for after, _ in self.value(part, one)]
        yield from states

    def value(self, tokens: Tokens, state: State) -> list[tuple[State, Result]]:
        """Return the states after an expression, and what it gives in each."""
        kind, inner, at, call = self.forms.value(tokens)
        if kind is Kind.EMPTY:
            return [(state, state.fresh(0, True))]
        if kind is Kind.ASSIGNMENT:
            return self._assignment(inner[:at], inner[at + 1 :], state)
        if kind is Kind.CHOICE:
            return self._choice(inner, at, state)
        if kind is Kind.TRUTH:
            return distinct((after, Value.fresh()) for after, _ in self.condition(inner, state))
        if kind is Kind.NAME or (kind is Kind.ADDRESS and self._known.is_object(inner[1])):
            return [(state, self._name(inner[-1], state))]
        if kind is Kind.NEGATIVE:
            number = _number(inner[1])
            return [(state, -number if number is not None else state.fresh(0))]
        return self._other(inner, state) if call is None else self._whole(inner, call, state)

    def _whole(self, inner: tuple[Token, ...], call: Call, state: State) -> list[tuple[State, Result]]:
        """An expression that is one call, that of a C++ object's method with it."""
        found = self._call(call, state)
        if inner[1].text == b"." and self._known.is_made_by(inner[0], call.name):
            return [(after, after.fresh(1)) for after, _ in found]
        return found

    def _other(self, inner: tuple[Token, ...], state: State) -> list[tuple[State, Result]]:
        """Anything else: the calls in it count, its own value is borrowed if it reads memory."""
        element = self._known.element(inner, state)
        if element is not None:
            return [(state, element)]
        changed, is_access, made = self.forms.rest(inner)
        if changed >= 0:
            return self._changed(inner, changed, state)
        if is_access and not made:
            return [(state, state.read(text_of(inner).decode("latin-1")))]
        states = [state]
        for call in made:
            states = [after for one in states for after, _ in self._call(call, one)]
        borrowed = inner[0].text in (b"&", b"*") or is_access
        return [(one, one.fresh(0, not borrowed)) for one in states]

    def _changed(self, inner: Tokens, at: int, state: State) -> list[tuple[State, Result]]:
        """`count += f()`, `p++`: nothing is known of the variable afterwards."""
        found = self.value(inner[at + 1 :], state) if at + 1 < len(inner) and at else [(state, None)]
        target = inner[:at] or inner[1:]
        symbol = self._target(target)
        for after, _ in found:
            if symbol is not None:
                self._known.store(target[-1], symbol, after.fresh(0), after)
        return [(after, after.fresh(0)) for after, _ in found]

    def _name(self, token: Token, state: State) -> Result:
        if token.text in NULL:
            return None
        if token.kind is TokenKind.NUMBER:
            number = _number(token)
            return number if number is not None else state.fresh(0)
        symbol = self._known.symbol(token)
        if symbol is not None:
            if symbol not in state.held:
                state.held[symbol] = self._known.entry(symbol, state)
            return state.held[symbol]
        if token.kind is not TokenKind.IDENT:
            return state.fresh(0)
        if self._known.is_function(token):
            # Which of some functions is stored tells nothing of objects: the paths meet again.
            found = state.fresh(0)
            state.known |= {found}
            return found
        return state.read(token.text.decode("latin-1"))

    def _assignment(self, target: Tokens, value: Tokens, state: State) -> list[tuple[State, Result]]:
        found = self.value(value, state)
        symbol = self._target(target)
        for after, result in found:
            if symbol is not None:
                self._known.store(target[-1], symbol, result, after)
            elif _is_access(target) or (target[0].text == b"*" and not self._known.declares(target[-1])):
                self._known.write(target, result, after)
            if not _is_access(target):
                self._known.hand_over(target[-1], result, after)
        return found

    def _target(self, target: Tokens) -> str | None:
        last = target[-1]
        if self._known.declares(last):
            return self._known.symbol(last)
        if last.kind is not TokenKind.IDENT or _is_access(target):
            return None
        if len(target) > 1 and target[0].kind is not TokenKind.IDENT:
            return None
        return self._known.symbol(last)

    def _choice(self, inner: tuple[Token, ...], question: int, state: State) -> list[tuple[State, Result]]:
        rest = inner[question + 1 :]
        colon = _outside(rest, (b":",))
        if colon < 0:
            return self._other(inner, state)
        found = []
        for after, holds in self.condition(inner[:question], state):
            found += self.value(rest[:colon] if holds else rest[colon + 1 :], after)
        return distinct(found)

    def _call(self, call: Call, state: State) -> list[tuple[State, Result]]:
        if call.name.text == b"assert":
            return [(state, None)]
        ways: list[tuple[State, list[Result]]] = [(state, [])]
        for argument in call.arguments:
            ways = [(after, [*given, result]) for one, given in ways for after, result in self._argument(argument, one)]
            _check_number(ways)
        return [way for one, given in ways for way in self._known.call(call, given, one)]

    def _argument(self, argument: Tokens, state: State) -> list[tuple[State, Result]]:
        form = self.forms.value(argument)
        if form.kind is Kind.ADDRESS and not self._known.is_object(form.inner[1]):
            return [(state, Value.fresh())]
        return self.value(argument, state)

    def condition(self, tokens: Tokens, state: State) -> list[tuple[State, bool]]:
        """Return the states after a condition, with its truth: as many as are possible."""
        kind, inner, at, parts = self.forms.condition(tokens)
        if kind is Kind.EMPTY:
            return [(state, True)]
        if kind is Kind.LOGIC:
            return self._logic(parts, bool(at), state)
        if kind is Kind.NEGATION:
            return [(after, not holds) for after, holds in self.condition(inner[1:], state)]
        if kind is Kind.COMPARISON:
            return self._comparison(inner[:at], inner[at].text, inner[at + 1 :], state)
        if kind is Kind.HINT:
            return self.condition(parts[0], state)
        return [way for after, result in self.value(inner, state) for way in _truth(after, result)]

    def _logic(self, parts: Sequence[Tokens], stops: bool, state: State) -> list[tuple[State, bool]]:
        found: list[tuple[State, bool]] = []
        states = [state]
        for part in parts:
            ways = [way for one in states for way in self.condition(part, one)]
            _check_number(ways)
            found += [(after, stops) for after, holds in ways if holds == stops]
            states = [after for after, holds in ways if holds != stops]
        return found + [(one, not stops) for one in states]

    def _comparison(self, left: Tokens, sign: bytes, right: Tokens, state: State) -> list[tuple[State, bool]]:
        if b"".join(token.text for token in left) in NULL:
            left, right, sign = right, left, _MIRRORED.get(sign, sign)
        found: list[tuple[State, bool]] = []
        for after, first in self.value(left, state):
            for one, second in self.value(right, after):
                if isinstance(first, Value) and second is None and sign in (b"==", b"!="):
                    found += [(last, holds == (sign == b"!=")) for last, holds in _truth(one, first)]
                else:
                    found += _compared(one, first, sign, second)
        return found


_MIRRORED = {b"<": b">", b">": b"<", b"<=": b">=", b">=": b"<="}


def _check_number(ways: Sequence[object]) -> None:
    """Raise TooManyPathsError if one expression can be left in more ways than are followed."""
    if len(ways) > MOST_PATHS:
        raise TooManyPathsError("there is too much to follow")


def distinct(ways: Iterable[tuple[State, Result]]) -> list[tuple[State, Result]]:
    """Leave out what differs in nothing that matters: choices in several arguments would multiply."""
    return list({after.key(result): (after, result) for after, result in ways}.values())


def _compared(state: State, first: Result, sign: bytes, second: Result) -> list[tuple[State, bool]]:
    if not isinstance(first, Value) and not isinstance(second, Value):
        return [(state, _COMPARISONS[sign](first or 0, second or 0))]
    if sign in (b"==", b"!=") and first is second:
        return [(state, sign == b"==")]
    return [(state, True), (state.copy(), False)]


def _truth(state: State, result: Result) -> list[tuple[State, bool]]:
    if not isinstance(result, Value):
        return [(state, bool(result))]
    if result in state.known:
        return [(state, True)]
    null = state.copy()
    null.is_null(result)
    state.known |= {result}
    return [(state, True), (null, False)]


def _number(token: Token) -> int | None:
    """Return the value of a whole number that is written in decimal."""
    text = token.text.rstrip(b"lLuU")
    return int(text) if text.isdigit() and (text == b"0" or not text.startswith(b"0")) else None


def _outside(tokens: Tokens, wanted: Collection[bytes]) -> int:
    """Return the index of the first of *wanted* outside of brackets, -1 if there is none."""
    position = 0
    while position < len(tokens):
        text = tokens[position].text
        if text in wanted:
            return position
        position = closing(tokens, position) + 1 if text in (b"(", b"[", b"{") else position + 1
    return -1


def _is_truth(inner: Tokens) -> bool:
    return (
        (inner[0].text == b"!" and len(inner) > 1)
        or _outside(inner, (b"||", b"&&")) > 0
        or _outside(inner, _COMPARISONS) > 0
    )


def _is_unary(inner: Tokens) -> bool:
    return _outside(inner[1:], _COMPARISONS) < 0


def _is_access(tokens: Tokens) -> bool:
    return any(token.text in (b".", b"->", b"[") for token in tokens)


def _whole_call(inner: tuple[Token, ...]) -> Call | None:
    """Return the call that *inner* is: `f(...)`, `a->f(...)`."""
    end = len(inner)
    if inner[-1].text != b")":
        return None
    opening = next((i for i in range(end) if inner[i].text == b"(" and closing(inner, i) == end - 1), 0)
    if opening < 1 or inner[opening - 1].kind is not TokenKind.IDENT:
        return None
    before = inner[: opening - 1]
    if before and before[-1].text not in (b".", b"->", b"::"):
        return None
    return Call(inner[opening - 1], inner[opening], inner[-1], split(inner[opening + 1 : -1]))


def _made_of_braces(inner: tuple[Token, ...]) -> Call | None:
    """Return what makes a C++ object of values in braces, `owner name{value}`, as the call that it is."""
    at = next((i for i, token in enumerate(inner) if token.text == b"{"), 0)
    is_whole = at > 1 and inner[at - 1].kind is TokenKind.IDENT and closing(inner, at) == len(inner) - 1
    return Call(inner[at - 1], inner[at], inner[-1], split(inner[at + 1 : -1])) if is_whole else None
