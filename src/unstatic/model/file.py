"""One file of the project, with its tokens and directives, as each configuration keeps it."""

from __future__ import annotations

import bisect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from operator import attrgetter

from unstatic.c.lexer import Conditional, Directive, Lexed, Token
from unstatic.cparse.facts import MacroExpansion, Reference
from unstatic.text.source import SourceFile, Span, Spans

_start_of = attrgetter("start")


@dataclass(frozen=True, eq=False)
class File:
    """One file of the project as one configuration keeps it, with what is written where."""

    source: SourceFile
    lexed: Lexed
    inactive: tuple[Span, ...]
    written: Mapping[int, Reference]
    """References whose name is spelled at the offset."""
    expansions: Mapping[int, MacroExpansion]
    """Macro uses by the offset of the macro's name."""
    views: tuple[File, ...] = ()
    """The same file as other configurations keep it, each with the groups that it skips."""

    def at(self, offset: int) -> File:
        """Return the file as a configuration keeps it in which *offset* is active: this one if it can be."""
        if self.views and self.is_inactive(offset):
            return next((view for view in self.views if not view.is_inactive(offset)), self)
        return self

    def seen(self, index: int) -> File:
        """Return the file as one of the other configurations keeps it; as it is if there are fewer."""
        if index >= len(self.views):
            return self
        others = (replace(self, views=()), *(view for view in self.views if view is not self.views[index]))
        return replace(self.views[index], views=others)

    def is_conditional(self, offset: int) -> bool:
        """Tell whether some configuration leaves *offset* out."""
        return self.is_inactive(offset) or any(view.is_inactive(offset) for view in self.views)

    def is_left_out_beside(self, offset: int, kept: int) -> bool:
        """Tell whether some configuration leaves *offset* out and keeps what is at *kept*."""
        return any(one.is_inactive(offset) and not one.is_inactive(kept) for one in (self, *self.views))

    def is_unseen(self, offset: int) -> bool:
        """Tell whether *offset* lies in a group that no configuration kept."""
        return self.is_inactive(offset) and all(view.is_inactive(offset) for view in self.views)

    def symbol_at(self, token: Token) -> str | None:
        """Return what a token is a reference to."""
        found = self.written.get(token.start)
        return found.symbol if found is not None else None

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that the preprocessor kept."""
        tokens, starts = self.lexed.tokens, self.lexed.starts
        if not self.inactive:
            return tokens
        kept: list[Token] = []
        end = 0
        for span, start in zip(self.inactive, [*self._inactive_starts[1:], None], strict=True):
            kept += tokens[end : bisect.bisect_left(starts, span.start)]
            end = bisect.bisect_left(starts, span.end if start is None else min(span.end, start))
        return (*kept, *tokens[end:])

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.tokens] if self.inactive else self.lexed.starts

    @cached_property
    def _inactive_starts(self) -> list[int]:
        return [span.start for span in self.inactive]

    @cached_property
    def _uses(self) -> list[int]:
        return sorted(self.expansions)

    @cached_property
    def _used(self) -> Spans:
        return Spans(use.span for use in self.expansions.values())

    def uses_in(self, span: Span) -> list[int]:
        """Return where macros are used inside *span*, in order."""
        return self._uses[bisect.bisect_left(self._uses, span.start) : bisect.bisect_left(self._uses, span.end)]

    def is_in_use(self, offset: int) -> bool:
        """Tell whether *offset* lies in the use of a macro, arguments included."""
        return offset in self._used

    @cached_property
    def _outermost(self) -> list[int]:
        """Where the uses of macros start that no other holds."""
        found: list[int] = []
        for at in self._uses:
            if not found or at not in self.expansions[found[-1]].span:
                found.append(at)
        return found

    def outermost_use(self, offset: int) -> MacroExpansion | None:
        """Return the use of a macro that *offset* lies in, and that no other holds."""
        index = bisect.bisect_right(self._outermost, offset) - 1
        use = self.expansions[self._outermost[index]] if index >= 0 else None
        return use if use is not None and offset in use.span else None

    @cached_property
    def _inactive_ends(self) -> list[int]:
        """How far the skipped groups reach up to each of them."""
        return list(accumulate((span.end for span in self.inactive), max))

    def inactive_in(self, span: Span) -> tuple[Span, ...]:
        """Return the skipped groups that overlap *span*."""
        first = bisect.bisect_right(self._inactive_ends, span.start)
        last = bisect.bisect_left(self._inactive_starts, span.end)
        return tuple(item for item in self.inactive[first:last] if item.overlaps(span))

    def is_inactive(self, offset: int) -> bool:
        """Tell whether *offset* lies in a group that the preprocessor skipped."""
        if not self.inactive:
            return False
        index = bisect.bisect_right(self._inactive_starts, offset) - 1
        return index >= 0 and offset < self.inactive[index].end

    def tokens_in(self, span: Span) -> tuple[Token, ...]:
        """Return the active tokens that start inside *span*."""
        if "tokens" not in self.__dict__ and span.end - span.start < len(self.source.data) // 2:
            found = self.lexed.between(*span)
            return self._active(found) if self.inactive_in(span) else found
        return self.tokens[bisect.bisect_left(self._starts, span.start) : bisect.bisect_left(self._starts, span.end)]

    def _active(self, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        """Return *tokens*, which follow each other, without those of skipped groups."""
        kept: list[Token] = []
        at = 0
        while at < len(tokens):
            start = tokens[at].start
            index = bisect.bisect_right(self._inactive_starts, start)
            border = self._inactive_starts[index] if index < len(self.inactive) else len(self.source.data)
            skips = index > 0 and start < self.inactive[index - 1].end
            end = min(border, self.inactive[index - 1].end) if skips else border
            first, at = at, bisect.bisect_left(tokens, end, at, key=_start_of)
            if not skips:
                kept += tokens[first:at]
        return tuple(kept)

    def around(self, offset: int, count: int) -> tuple[tuple[Token, ...], int]:
        """Return *count* active tokens from *offset* on and as many before, or all there are, and where *offset* is."""
        reach = 16 * count
        size = len(self.source.data)
        while True:
            span = Span(max(offset - reach, 0), min(offset + reach, size))
            tokens = self.tokens_in(span)
            index = bisect.bisect_left(tokens, offset, key=lambda item: item.start)
            first, last = index - count, index + count
            if (first >= 0 or span.start == 0) and (last <= len(tokens) or span.end == size):
                return tokens[max(first, 0) : last], min(index, count)
            reach *= 4

    def index_at(self, offset: int) -> int:
        """Return the index, among the active tokens, of the first that starts at or after *offset*."""
        return bisect.bisect_left(self._starts, offset)

    def directives_in(self, span: Span) -> tuple[Directive, ...]:
        """Return the directives inside *span*."""
        return self.lexed.directives_in(span)

    def does_more(self, span: Span) -> bool:
        """Tell whether the preprocessor has more to do in *span* than to choose: macros to define, files to include."""
        return any(not item.is_condition for item in self.directives_in(span))

    def conditionals_around(self, offset: int) -> tuple[Conditional, ...]:
        """Return the conditionals that hold *offset*, innermost first."""
        return self.lexed.conditionals_around(offset)

    def conditionals_beside(self, offset: int, kept: int) -> tuple[Conditional, ...]:
        """Return the conditionals that hold *offset* and not *kept* as well, innermost first."""
        return tuple(item for item in self.conditionals_around(offset) if kept not in item.span)

    def conditionals_in(self, span: Span) -> tuple[Conditional, ...]:
        """Return the conditionals that lie wholly inside *span*, in order of their ends."""
        return tuple(item for item in self.lexed.conditionals if span.covers(item.span))
