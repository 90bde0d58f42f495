"""The macros that return from the function that builds the module: an exec function returns an int (G101, G130).

What they return is changed where it is spelled. If that is in a macro's body, nothing but this function may use it.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex_body
from unstatic.c.syntax import calls, strip_casts, strip_parentheses
from unstatic.capi.references import DECREASE
from unstatic.facts.macros.mentions import is_ours
from unstatic.facts.trust.outside_callers import is_macro_named_elsewhere
from unstatic.model.expansion import Expanded, MacroKey, Made, Unfollowed
from unstatic.model.extension import Declaration, Extension, File, Inclusion, MacroDefinition, MacroExpansion
from unstatic.model.initialiser_values import is_null
from unstatic.model.opened_code import as_tokens
from unstatic.text.source import Span

_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")
_BEFORE_STATEMENT = (b"{", b"}", b";")
_NOT_FOLLOWED = "in a way that can't be followed"


class Returned(enum.Enum):
    """What a return statement of the builder gives."""

    MODULE = "the module"
    FAILURE = "NULL"
    RAISED = "NULL, which a call gives that sets an error"
    HANDED = "the module or NULL, which a function that gets it gives back"
    KEPT = "what a variable holds: the module or NULL"


@dataclass(frozen=True, slots=True)
class MacroReturn:
    """A value that a macro returns, where it is spelled; None for *returned* is a release of the module, which goes."""

    path: Path
    span: Span
    returned: Returned | None
    macro: str
    """The macro whose body spells it; empty where the macro is given it."""


class _Unclear(Exception):
    """What a macro returns can't be changed; the text says why."""


class _Shared(_Unclear):
    """The macro is for other functions as well, so only what it comes to here could be changed."""


