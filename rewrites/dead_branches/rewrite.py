"""`#if PY_MAJOR_VERSION < 3` and what it guards go, as no supported Python compiles it (G132)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Branch, Directive, lex_fragment
from unstatic.facts.places.dead_groups import Judged, LeftAlone, judge
from unstatic.model.extension import Extension, File
from unstatic.rewriting.protocol import Place, Preparation
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Location, Span

from .conditions import without_certain_parts

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class DeadBranches(Preparation):
    """Fold the `#if` groups that are there only for Pythons that aren't supported any more."""

    name = "dead-branches"
    title = "Fold code for Pythons that aren't supported any more"
    stands_alone = True
    places: frozenset[Place] | None = None
    """Where the conditionals begin that may be folded; None for all."""

    def restricted(self, places: frozenset[Place]) -> DeadBranches:
        """Return the same step for the conditionals that begin at *places*."""
        return DeadBranches(places)

    def _judged(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Judged | LeftAlone]:
        return (item for item in judge(model, minimum) if self.places is None or item.place in self.places)

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:
        """Yield one change for each file."""
        judged: dict[Path, list[Judged]] = {}
        for item in self._judged(model, minimum):
            if isinstance(item, Judged):
                judged.setdefault(item.path, []).append(item)
        for path, items in judged.items():
            file = model.files[path]
            folded = [(lines, texts) for item in items for lines, texts in [_folded(file, item)] if lines or texts]
            if not folded:
                continue
            deletions = _tidied(file, [span for lines, _ in folded for span in lines])
            edits = [Edit(path, span, b"") for span in deletions]
            edits += [Edit(path, span, text) for _, texts in folded for span, text in texts]
            version = ".".join(map(str, minimum))
            count = f"{len(folded)} #if group{'s' if len(folded) > 1 else ''}"
            name = path.relative_to(model.root).as_posix()
            reason = f"{count} asked for what every Python from {version} on answers alike"
            yield Change(f"file:{name}", self.name, reason, Safety.SAFE, tuple(edits))

    def left_alone(self, model: Extension, minimum: tuple[int, int]) -> Iterator[tuple[str, Location]]:
        """Yield the groups about versions of Python that aren't folded."""
        for item in self._judged(model, minimum):
            if isinstance(item, LeftAlone):
                yield item.reason, item.location


def _folded(file: File, judged: Judged) -> tuple[list[Span], list[tuple[Span, bytes]]]:
    """Return the lines that go, and the texts that change."""
    branches, kept = judged.conditional.branches, judged.kept
    end = judged.conditional.end
    if not kept:
        return [Span(_start(file, branches[0].directive), _after(file, end))], []
    if judged.truths[kept[0]]:
        first, last = branches[kept[0]], (*branches, None)[kept[0] + 1]
        before = Span(_start(file, branches[0].directive), _after(file, first.directive))
        after = Span(_start(file, last.directive if last else end), _after(file, end))
        return [before, after], list(_dedented(file, branches[0].directive, first))
    following = [*(branch.directive for branch in branches[1:]), end]
    lines = [
        Span(_start(file, branch.directive), _start(file, after))
        for index, (branch, after) in enumerate(zip(branches, following, strict=True))
        if index not in kept
    ]
    texts = [
        edit
        for index in kept
        for edit in _reworded(file, branches[index], judged, is_first=index == kept[0], holds=judged.truths[index])
    ]
    return lines, texts


def _dedented(file: File, opening: Directive, branch: Branch) -> Iterator[tuple[Span, bytes]]:
    """Yield the blanks by which directives are indented because they stand in a group, which goes."""
    body, data = branch.body, file.source.data
    inner = (item for item in file.lexed.conditionals if item.span.start in body)
    if file.lexed.between(*body) or any(inner):
        # Code is indented as the code around the group.
        return
    starts = [body.start]
    while (following := file.source.line_end(starts[-1])) < body.end:
        starts.append(following)
    starts = [start for start in starts if data[start : file.source.line_end(start)].strip()]
    margin = os.path.commonprefix([file.source.indent_at(start) for start in starts]) or b""
    outer = file.source.indent_at(opening.span.start)
    if margin == outer or not margin.startswith(outer) or _has_split_literal(file, body):
        return
    yield from ((Span(start, start + len(margin) - len(outer)), b"") for start in starts)


def _has_split_literal(file: File, body: Span) -> bool:
    """Tell whether a literal in a directive goes on in the next line, with the blanks that this begins with."""
    directives = (item for item in file.lexed.directives if item.span.start in body)
    return any(b"\n" in token.text for item in directives for token in lex_fragment(file.source.data, item.rest))


def _reworded(
    file: File, branch: Branch, judged: Judged, *, is_first: bool, holds: bool | None
) -> Iterator[tuple[Span, bytes]]:
    """Yield what changes in the directive of a branch that stays conditional."""
    directive = branch.directive
    word = Span(directive.rest.start - len(directive.name), directive.rest.start)
    tokens = lex_fragment(file.source.data, directive.rest)
    if holds and directive.name != b"else":
        yield Span(word.start, tokens[-1].end), b"else"
    elif holds is None:
        if is_first and directive.name.startswith(b"el"):
            yield word, directive.name.removeprefix(b"el")
        if directive.name in (b"if", b"elif"):
            for span in without_certain_parts(tokens, judged.known):
                yield span, b""


def _start(file: File, directive: Directive) -> int:
    start = file.source.line_start(directive.span.start)
    return len(_BOM) if start == 0 and file.source.data.startswith(_BOM) else start


def _after(file: File, directive: Directive) -> int:
    return file.source.line_end(directive.span.end - 1)


def _tidied(file: File, lines: Sequence[Span]) -> list[Span]:
    """Join what lies side by side, and take one of the two blank lines that would meet."""
    joined: list[Span] = []
    for span in sorted(lines):
        if joined and joined[-1].end == span.start:
            span = Span(joined.pop().start, span.end)
        joined.append(span)
    found: list[Span] = []
    for span in joined:
        wider = _with_blank(file, span)
        found.append(Span(max(wider.start, found[-1].end if found else 0), wider.end))
    return found


def _with_blank(file: File, span: Span) -> Span:
    data = file.source.data
    above = file.source.line_start(span.start - 1) if span.start else 0
    if data[above : span.start].strip():
        return span
    if span.end == len(data):
        return Span(above, span.end)
    following = file.source.line_end(span.end)
    return span if data[span.end : following].strip() else Span(span.start, following)


REWRITE: Preparation = DeadBranches()
