"""Bodies of functions with the project's macros written out, as paths are followed through them.

Tokens that macros make stand in other files and in each other's way, so all tokens are numbered anew: even numbers, in
order. What each of them means, and where it is written, is told by its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, calls, parse_block, strip_casts
from unstatic.facts.macros.called_functions import called, only_gets_to_know
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.facts.references.paths.bodies import Body, body_of, up_to_semicolon
from unstatic.facts.references.paths.places import end_of_access
from unstatic.facts.references.paths.states import Place, TooManyPathsError
from unstatic.facts.references.paths.variables import Links, Variables
from unstatic.model.expansion import Made
from unstatic.model.extension import Declaration, Extension, File, MacroDefinition, MacroExpansion
from unstatic.model.fact import common_fact
from unstatic.text.source import Span

_BRANCHES = (b"&&", b"||", b"?", b"if", b"while", b"for", b"switch", b"case")
_OF_VALUES = frozenset((b"(", b")", b"-", b"+", b"|", b"<<", b"~"))


@dataclass(frozen=True)
class OpenedBody:
    """One function's body, and what its numbered tokens stand for."""

    function: str
    statement: Statement
    body: Body
    names: Mapping[int, str]
    declared: frozenset[int]
    links: Links
    returned: frozenset[str]
    """The pointer variables that it returns."""
    offsets: tuple[int, ...]
    """Where each token is written; for what a macro makes, where the macro is used."""
    made: frozenset[int]
    """The numbers of the tokens that macros make."""
    firsts: frozenset[int]
    """The numbers of the names that are called first in what a macro makes."""
    certain: frozenset[int]
    """The numbers of the names that are called whenever the macro is run that makes them."""
    cells: frozenset[int]
    """The numbers of the variables that stand for an expression which leads to each of several."""

    def place(self, token: Token) -> Place:
        """Return where something can be changed for what *token* does."""
        return Place(self.function, self.offsets[token.start // 2], token.start not in self.made)

    @cached_property
    def roots(self) -> Mapping[str, Sequence[str]]:
        """The variables that are given what is read through each, calls apart."""
        found: dict[str, list[str]] = {}
        for target, value in self.body.assigned:
            if value and value[-1].text != b")":
                found.setdefault(self.root(value), []).append(target)
        return found

    @cached_property
    def outcomes(self) -> Mapping[str, Sequence[str]]:
        """The variables that get what calls say which are given each variable, or which call each function."""
        found: dict[str, list[str]] = {}
        for symbol, value in self.body.assigned:
            for call in calls(value):
                given = (token for argument in call.arguments for token in argument)
                for name in {self.names.get(token.start, "") for token in (call.name, *given)}:
                    found.setdefault(name, []).append(symbol)
        return found

    def root(self, tokens: Sequence[Token]) -> str:
        """Return the variable through which an expression reads; empty if there is none."""
        inner = strip_casts(tokens)
        while inner and inner[0].text in (b"(", b"*", b"&"):
            inner = strip_casts(inner[1:])
        return self.names.get(inner[0].start, "") if inner else ""

    def element_values(self, array: str) -> Iterator[tuple[Token, ...]]:
        """Yield what is assigned to elements of an array, or to members of a struct, or through a pointer to one."""
        tokens = self.statement.tokens
        for at in self.body.places.get(array, ()):
            end = end_of_access(tokens, at // 2 + 1)
            if end > at // 2 + 1 and tokens[end].text == b"=":
                yield up_to_semicolon(tokens, end + 1)

    def is_first(self, token: Token) -> bool:
        """Tell whether a call is evaluated once where its place is: it is written, or the first that a macro makes."""
        return token.start not in self.made or token.start in self.firsts

    def is_certain(self, token: Token) -> bool:
        """Tell whether a call is evaluated once wherever its place is reached."""
        return token.start not in self.made or token.start in self.certain


def opened_body(model: Extension, variables: Variables, function: str, cells: Mapping[Span, Declaration]) -> OpenedBody:
    """Return the body of *function*, with variables in place of *cells*, such as `*table[i].place`.

    Raises TooManyPathsError where a macro can't be followed.
    """
    return _Opening(model, function, cells).result(variables)


class _Opening:
    """The numbering of one body's tokens."""

    def __init__(self, model: Extension, function: str, cells: Mapping[Span, Declaration]) -> None:
        self._model = model
        self._function = function
        self._cells = {span.start: (span.end, item) for span, item in cells.items()}
        self._celled: set[int] = set()
        definition = model.functions[function].definition
        assert definition.body is not None
        self._file: File = model.files[definition.path].at(definition.body.start)
        self._span = definition.body
        self._declared_at = {item.name_span.start: item.symbol for item in model.locals.get(function, ())}
        self._tokens: list[Token] = []
        self._offsets: list[int] = []
        self._names: dict[int, str] = {}
        self._declared: set[int] = set()
        self._made: set[int] = set()
        self._firsts: set[int] = set()
        self._certain: set[int] = set()

    def result(self, variables: Variables) -> OpenedBody:
        end = self._span.start
        for token in self._model.body(self._function).tokens:
            if token.start < end:
                continue
            if token.start in self._cells:
                end, item = self._cells[token.start]
                self._cell(token, item)
                continue
            use = self._file.expansions.get(token.start)
            if use is None or not self._model.expander.opens(use):
                self._written(token)
                end = token.end
            else:
                self._open(use, token)
                end = use.span.end
        tokens = tuple(self._tokens)
        body = body_of(tokens, tuple(calls(tokens)), self._names, variables.written_by, self._idle(tokens))
        links = variables.links(body, self._names)
        values = (up_to_semicolon(tokens, at + 1) for at, token in enumerate(tokens) if token.text == b"return")
        returned = frozenset(name for value in values for name in variables.plain_names(self._names, value))
        statement = parse_block(tokens)
        made, firsts, certain = map(frozenset, (self._made, self._firsts, self._certain))
        sets = (frozenset(self._declared), links, returned, tuple(self._offsets), made, firsts, certain)
        return OpenedBody(self._function, statement, body, self._names, *sets, frozenset(self._celled))

    def _idle(self, tokens: Sequence[Token]) -> frozenset[int]:
        """Return the arguments by which written calls of the C API only get to know an object."""
        found = set()
        for call in calls(tokens):
            name = called(self._model, call)
            for position, argument in enumerate(call.arguments if call.name.start not in self._made else ()):
                inner = strip_casts(argument)
                is_written = len(inner) == 1 and inner[0].start not in self._made
                if is_written and only_gets_to_know(self._model, name, position):
                    found.add(inner[0].start)
        return frozenset(found)

    def _add(self, kind: TokenKind, text: bytes, offset: int, opens_line: bool) -> int:
        number = 2 * len(self._tokens)
        self._tokens.append(Token(kind, number, number + 1, text, opens_line))
        self._offsets.append(offset)
        return number

    def _written(self, token: Token) -> None:
        number = self._add(token.kind, token.text, token.start, token.opens_line)
        self._name(number, token.start)

    def _cell(self, token: Token, item: Declaration) -> None:
        number = self._add(TokenKind.IDENT, item.name.encode(), token.start, token.opens_line)
        self._names[number] = item.symbol
        self._celled.add(number)

    def _name(self, number: int, offset: int) -> None:
        reference = self._file.written.get(offset)
        if reference is not None:
            self._names[number] = reference.symbol
        if offset in self._declared_at:
            self._names[number] = self._declared_at[offset]
            self._declared.add(number)

    def _open(self, use: MacroExpansion, token: Token) -> None:
        opened = self._model.expanded(use)
        if opened is None and self._is_of_constants(use):
            for written in self._file.tokens_in(use.span):
                self._written(written)
            return
        if opened is None:
            raise TooManyPathsError("a macro can't be followed")
        certain = tuple(_certain_calls(opened.tokens))
        for index, item in enumerate(opened.tokens):
            number = self._add(item.kind, item.text, token.start, False)
            self._made.add(number)
            if index in certain:
                self._certain.add(number)
            if index in certain[:1]:
                self._firsts.add(number)
            self._mean(use, number, item)

    def _is_of_constants(self, use: MacroExpansion) -> bool:
        """Tell whether the project's macros make nothing but values there, none of them its own variables (G332)."""
        found = self._macros_behind({token.text.decode("latin-1") for token in self._file.tokens_in(use.span)})
        bodies = [self._model.expander.body(item) for item in found if item.parameters is None]
        tokens = [token for body in bodies for token in body]
        names = _names_in(tokens)
        are_values = all(token.kind is not TokenKind.PUNCT or token.text in _OF_VALUES for token in tokens)
        calls_none = all(token.kind is not TokenKind.IDENT or after.text != b"(" for token, after in pairwise(tokens))
        others = names - {item.name for item in found}
        return len(bodies) == len(found) and are_values and calls_none and others.isdisjoint(self._known_names)

    def _macros_behind(self, names: Set[str]) -> list[MacroDefinition]:
        """Return the project's macros of these names, and those that their bodies name."""
        found: list[MacroDefinition] = []
        known: set[str] = set()
        while names := names - known:
            known |= names
            more = [item for name in names for item in _definitions(self._model).get(name, ())]
            found += more
            names = _names_in([token for item in more for token in self._model.expander.body(item)])
        return found

    @cached_property
    def _known_names(self) -> frozenset[str]:
        model = self._model
        local = (item.name for item in model.locals.get(self._function, ()))
        return frozenset((*local, *(items[0].name for items in model.by_symbol.values()), *model.macros))

    def _mean(self, use: MacroExpansion, number: int, item: Made) -> None:
        if item.kind is not TokenKind.IDENT:
            return
        if item.macro is None and item.path == self._file.source.path:
            self._name(number, item.span.start)
            return
        symbol = macro_places(self._model).symbol_of(use, item)
        if symbol is not None:
            self._names[number] = symbol


def _certain_calls(tokens: Sequence[Made]) -> Iterator[int]:
    """Yield the indexes of the names that are called, in order, as long as nothing branches in what a macro makes."""
    depth = condition = 0
    for index, token in enumerate(tokens):
        # What follows the last may be a parenthesis that the function has.
        following = tokens[index + 1].text if index + 1 < len(tokens) else b"("
        depth += (token.text == b"(") - (token.text == b")")
        if token.text == b"if" and not condition:
            condition = depth + 1
        elif token.text in _BRANCHES or (token.text == b")" and depth < condition):
            return
        elif token.kind is TokenKind.IDENT and following == b"(":
            yield index


@common_fact
def _definitions(model: Extension) -> Mapping[str, list[MacroDefinition]]:
    """Return the definitions of macros in the project's files by name."""
    found: dict[str, list[MacroDefinition]] = {}
    for item in model.macro_definitions:
        found.setdefault(item.name, []).append(item)
    return found


def _names_in(tokens: Sequence[Token | Made]) -> set[str]:
    return {token.text.decode("latin-1") for token in tokens if token.kind is TokenKind.IDENT}