class MacroReturns:
    """Finds what macros return from one function."""

    def __init__(self, model: Extension, file: File, function: Declaration, variable: bytes) -> None:
        self._model = model
        self._file = file
        self._function = function
        self._variable = variable
        self._shared: dict[bytes, bool] = {}

    def of(self, use: MacroExpansion) -> tuple[MacroReturn, ...] | str:
        """Return what has to change for one use of a macro, or why that can't be done."""
        found = self._model.expanded(use)
        if found is None:
            return _NOT_FOLLOWED
        try:
            return self._of(use, found)
        except _Unclear as error:
            return str(error)

    def of_included(self, inclusion: Inclusion) -> tuple[MacroReturn, ...] | str:
        """Return what macros have to return for a file that is included in the function, or why that can't be done."""
        try:
            found = self._model.expander.expand_included(inclusion.path, (inclusion.includer, inclusion.offset))
            if any(token.text == b"return" and token.macro is None for token in found.tokens):
                raise _Unclear("in lines that other code may include as well")
            releases = (name for name in found.tokens if name.text == self._variable and name.passed)
            if any(token.text in DECREASE for token in found.tokens) and any(releases):
                raise _Unclear("and may release the module")
            return tuple(dict.fromkeys(self._returns(found)))
        except Unfollowed:
            return _NOT_FOLLOWED if self._may_lead_to(inclusion.path, {b"return", self._variable}) else ()
        except _Unclear as error:
            return str(error)

    def _may_lead_to(self, path: Path, words: set[bytes]) -> bool:
        """Tell whether a file has one of some words, or names macros of whatever definition that lead to one."""
        reached = {token.text for token in self._model.files[path].lexed.tokens}
        while (
            more := {word for name, inner in self._definitions.values() if name in reached for word in inner} - reached
        ):
            reached |= more
        return not reached.isdisjoint(words)

    def is_shared(self, use: MacroExpansion) -> bool:
        """Tell whether nothing stands in the way but that the macro is for other functions as well."""
        found = self._model.expanded(use)
        try:
            if found is not None:
                self._of(use, found)
        except _Unclear as error:
            return isinstance(error, _Shared)
        return False

    def _of(self, use: MacroExpansion, found: Expanded) -> tuple[MacroReturn, ...]:
        return tuple(dict.fromkeys((*self._returns(found), *self._releases(use, found))))

    def _returns(self, found: Expanded) -> Iterator[MacroReturn]:
        tokens = found.tokens
        texts = [token.text for token in tokens]
        if self._model.language == "c++" and any(
            a == b"]" and b in (b"(", b"{") for a, b in zip(texts, texts[1:], strict=False)
        ):
            raise _Unclear("perhaps from a lambda")
        for index, token in enumerate(tokens):
            if token.text == b"return":
                end = next((at for at in range(index, len(tokens)) if texts[at] == b";"), len(tokens))
                yield self._return(found, token, tokens[index + 1 : end])

    def _return(self, found: Expanded, word: Made, value: Sequence[Made]) -> MacroReturn:
        returned = self._returned(value)
        path, macro = word.path, word.macro
        span = Span(value[0].span.start, value[-1].span.end)
        written = self._written(word) if macro is not None else None
        if written is None:
            macro = self._spelled(found, value)
            path = value[0].path
        else:
            span = written
        name = ""
        if macro is not None:
            name = self._definition(macro).name
            self._check_users(macro)
        return MacroReturn(path, span, returned, name)

    def _returned(self, value: Sequence[Made]) -> Returned:
        inner = strip_parentheses(as_tokens(value))
        if is_null(inner):
            return Returned.FAILURE
        if self._is_module(inner):
            return Returned.MODULE
        raise _Unclear("something that is neither the module nor NULL" if value else "without a value")

    def _is_module(self, tokens: Sequence[Token]) -> bool:
        inner = strip_casts(tokens)
        return len(inner) == 1 and bool(self._variable) and inner[0].text == self._variable

    def _written(self, word: Made) -> Span | None:
        """Return the value after a `return` in a macro's body; None if it is one of the macro's parameters."""
        assert word.macro is not None
        definition = self._definition(word.macro)
        following = [token for token in self._body(definition) if token.start >= word.span.end]
        end = next((at for at, token in enumerate(following) if token.text == b";"), len(following))
        value = following[:end]
        names = [name.encode() for name in definition.parameters or ()]
        if not any(token.text in names for token in value):
            if not value:
                raise _Unclear(_NOT_FOLLOWED)
            return Span(value[0].start, value[-1].end)
        if len(strip_parentheses(value)) != 1:
            raise _Unclear(_NOT_FOLLOWED)
        return None

    def _spelled(self, found: Expanded, value: Sequence[Made]) -> MacroKey | None:
        """Return the macro whose body spells a value that another is given; None if it stands in the function."""
        first = value[0]
        places = {(token.path, token.span.start) for token in value}
        others = [token for token in found.tokens if (token.path, token.span.start) in places]
        used = any((path, span.start) in places for path, span, _ in found.consumed)
        if len(others) != len(value) or used or any(token.macro != first.macro for token in value):
            raise _Unclear(_NOT_FOLLOWED)
        return first.macro

    def _releases(self, use: MacroExpansion, found: Expanded) -> Iterator[MacroReturn]:
        """Yield the statements that release the module: an exec function owns no reference to it."""
        tokens = found.tokens
        for index, token in enumerate(tokens):
            if token.text != self._variable or (token.macro is None and not token.passed):
                continue
            before = [item.text for item in tokens[max(index - 2, 0) : index]]
            after = [item.text for item in tokens[index + 1 : index + 3]]
            if token.macro is not None and before[-1:] == [b"*"] and after[:1] in ([b"="], [b";"], [b","]):
                raise _Unclear(f"and declares another {self._variable.decode()}")
            is_release = len(before) == 2 and before[1] == b"(" and before[0] in DECREASE and after[:1] == [b")"]
            if is_release and tokens[index - 2].macro is not None:
                yield self._release(use, tokens[index - 2 : index + 3])

    def _release(self, use: MacroExpansion, statement: Sequence[Made]) -> MacroReturn:
        macro, name = statement[0].macro, statement[2]
        others = [token for token in statement if token is not name or token.macro is not None]
        if macro is None or any(token.macro != macro for token in others) or statement[-1].text != b";":
            raise _Unclear("and releases the module " + _NOT_FOLLOWED)
        self._check_users(macro)
        definition = self._definition(macro)
        if name.macro is None and not self._is_always_given(definition, name):
            raise _Unclear("and releases what it is given, which isn't the module each time")
        earlier = [token for token in self._body(definition) if token.start < statement[0].span.start]
        outer = self._file.tokens[: self._file.index_at(use.span.start)][-1:]
        if (earlier[-1] if earlier else outer[0]).text not in _BEFORE_STATEMENT:
            raise _Unclear("and releases the module under a condition")
        span = Span(statement[0].span.start, statement[-1].span.end)
        return MacroReturn(definition.path, span, None, definition.name)

    def _is_always_given(self, definition: MacroDefinition, name: Made) -> bool:
        """Tell whether every use of a macro in the function has the module for the parameter that *name* stands for.

        Or NULL, of which nothing is released.
        """
        parameters, (place, *_) = definition.parameters or (), name.passed
        body = self._function.body
        written = [token.text for token in self._body(definition) if token.start == place.span.start]
        if place.macro != (definition.path, definition.span.start) or body is None or not written:
            return False
        position = next((at for at, one in enumerate(parameters) if one.encode() == written[0]), None)
        uses = [call for call in calls(self._file.tokens_in(body)) if call.name.text == definition.name.encode()]
        return position is not None and all(
            position < len(call.arguments)
            and [token.text for token in call.arguments[position]] in ([self._variable], [b"NULL"])
            for call in uses
        )

    def _definition(self, macro: MacroKey) -> MacroDefinition:
        return self._model.macros_defined_at[macro]

    def _body(self, definition: MacroDefinition) -> tuple[Token, ...]:
        return lex_body(self._model.files[definition.path].source.data, definition.body)

    def _check_users(self, macro: MacroKey) -> None:
        """Raise _Unclear unless the macro is used in this function alone, in whatever `#if` group or macro."""
        definition = self._definition(macro)
        name = definition.name.encode()
        is_own = is_ours(self._model, definition.path, definition.span.start)
        if definition.path not in self._model.units and (not is_own or is_macro_named_elsewhere(self._model, name)):
            raise _Shared(f"and {definition.name} is in a header, which other code may use")
        if macro not in self._local and self._is_shared(name):
            raise _Shared(f"and {definition.name} is used elsewhere as well")

    def _is_shared(self, name: bytes) -> bool:
        if name not in self._shared:
            names = {name, *self._naming(name)}
            self._shared[name] = any(
                any(token.kind is TokenKind.IDENT for token in file.lexed.between(at, at + 1))
                for path, file in self._model.files.items()
                for at in file.lexed.places(names)
                if path != self._function.path or self._function.body is None or at not in self._function.body
            )
        return self._shared[name]

    @cached_property
    def _local(self) -> frozenset[MacroKey]:
        """The macros that are defined in the function and taken back there: nothing else can use them."""
        body, lexed = self._function.body, self._file.lexed
        inside = [item for item in lexed.directives if body is not None and item.span.start in body]
        named = [(item, _WORD.search(self._file.source.text(item.rest))) for item in inside]
        gone = [(item.span.start, word[0]) for item, word in named if item.name == b"undef" and word is not None]
        made = [(item.span.start, word[0]) for item, word in named if item.name == b"define" and word is not None]
        return frozenset(
            (self._function.path, start)
            for start, name in made
            if any(name == other and start < end for end, other in gone)
        )

    def _naming(self, name: bytes) -> set[bytes]:
        """Return the macros whose bodies name a macro, directly or through others, but for those of this function."""
        found: set[bytes] = set()
        waiting = {name}
        while waiting:
            waiting = {first for first, words in self._words.values() if waiting & words} - found - {name}
            found |= waiting
        return found

    @cached_property
    def _words(self) -> dict[MacroKey, tuple[bytes, frozenset[bytes]]]:
        """The words of all macro definitions but those of this function alone."""
        return {key: words for key, words in self._definitions.items() if key not in self._local}

    @cached_property
    def _definitions(self) -> dict[MacroKey, tuple[bytes, frozenset[bytes]]]:
        """The words of all macro definitions, those of groups that aren't compiled here among them, with the name."""
        found = {}
        for path, file in self._model.files.items():
            for directive in file.lexed.directives:
                if directive.name == b"define":
                    words = _WORD.findall(file.source.text(directive.rest))
                    found[path, directive.span.start] = (words[0], frozenset(words[1:]))
        return found
