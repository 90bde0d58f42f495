"""What the tokens of macro bodies come to mean, over all expansions (G130).

A name in a macro's body, and even more so one that it pastes together, can mean something else each time that the macro
is used. An edit there is right only where everything that it makes goes the same way.
"""

from __future__ import annotations

import bisect
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from unstatic.c.lexer import TokenKind
from unstatic.cparse.facts import Reference
from unstatic.facts.macros.opened_words import words_of_macro
from unstatic.facts.macros.reaching_macros import macros_reaching
from unstatic.facts.trust.macro_calls import MacroCalls
from unstatic.model.expansion import MacroKey, Made, Place, Unfollowed
from unstatic.model.extension import Extension, MacroExpansion, SymbolKind
from unstatic.model.fact import common_fact
from unstatic.model.macros import Macro
from unstatic.model.opened_code import Expansions


@dataclass(frozen=True, slots=True)
class MacroUse:
    """A name that a macro writes, in one expansion."""

    use: MacroExpansion
    tokens: tuple[Made, ...]
    index: int
    place: Place
    """Where it can be changed: in the body of a macro."""
    symbol: str | None

    @property
    def token(self) -> Made:
        """The name."""
        return self.tokens[self.index]

    @property
    def following(self) -> bytes:
        """The text of the token after it."""
        return self.tokens[self.index + 1].text if self.index + 1 < len(self.tokens) else b""

    @property
    def is_written(self) -> bool:
        """Whether the macro's body spells it out."""
        return not self.token.is_pasted and self.place.span == self.token.span


