"""What a rewrite leaves without a purpose: macros that it takes the last name of, functions that do nothing any more,
and headings and comments with nothing below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from unstatic.c.lexer import Conditional
from unstatic.facts.macros.mentions import last_named_by, words_of
from unstatic.facts.places.at_file_level import is_heading, is_include_guard
from unstatic.facts.places.in_functions import comments_above
from unstatic.migration.removing import whole_removal
from unstatic.model.extension import Extension, File
from unstatic.rewriting.hoisting import SWITCH, lines_with_comment, neighbours_with_comment, opens_block
from unstatic.rewriting.style import without_gap
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def left_over(model: Extension, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the deletions of what *edits*, all those of a rewrite, leave without a purpose."""
    yield from _unnamed_macros(model, edits)
    yield from _emptied_functions(model, edits)
    for path in dict.fromkeys(item.path for item in edits if item.path in model.files):
        here = [item for item in edits if item.path == path]
        yield from _emptied_sections(model.files[path], here)
        yield from _emptied_groups(model.files[path], here)
        yield from _orphaned_comments(model, path, here)


def _unnamed_macros(model: Extension, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the deletions of macros that only stood in what *edits* take away, with `#if` groups of nothing else.

    `#define INITERROR return` and `MOD_DEF(name, methods)` are such once the initialisation says it without them.
    """
    going = [item for item in edits if item.path in model.files]
    names = {token.text: None for item in going for token in model.files[item.path].lexed.between(*item.span)}
    found: dict[Path, list[Span]] = {}
    while unnamed := list(
        last_named_by(model, going, [name for name in names if name.decode("latin-1") in model.macros])
    ):
        for path, directive in unnamed:
            going.append(Edit(path, directive.span, b""))
            found.setdefault(path, []).append(directive.span)
            names |= dict.fromkeys(words_of(model.files[path], directive))
    for path, spans in found.items():
        file = model.files[path]
        gone = [*spans, *(item.span for item in edits if item.path == path and not item.new)]
        groups = [item.span for item in file.lexed.conditionals if _is_emptied(file, item, gone)]
        alone = (span for span in (*spans, *groups) if not any(one != span and one.covers(span) for one in groups))
        yield from (Edit(path, span, b"") for span in neighbours_with_comment(file, alone))


def _is_emptied(file: File, group: Conditional, gone: Sequence[Span]) -> bool:
    """Tell whether an `#if` group has nothing, or only what is *gone*, in each of its branches."""
    left = [item.span for item in file.lexed.between(*group.span)]
    left += [item.span for item in file.lexed.directives if any(item.span.start in one.body for one in group.branches)]
    return all(any(span.covers(item) for span in gone) for item in left)


def _emptied_functions(model: Extension, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the deletions of functions that return nothing and have nothing left after *edits*, calls included."""
    for path in dict.fromkeys(item.path for item in edits if not item.new and item.path in model.files):
        for function in model.functions_in.get(path, ()):
            body = function.definition.body
            inside = [] if body is None else [item for item in edits if item.path == path and body.covers(item.span)]
            if body is None or not inside or any(item.new for item in inside):
                continue
            left = Span(body.start + 1, body.end - 1)
            if _is_all_gone(model.files[path], left, [item.span for item in inside]):
                serves = frozenset[str]().union(*(item.serves for item in inside))
                gone = [replace(item, serves=serves) for item in whole_removal(model, function)]
                is_apart = all(_is_apart(model.files[item.path], edits, item) for item in gone)
                yield from (_to_the_end(model.files[item.path], edits, item) for item in gone if is_apart)


def _is_apart(file: File, edits: Sequence[Edit], deletion: Edit) -> bool:
    """Tell whether each of *edits* is within the code that a deletion takes, or outside of the deletion."""
    span, tokens = deletion.span, file.lexed.between(*deletion.span)
    code = Span(tokens[0].start + 1, tokens[-1].end)
    near = [item for item in edits if item.path == deletion.path]
    inside = [item for item in near if item.span.end > span.start and item.span.start < span.end]
    return all(span.covers(item.span) and (not item.new or code.covers(item.span)) for item in inside)


def _to_the_end(file: File, edits: Sequence[Edit], deletion: Edit) -> Edit:
    """Take along the blank lines before what ends a file, unless something else is put there."""
    data, start = file.source.data, deletion.span.start
    if data[deletion.span.end :].strip() or any(
        item.path == deletion.path and item.new and item.span.end == start for item in edits
    ):
        return deletion
    text = data[:start].rstrip()
    return replace(deletion, span=Span(file.source.line_end(len(text) - 1), len(data))) if text else deletion


def _emptied_sections(file: File, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the deletions of headings below which *edits* leave nothing, with the blank lines of their sections."""
    headings = [item for item in file.lexed.comments if is_heading(file, item)]
    for heading, following in pairwise(headings):
        section = Span(file.source.line_start(heading.start), file.source.line_start(following.start))
        if _first_line(file, heading) != _first_line(file, following):
            continue
        inside = _inside(edits, section)
        gone = [item.span for item in inside]
        if inside and not any(item.new for item in inside) and _is_all_gone(file, Span(heading.end, section.end), gone):
            yield Edit(file.source.path, section, b"")


def _inside(edits: Sequence[Edit], section: Span) -> list[Edit]:
    return [item for item in edits if item.span.overlaps(section) or item.span.start in section]


def _orphaned_comments(model: Extension, path: Path, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the deletions of comments in functions above statements that all go, up to the next blank line.

    What opens a block may speak of all of it.
    """
    file, found = model.files[path], dict[Span, None]()
    bodies = [item.definition.body for item in model.functions_in.get(path, ()) if item.definition.body is not None]
    for edit in (item for item in edits if not item.new):
        start = file.source.line_start(edit.span.start)
        comment = Span(comments_above(file, start), start)
        is_above = comment.start < start and not opens_block(file, comment.start)
        if not is_above or not any(body.covers(comment) for body in bodies):
            continue
        section = Span(start, _next_gap(file, start))
        inside = _inside(edits, section)
        gone = [item.span for item in inside]
        stays = not any(item.span.overlaps(comment) for item in edits) and not SWITCH.search(file.source.text(comment))
        if stays and not any(item.new for item in inside) and _is_all_gone(file, section, gone):
            found[without_gap(file, comment)] = None
    yield from (Edit(path, span, b"") for span in found)


def _next_gap(file: File, offset: int) -> int:
    """Return the start of the next blank line, or of the line that closes the block."""
    at = offset
    while at < len(file.source.data):
        end = file.source.line_end(at)
        if file.source.data[at:end].strip() in (b"", b"}"):
            return at
        at = end
    return at


def _is_all_gone(file: File, section: Span, gone: Sequence[Span]) -> bool:
    """Tell whether nothing is left of a section but blanks, which had something."""
    data, at, has_lost = file.source.data, section.start, False
    for span in sorted(gone):
        if data[at : max(at, span.start)].strip() or span.end > section.end:
            return False
        has_lost = has_lost or bool(file.source.text(span).strip())
        at = max(at, span.end)
    return has_lost and not data[at : section.end].strip()


def _emptied_groups(file: File, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the deletions of `#if` groups whose statements and declarations all go, each with those inside of it."""
    gone = [item.span for item in edits if not item.new]
    for group in dict.fromkeys(group for span in gone for group in file.conditionals_around(span.start)):
        is_kept = not any(group.span.start in span for span in gone) and not is_include_guard(file, group)
        is_filled = any(item.new for item in _inside(edits, group.span))
        if is_kept and not is_filled and file.lexed.between(*group.span) and _is_emptied(file, group, gone):
            yield Edit(file.source.path, without_gap(file, lines_with_comment(file, group.span)), b"")


def _first_line(file: File, comment: Span) -> bytes:
    return file.source.text(comment).split(b"\n")[0].strip()
