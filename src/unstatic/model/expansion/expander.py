"""The macro expansion of C (C11 6.10.3, in the form of Prosser's algorithm), with the origin of every token kept.

Only the project's macros are expanded: those of Python and of the system stay as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from pathlib import Path

from unstatic.c.lexer import Lexed, TokenKind, lex, lex_body
from unstatic.cparse.facts import MacroDefinition, MacroExpansion
from unstatic.model.expansion.definitions import Definitions
from unstatic.model.expansion.made import Expanded, Made, Place, Unfollowed, text_of
from unstatic.text.source import SourceFile, Span

_LIMIT = 50_000
_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*+")
_OPERATORS = frozenset((b"#", b"##", b"__VA_OPT__"))
_OPENERS, _CLOSERS = (b"(", b"[", b"{"), (b")", b"]", b"}")
_Tokens = tuple[Made, ...]


class Expander:
    """Expands the macro uses of an extension's files."""

    def __init__(self, files: Mapping[Path, SourceFile], definitions: Definitions) -> None:
        self._files = files
        self._definitions = definitions
        self.names = definitions.names
        self._words = frozenset(name.encode("utf-8", "surrogateescape") for name in definitions.names)
        self._bodies: dict[tuple[Path, int], _Tokens] = {}
        self._hidden: dict[tuple[tuple[Path, int], frozenset[str]], _Tokens] = {}
        self._known: dict[tuple[Path, int], Expanded | str] = {}
        """What uses become, or why that can't be told."""
        self._alone: dict[tuple[Path, int, str], Expanded | str] = {}
        """The same of uses without arguments, by the file, its section, and the macro: there are many of each."""
        self._opened: dict[tuple[Path, int], bool] = {}
        self._lexed: dict[Path, Lexed] = {}
        self._unions: dict[tuple[frozenset[str], frozenset[str]], frozenset[str]] = {}

    def opens(self, use: MacroExpansion) -> bool:
        """Tell whether a use, or what it's given, names a macro of the project: others stay as they're written."""
        key = (use.path, use.span.start)
        found = True if use.name in self.names else self._opened.get(key)
        if found is None:
            found = self._opened[key] = self.may_name(use, self._words)
        return found

    def may_name(self, use: MacroExpansion, words: Set[bytes]) -> bool:
        """Tell whether a use, as it is written, may have one of some names."""
        text = self._files[use.path].text(use.span)
        # A name that is continued on the next line is none of the words.
        return b"\\" in text or not words.isdisjoint(_WORD.findall(text))

    def expand_included(self, path: Path, place: tuple[Path, int]) -> Expanded:
        """Return what a whole file becomes where it is included: *place* is the file and the offset of the `#include`.

        Macros are those that count there; groups of the file that aren't compiled count as well. Raises Unfollowed.
        """
        whole = MacroExpansion("", path, Span(0, len(self._files[path].data)), None)
        return _Run(self, whole, whole._replace(path=place[0], span=Span(place[1], place[1]))).result()

    def expand(self, use: MacroExpansion) -> Expanded:
        """Return what a use of a macro becomes. Raises Unfollowed."""
        key = (use.path, use.span.start)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._as_elsewhere(use)
        if isinstance(found, str):
            raise Unfollowed(found)
        return found

    def _as_elsewhere(self, use: MacroExpansion) -> Expanded | str:
        """Return what a use becomes: without arguments, the same wherever the same definitions count."""
        if use.span.end - use.span.start != len(use.name):
            return self._expanded(use)
        key = (use.path, self._definitions.section(use.path, use.span.start), use.name)
        found = self._alone.get(key)
        if found is None:
            found = self._expanded(use)
            if isinstance(found, str) or all(token.macro is not None for token in found.tokens):
                self._alone[key] = found
        return found

    def _expanded(self, use: MacroExpansion) -> Expanded | str:
        try:
            return _Run(self, use).result()
        except Unfollowed as error:
            return str(error)

    def active(self, use: MacroExpansion, name: str) -> MacroDefinition | None:
        """Return the project's definition of *name* at the place of *use*. Raises Unfollowed if there are several."""
        found = self._definitions.active(use.path, use.span.start, name)
        if len(found) > 1 and len({self.text(item) for item in found}) > 1:
            raise Unfollowed(f"{name} is defined in several ways there")
        return self._with_entries(use, name, found[0])

    def _with_entries(self, use: MacroExpansion, name: str, found: MacroDefinition | None) -> MacroDefinition | None:
        """Return what another configuration puts for a macro that is empty in this one, if that's entries of a table.

        Argument Clinic defines `X_METHODDEF` so for methods that a group leaves out (G464).
        """
        if found is None or found.parameters is not None or self.body(found):
            return found
        hidden = self._definitions.hidden(use.path, use.span.start, name)
        entries = {self.text(one): one for one in hidden if [made.text for made in self.body(one)[:1]] == [b"{"]}
        return next(iter(entries.values())) if len(entries) == 1 else found

    def text(self, definition: MacroDefinition | None) -> bytes:
        """Return what makes two definitions equal."""
        if definition is None:
            return b""
        body = b" ".join(token.text for token in self.body(definition))
        return repr(definition.parameters).encode() + body

    def body(self, definition: MacroDefinition) -> _Tokens:
        """Return the tokens of a macro's body."""
        key = (definition.path, definition.span.start)
        if key not in self._bodies:
            tokens = lex_body(self._files[definition.path].data, definition.body)
            self._bodies[key] = tuple(Made(t.kind, t.text, definition.path, t.span, key) for t in tokens)
        return self._bodies[key]

    def hidden_body(self, definition: MacroDefinition, hidden: frozenset[str]) -> _Tokens:
        """Return the tokens of a macro's body, in which the macros *hidden* aren't expanded again."""
        key = ((definition.path, definition.span.start), hidden)
        found = self._hidden.get(key)
        if found is None:
            found = self._hidden[key] = tuple(token._replace(hidden=hidden) for token in self.body(definition))
        return found

    def both(self, hidden: frozenset[str], more: frozenset[str]) -> frozenset[str]:
        """Return two sets of macros as one: the same for all tokens, as there are far more of these than of sets."""
        found = self._unions.get((hidden, more))
        if found is None:
            found = self._unions[hidden, more] = hidden | more
        return found

    def written(self, use: MacroExpansion) -> _Tokens:
        """Return the tokens of a use as they are written, the macro's name first."""
        lexed = self._lexed.get(use.path)
        if lexed is None:
            # Asked for once a file: to be found by its bytes, these are compared from the first to the last.
            lexed = self._lexed[use.path] = lex(self._files[use.path].data)
        return tuple(Made(t.kind, t.text, use.path, t.span, None) for t in lexed.between(*use.span))


