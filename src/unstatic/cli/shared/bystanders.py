"""Headers in which one extension changes what others that include them don't use: these get along with either text.

A header declares what a source has for others, and one extension may need a single function of many. What moves there
concerns it only if it names that, or something that is declared by means of that (G471).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic.c.lexer import Conditional, defined_name, lex
from unstatic.cli.shared import disputes
from unstatic.errors import UnstaticError
from unstatic.text.source import Span, Spans

if TYPE_CHECKING:
    from unstatic.cli.engine import Result
    from unstatic.pipeline import Compiled

Files = Mapping[Path, bytes]
_NAMES = re.compile(rb"[A-Za-z_]\w*")
_DEFINING = re.compile(rb"^[A-Za-z_].*", re.MULTILINE)


def told(results: Sequence[Result]) -> list[Result]:
    """Return the results, each with the headers that concern it neither before nor after others change them."""
    # What held for an earlier text says nothing of this one.
    asked = [replace(result, unconcerned=frozenset()) for result in results]
    texts = _texts(asked)
    switches = _switches(asked, texts)
    return [_with_unconcerned(result, texts, switches) for result in asked]


def settled_first(results: Sequence[Result]) -> Mapping[int, Mapping[Path, str]]:
    """Return the disputed files of each extension that have to be settled first.

    Where its state stands depends on those, and so what the headers are like that others may get along with.
    """
    found, headers = disputes.disputed(results), _texts(results)
    return {
        number: {path: other for path, other in files.items() if path not in headers} or files
        for number, files in found.items()
    }


def _texts(results: Sequence[Result]) -> Files:
    """Return the headers that some extensions change and others leave, where all that change one make it the same."""
    headers = {path for files in disputes.disputed(results).values() for path in files if path.suffix.startswith(".h")}
    made: dict[Path, set[bytes]] = {path: set() for path in headers}
    for result in results:
        for path, data in disputes.changed_by(result).items():
            if path in made:
                made[path].add(data)
    return {path: next(iter(found)) for path, found in sorted(made.items()) if len(found) == 1}


def _switches(results: Sequence[Result], texts: Files) -> frozenset[bytes]:
    """Return the macros by which the sources of what changes a header choose their half of it."""
    changing = (result for result in results if not disputes.changed_by(result).keys().isdisjoint(texts))
    sources = {Path(unit.path) for result in changing for unit in result.task.extension.units}
    texts_of_sources = [path.read_bytes() for path in sources]
    return frozenset(defined_name(data, item) for data in texts_of_sources for item in lex(data).directives) - {b""}


def _with_unconcerned(result: Result, texts: Files, switches: frozenset[bytes]) -> Result:
    own = disputes.changed_by(result)
    left = {path: data for path, data in texts.items() if path in disputes.read_by(result) and path not in own}
    if not left or result.error_code or not result.report.read or not _is_unconcerned(result, own, left, switches):
        return result
    return replace(result, unconcerned=frozenset(left))


def _is_unconcerned(result: Result, own: Files, texts: Files, switches: frozenset[bytes]) -> bool:
    """Tell whether an extension means the same with *texts* in place of headers that it leaves alone.

    It never reads what stands under one of the *switches* that it doesn't mention.
    """
    before, after = _compiled(result, own), _compiled(result, {**own, **texts})
    if before is None or after is None or before.keys() != after.keys() or not texts.keys() <= after.keys():
        return False
    others = sorted(before.keys() - texts.keys())
    if any(before[path].code != after[path].code for path in others) or _errors(after) - _errors(before):
        return False
    used = {name for path in others for name in _names(own.get(path) or path.read_bytes())}
    strange = switches - used
    if any(_defines_more(path.read_bytes(), before[path], data, after[path], strange) for path, data in texts.items()):
        return False
    return used.isdisjoint(_changed(before, after, texts))


def _compiled(result: Result, texts: Files) -> Mapping[Path, Compiled] | None:
    from unstatic import pipeline

    try:
        return pipeline.compiled(result.task.extension, result.task.settings, texts)
    except UnstaticError:
        return None


def _errors(files: Mapping[Path, Compiled]) -> frozenset[str]:
    return frozenset(error for file in files.values() for error in file.errors)


def _defines_more(old: bytes, before: Compiled, new: bytes, after: Compiled, strange: frozenset[bytes]) -> bool:
    """Tell whether groups that aren't compiled here define something else than before: another file may do so, too."""
    return not skipped_definitions(new, after, strange) <= skipped_definitions(old, before, strange)


def skipped_definitions(data: bytes, file: Compiled, strange: frozenset[bytes]) -> frozenset[bytes]:
    """Return the lines of groups that aren't compiled in which something may be defined: those that aren't indented.

    What stands under a *strange* name belongs to other extensions.
    """
    conditionals = lex(data).conditionals if file.skipped else ()
    theirs = Spans(body for item in conditionals for body in _unread_without(data, item, strange))
    found = (match for span in file.skipped for match in _DEFINING.finditer(data, *span))
    return frozenset(match[0] for match in found if match.start() not in theirs)


def _unread_without(data: bytes, conditional: Conditional, names: frozenset[bytes]) -> Sequence[Span]:
    """Return the groups of `#ifdef NAME`, or of `#ifndef NAME`, that nobody reads who never defines one of *names*."""
    first, *others = conditional.branches
    if data[slice(*first.directive.rest)].strip() not in names:
        return ()
    unread = {b"ifdef": [first], b"ifndef": others}.get(first.directive.name, ())
    return [one.body for one in unread]


def _changed(before: Mapping[Path, Compiled], after: Mapping[Path, Compiled], texts: Files) -> frozenset[bytes]:
    """Return the names whose declarations in the headers differ, and all that is declared there by means of those."""
    old = [item for path in texts for item in before[path].declared.items()]
    new = [item for path in texts for item in after[path].declared.items()]
    found = {name for name, _ in set(old) ^ set(new)}
    while True:
        more = {name for name, text in (*old, *new) if name not in found and not found.isdisjoint(_names(text))}
        if not more:
            return frozenset(found)
        found |= more


def _names(text: bytes) -> frozenset[bytes]:
    return frozenset(_NAMES.findall(text))