class MacroPlaces:
    """The names in all macro bodies of an extension."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self._expansions = Expansions(model.files, model.references, model.expander)
        self._offsets: dict[Path, list[int]] = {}
        self._calls: dict[Path, MacroCalls] = {}
        self.unfollowed: dict[tuple[Path, int], str] = {}
        """Uses of macros that can't be opened, and why."""

    @cached_property
    def uses(self) -> tuple[MacroUse, ...]:
        """The names that bodies make in expansions that name a type, a global or a function of the project."""
        own = self._model.own_symbols
        return tuple(
            found
            for use in self.expanded()
            if any(item.symbol in own for at in self._inside(use) for item in self._expansions.meant((use.path, at)))
            for found in self.names_in(use)
        )

    def made_by(self, macros: Collection[MacroKey]) -> Iterator[MacroUse]:
        """Yield every name that the bodies of *macros* make, whatever it means, for every expansion."""
        names = {self._name_of(macro).encode("utf-8", "surrogateescape") for macro in macros}
        reaching = macros_reaching(self._model, names)
        for use in self.expanded():
            if self._model.expander.may_name(use, reaching):
                yield from (item for item in self.names_in(use) if item.place.macro in macros)

    def names_more_than_fields(self, use: MacroExpansion) -> bool:
        """Tell whether the bodies of macros name something of the project there that isn't a field."""
        meant = self._expansions.meant((use.path, use.span.start))
        return any(item.kind is not SymbolKind.FIELD for item in meant)

    def expanded(self) -> Iterator[MacroExpansion]:
        """Yield the uses of macros in code that was compiled, here or in another configuration."""
        for file in self._model.files.values():
            for offset, use in file.expansions.items():
                if not file.is_unseen(offset):
                    yield use

    def names_in(self, use: MacroExpansion) -> Iterator[MacroUse]:
        """Yield the names that a macro's body makes in one expansion."""
        if not self._model.expander.opens(use):
            return
        try:
            found = self._model.expander.expand(use)
        except Unfollowed as error:
            self.unfollowed[use.path, use.span.start] = str(error)
            return
        # Where macros mean nothing of the project, no name can.
        inside = [offset for offset in self._inside(use) if self._expansions.meant((use.path, offset))]
        for index, token in enumerate(found.tokens):
            place = found.place_of(token) if token.kind is TokenKind.IDENT else None
            if place is not None:
                yield MacroUse(use, found.tokens, index, place, self._symbol(use, inside, found.tokens, index))

    def _symbol(self, use: MacroExpansion, inside: list[int], tokens: tuple[Made, ...], index: int) -> str | None:
        is_field = index > 0 and tokens[index - 1].text in (b".", b"->")
        if tokens[index].macro is None:
            return self._expansions.symbol((use.path, use.span.start), tokens[index], is_field)
        found = {self._expansions.symbol((use.path, offset), tokens[index], is_field) for offset in inside} - {None}
        return next(iter(found)) if len(found) == 1 else None

    def symbol_of(self, use: MacroExpansion, token: Made, field: bool = False) -> str | None:
        """Return what a token of an expansion refers to, as the name of a *field* or of anything else."""
        found = {self._expansions.symbol((use.path, offset), token, field) for offset in self._inside(use)} - {None}
        return next(iter(found)) if len(found) == 1 else None

    def arguments(self, symbol: str) -> Iterator[MacroUse]:
        """Yield the places at which macros are given *symbol* by its name, wherever they put it."""
        for reference in self._model.uses.get(symbol, ()):
            for use in self._given(reference) if reference.via_macro is None else ():
                opened = self._model.expanded(use)
                for index, token in enumerate(opened.tokens if opened is not None else ()):
                    at = (token.path, token.span.start)
                    if token.macro is None and token.passed and at == (reference.path, reference.offset):
                        yield MacroUse(use, opened.tokens if opened else (), index, token.passed[0], symbol)

    def _given(self, reference: Reference) -> Iterator[MacroExpansion]:
        """Yield the uses of macros in code that was compiled whose arguments hold a name, from outside to inside."""
        file = self._model.files[reference.path]
        calls = self._calls.setdefault(reference.path, MacroCalls(file))
        return (use for use in calls.around(reference.offset) if not file.is_unseen(use.span.start))

    @cached_property
    def called_arguments(self) -> Mapping[tuple[Path, int], tuple[MacroUse, ...]]:
        """The names in arguments that a macro's body calls, by the parenthesis that opens the call there."""
        found: dict[tuple[Path, int], list[MacroUse]] = {}
        for use in self.expanded():
            opened = self._model.expanded(use) if _has_arguments(use) and use.name in self._calling else None
            tokens = opened.tokens if opened is not None else ()
            for index, (token, opening) in enumerate(zip(tokens, tokens[1:], strict=False)):
                is_name = token.kind is TokenKind.IDENT and token.macro is None and bool(token.passed)
                if is_name and opening.text == b"(" and opening.macro is not None:
                    # Names of other headers have no symbol here, but they are called all the same.
                    written = self._model.files[token.path].written.get(token.span.start)
                    symbol = written.symbol if written is not None else None
                    item = MacroUse(use, tokens, index, token.passed[0], symbol)
                    found.setdefault((opening.path, opening.span.start), []).append(item)
        return {place: tuple(items) for place, items in found.items()}

    @cached_property
    def _calling(self) -> frozenset[str]:
        """The macros in use that may call what they are given: by a parenthesis behind it, or by handing it on."""
        macros, used = self._model.macros, {use.name for use in self.expanded() if _has_arguments(use)}
        direct = {name.encode() for name, macro in macros.items() if any(map(_calls_parameter, macro.all))}
        words = ((name, (name.encode(), *words_of_macro(self._model, name))) for name in used)
        return frozenset(name for name, found in words if name not in macros or not direct.isdisjoint(found))

    @cached_property
    def by_symbol(self) -> Mapping[str, tuple[MacroUse, ...]]:
        """The names by what they mean."""
        found: dict[str, list[MacroUse]] = {}
        for item in self.uses:
            if item.symbol is not None:
                found.setdefault(item.symbol, []).append(item)
        return {symbol: tuple(items) for symbol, items in found.items()}

    @cached_property
    def by_place(self) -> Mapping[Place, tuple[MacroUse, ...]]:
        """The names by the place in a macro's body that makes them, where it doesn't spell them, and one is of ours."""
        wanted = {item.place for item in self.uses if item.symbol is not None and not item.is_written}
        found: dict[Place, list[MacroUse]] = {}
        for item in self.made_by({place.macro for place in wanted}):
            if item.place in wanted:
                found.setdefault(item.place, []).append(item)
        return {place: tuple(items) for place, items in found.items()}

    @cached_property
    def _seen(self) -> frozenset[tuple[Path, int, str]]:
        return frozenset(
            (item.use.path, offset, item.symbol)
            for item in self.uses
            if item.symbol is not None
            for offset in self._inside(item.use)
        )

    def _inside(self, use: MacroExpansion) -> list[int]:
        """Return where macros are used in the arguments of *use*, its own place first."""
        offsets = self._offsets.get(use.path)
        if offsets is None:
            offsets = self._offsets[use.path] = sorted(self._model.files[use.path].expansions)
        return offsets[bisect.bisect_left(offsets, use.span.start) : bisect.bisect_left(offsets, use.span.end)]

    def explains(self, path: Path, offset: int, symbol: str) -> bool:
        """Tell whether the name that the macro at *offset* makes of *symbol* was found in a macro's body."""
        return (path, offset, symbol) in self._seen

    def macro_name(self, place: Place) -> str:
        """Return the name of the macro that a place is in."""
        return self._name_of(place.macro)

    def _name_of(self, macro: MacroKey) -> str:
        definition = self._model.macros_defined_at.get(macro)
        return definition.name if definition is not None else ""


def _has_arguments(use: MacroExpansion) -> bool:
    return use.definition is not None and use.span.end - use.span.start > len(use.name)


def _calls_parameter(macro: Macro) -> bool:
    given = macro.definition.given
    return any(token.text in given and after.text == b"(" for token, after in pairwise(macro.body))


@common_fact
def macro_places(model: Extension) -> MacroPlaces:
    """Return the names in the macro bodies of *model*."""
    return MacroPlaces(model)