class _Run:
    """One expansion."""

    def __init__(self, expander: Expander, use: MacroExpansion, place: MacroExpansion | None = None) -> None:
        """*place*: where the macros are looked up, if that isn't where they are used."""
        self._expander = expander
        self._use = use
        self._place = place or use
        self._count = 0
        self._consumed: list[Made] = []

    def result(self) -> Expanded:
        tokens = self._expand(self._expander.written(self._use))
        consumed = ((item.path, item.span, item.is_pasted) for item in self._consumed)
        return Expanded(tuple(tokens), frozenset(consumed))

    def _expand(self, tokens: Sequence[Made]) -> list[Made]:
        waiting = list(reversed(tokens))
        done: list[Made] = []
        while waiting:
            self._count += 1
            if self._count > _LIMIT:
                raise Unfollowed("it expands to too much")
            token = waiting.pop()
            definition = self._definition(token)
            if definition is None:
                done.append(token)
            elif definition.parameters is None:
                hidden = self._expander.both(token.hidden, frozenset((definition.name,)))
                waiting += reversed(self._substitute(definition, {}, hidden))
            elif waiting and waiting[-1].text == b"(":
                arguments, closer = self._arguments(waiting)
                hidden = self._expander.both(token.hidden & closer.hidden, frozenset((definition.name,)))
                given = _given(definition, arguments)
                waiting += reversed(self._substitute(definition, given, hidden))
            else:
                done.append(token)
        return done

    def _definition(self, token: Made) -> MacroDefinition | None:
        if token.kind is not TokenKind.IDENT:
            return None
        name = token.text.decode("latin-1")
        if name in token.hidden or name not in self._expander.names:
            return None
        return self._expander.active(self._place, name)

    def _arguments(self, waiting: list[Made]) -> tuple[list[list[Made]], Made]:
        """Take `( ... )` off *waiting* and return what stands between its commas, and the closing parenthesis."""
        waiting.pop()
        found: list[list[Made]] = [[]]
        depth = 0
        while waiting:
            token = waiting.pop()
            # Only parentheses protect a comma here.
            if token.text == b")" and depth == 0:
                return found, token
            depth += {b"(": 1, b")": -1}.get(token.text, 0)
            if token.text == b"," and depth == 0:
                found.append([])
            else:
                found[-1].append(token)
        raise Unfollowed("its arguments end outside of the macro that begins them")

    def _substitute(
        self, definition: MacroDefinition, given: Mapping[bytes, list[Made]], hidden: frozenset[str]
    ) -> list[Made]:
        body = self._expander.hidden_body(definition, hidden)
        if any(token.text in _OPERATORS for token in body):
            found = self._operated(definition, body, given)
        else:
            found = [item for token in body for item in self._plain(token, given)]
        both = self._expander.both
        return [
            Made(
                item.kind, item.text, item.path, item.span, item.macro, item.is_pasted, item.passed, both(known, hidden)
            )
            if not hidden <= (known := item.hidden)
            else item
            for item in found
        ]

    def _operated(self, definition: MacroDefinition, body: _Tokens, given: Mapping[bytes, list[Made]]) -> list[Made]:
        """Return a body with `#` and `##` done, and the arguments put in."""
        found: list[Made] = []
        index = 0
        while index < len(body):
            token = body[index]
            if token.text == b"__VA_OPT__":
                raise Unfollowed("it uses __VA_OPT__")
            pasted = index + 1 < len(body) and body[index + 1].text == b"##"
            if token.text == b"#" and definition.parameters is not None and index + 1 < len(body):
                operand = self._raw(body[index + 1], given)
                self._consumed += operand
                found.append(token._replace(kind=TokenKind.STRING, text=_string(operand)))
                index += 2
            elif pasted:
                index = self._paste(body, index, given, found)
            else:
                found += self._plain(token, given)
                index += 1
        return found

    def _plain(self, token: Made, given: Mapping[bytes, list[Made]]) -> Sequence[Made]:
        if token.text not in given:
            return (token,)
        return [_passed(item, token) for item in self._expand(given[token.text])]

    def _paste(self, body: _Tokens, index: int, given: Mapping[bytes, list[Made]], found: list[Made]) -> int:
        """Join `a ## b ## c` and return the index behind it."""
        parts = self._raw(body[index], given)
        first = body[index]
        while index + 2 < len(body) and body[index + 1].text == b"##":
            index += 2
            last = body[index]
            more = self._raw(last, given)
            if parts and more and not (parts[-1].text == b"," and last.text in (b"__VA_ARGS__",)):
                joined = parts[-1].text + more[0].text
                self._consumed += (parts[-1], more[0])
                assert first.macro is not None
                whole = Span(first.span.start, last.span.end)
                kind = TokenKind.IDENT if parts[-1].kind is TokenKind.IDENT else parts[-1].kind
                token = Made(kind, joined, first.path, whole, first.macro, True)
                parts = [*parts[:-1], token, *more[1:]]
            else:
                parts = [*parts, *more]
        found += parts
        return index + 1

    def _raw(self, token: Made, given: Mapping[bytes, list[Made]]) -> list[Made]:
        """Return an operand of `##`: arguments aren't expanded there."""
        if token.text not in given:
            return [token]
        return [_passed(item, token) for item in given[token.text]]


