"""Places at file level: where a declaration ends, what belongs to it, where the includes end."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable
from operator import attrgetter

from unstatic.c.lexer import Conditional
from unstatic.model.extension import Declaration, File
from unstatic.text.source import Span

_start_of = attrgetter("start")


def statement_end(file: File, declaration: Declaration) -> int:
    """Return the offset just after the `;` that ends a declaration."""
    file = file.at(declaration.name_span.start)
    index = file.index_at(declaration.span.end)
    tokens = file.tokens
    depth = 0
    while index < len(tokens):
        text = tokens[index].text
        depth += {b"(": 1, b"{": 1, b"[": 1, b")": -1, b"}": -1, b"]": -1}.get(text, 0)
        if text == b";" and depth <= 0:
            return tokens[index].end
        index += 1
    return declaration.span.end


def top_level_start(file: File, declaration: Declaration, user: Declaration | None = None) -> int:
    """Return where the text stands that one declaration needs ahead of it, and that nothing but a *user* names.

    It goes before the comments and the `#if` groups that belong to the declaration. A group that declares something
    ahead of it is larger than that, unless its other branches have the declaration too or it ends inside of either.
    """
    name = re.compile(rb"\b%s\b" % re.escape(declaration.name.encode()))

    def belongs(group: Conditional, start: int) -> bool:
        users = [item for item in (declaration, user) if item is not None and item.path == declaration.path]
        if not all(_is_compiled_with(file, group, start, item) for item in users):
            return True
        own = next(item for item in reversed(group.branches) if item.directive.span.start < start)
        if any(name.search(file.source.text(item.body)) for item in group.branches if item is not own):
            return True
        # What the user needs may stand in a group of that condition further up.
        return user is None and not file.lexed.between(own.body.start, start)

    return _moved_up(file, declaration.span.start, belongs)


def _is_compiled_with(file: File, group: Conditional, offset: int, item: Declaration) -> bool:
    """Tell whether a declaration stands in a group, or in another that is compiled when the part at *offset* is."""
    if item.span.start in group.span and item.span.end <= group.span.end:
        return True
    around = outer_conditionals(file, item.span.start)
    whole = (one for one in around if item.span.end <= one.span.end)
    return _condition(file, group, offset) in {_condition(file, one, item.span.start) for one in whole}


def outside_groups(file: File, offset: int) -> int:
    """Return the start of the line of *offset*, moved before its comments and all `#if` groups but a header's guard.

    It stays in a group without which the file includes no Python.h.
    """
    needed = _conditions_of_python(file)
    return _moved_up(file, offset, lambda group, start: _condition(file, group, start) not in needed)


def _conditions_of_python(file: File) -> frozenset[tuple[bytes, bool]]:
    """Return the conditions on which the file includes Python.h; none if it always does, or doesn't itself."""
    included = [item for item in file.lexed.directives if item.name == b"include"]
    here = [item.span.start for item in included if file.source.text(item.rest).strip(b'<"> ') == b"Python.h"]
    around = [[_condition(file, group, at) for group in outer_conditionals(file, at)] for at in here]
    return frozenset.intersection(*map(frozenset, around)) if around else frozenset()


def _condition(file: File, group: Conditional, offset: int) -> tuple[bytes, bool]:
    """Return on what the part of a group around *offset* is compiled, and whether that has to be true or false."""
    index = next(
        at for at in range(len(group.branches) - 1, -1, -1) if group.branches[at].directive.span.start < offset
    )
    directive = group.branches[index].directive
    is_else = directive.name == b"else" and index == 1
    first = group.branches[0].directive if is_else else directive
    text = b"".join(file.source.text(first.rest).split())
    plain = re.fullmatch(rb"(!?)(?:defined)\(?(\w+)\)?", text)
    if first.name in (b"ifdef", b"ifndef") or plain is not None:
        text = b"defined " + (plain[2] if plain is not None else text)
    is_true = first.name != b"ifndef" and not (plain is not None and plain[1])
    return text, is_true is not is_else


def comment_start(file: File, offset: int) -> int:
    """Return the start of the line of *offset*, moved before the comments that belong to it."""
    return _moved_up(file, offset, lambda group, start: False)


def _moved_up(file: File, offset: int, leaves: Callable[[Conditional, int], bool]) -> int:
    """Return the start of the line of *offset*, moved before its comments and the groups that it *leaves*."""
    start = file.source.line_start(offset)
    changed = True
    while changed:
        changed = False
        for conditional in outer_conditionals(file, start):
            if is_include_guard(file, conditional) or not leaves(conditional, start):
                break
            start = file.source.line_start(conditional.span.start)
            changed = True
        last = bisect.bisect_left(file.lexed.comments, start, key=_start_of) - 1
        if last >= 0:
            comment = file.lexed.comments[last]
            line = file.source.line_start(comment.start)
            alone = not file.source.data[line : comment.start].strip()
            between = file.source.data[comment.end : start]
            if alone and not between.strip() and between.count(b"\n") <= 1:
                start = line
                changed = True
    return start


def outer_conditionals(file: File, offset: int) -> tuple[Conditional, ...]:
    """Return the conditionals that strictly hold *offset*, the innermost first."""
    return tuple(item for item in file.conditionals_around(offset) if item.span.start < offset)


def conditions_of(file: File, offset: int) -> frozenset[tuple[bytes, bool]]:
    """Return on what it depends whether *offset* is compiled: conditions, each with whether it has to be true."""
    around = outer_conditionals(file, offset)
    return frozenset(_condition(file, item, offset) for item in around if not is_include_guard(file, item))


def is_always_read(file: File, offset: int) -> bool:
    """Tell whether no `#if` but the guard of a header decides whether *offset* is compiled."""
    return all(is_include_guard(file, item) for item in outer_conditionals(file, offset))


def is_include_guard(file: File, conditional: Conditional) -> bool:
    """Tell whether a conditional wraps the whole file."""
    if len(conditional.branches) != 1:
        return False
    first = file.lexed.first_from(0)
    if first is None:
        # A header of nothing but directives.
        return conditional.span.covers(Span(file.lexed.directives[0].span.start, file.lexed.directives[-1].span.end))
    return first.start in conditional.span and file.lexed.first_from(conditional.span.end) is None


def after_includes(file: File, limit: int) -> int:
    """Return the start of the line after the last include at file level before *limit*; 0 if there's none."""
    at = 0
    for directive in file.lexed.directives:
        if directive.span.start >= limit:
            break
        if directive.name != b"include" or file.is_inactive(directive.span.start):
            continue
        around = [item for item in outer_conditionals(file, directive.span.start) if not is_include_guard(file, item)]
        end = around[-1].span.end if around else directive.span.end
        if end < limit:
            at = max(at, file.source.line_end(end - 1))
    return at


def is_heading(file: File, comment: Span) -> bool:
    """Tell whether a comment stands above a whole section: it has a line of signs only, or starts or ends a fold."""
    text = file.source.text(comment)
    bare = (line.strip().strip(b"/*") for line in text.split(b"\n"))
    if b"{{{" in text or b"}}}" in text:
        return True
    return any(len(line) > 2 and not any(chr(sign).isalnum() for sign in line) for line in bare)