def _passed(item: Made, parameter: Made) -> Made:
    assert parameter.macro is not None
    return item._replace(passed=(*item.passed, Place(parameter.macro, parameter.span)))


def _given(definition: MacroDefinition, arguments: list[list[Made]]) -> dict[bytes, list[Made]]:
    """Return the arguments by parameter. Raises Unfollowed if their numbers differ."""
    names = list(definition.given)
    if definition.parameters and definition.parameters[-1].endswith("..."):
        rest = names.pop()
        plain, more = arguments[: len(names)], arguments[len(names) :]
        joined: list[Made] = []
        for index, argument in enumerate(more):
            if index:
                joined += [_comma(item) for item in (argument or more[index - 1])[:1]]
            joined += argument
        if len(plain) < len(names):
            raise Unfollowed(f"{definition.name} is given too little")
        return {**dict(zip(names, plain, strict=True)), rest: joined}
    if not names and arguments == [[]]:
        return {}
    if len(names) != len(arguments):
        raise Unfollowed(f"{definition.name} is given another number of arguments than it takes")
    return dict(zip(names, arguments, strict=True))


def _string(operand: Sequence[Made]) -> bytes:
    """Return what `#` makes of an argument."""
    literals = (TokenKind.STRING, TokenKind.CHAR)
    inner = [
        item._replace(text=item.text.replace(b"\\", b"\\\\").replace(b'"', b'\\"')) if item.kind in literals else item
        for item in operand
    ]
    return b'"' + text_of(inner) + b'"'


def _comma(beside: Made) -> Made:
    return beside._replace(kind=TokenKind.PUNCT, text=b",")
