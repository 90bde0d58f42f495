"""Whether what a rewrite made parses as well as what it was made of; if not, that's a bug, and nothing is given out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from unstatic.c.lexer import TokenKind, lex
from unstatic.errors import RewriteError, UsageError
from unstatic.migration.hand_edits import ByHand
from unstatic.migration.told_of_originals import changed_code
from unstatic.model.building.complaints import Complaints
from unstatic.model.extension import Extension, SymbolKind
from unstatic.reading.sources import NoInitFunctionError, Reading
from unstatic.rewriting.protocol import Preparation, Rewrite

# What a use that was left behind, or rewritten by half, shows as. Groups for other Pythons miss more than that here.
_HALF_DONE = re.compile(
    "use of undeclared identifier '(?!_?Py)|too (few|many) arguments|member reference|no member named|incompatible|"
    "conflicting types"
)

_DECLARED = (b";", b"=", b"[", b",", b"(")
_UNDECLARED = re.compile("use of undeclared identifier '(.*)'")
_NAME = re.compile(rb"[A-Za-z_]\w*")
# What ends a block, or an `#if` group: what follows may be another function, or another build.
_VISIT_OR_END = re.compile(rb"^[ \t]*(?:\}|#|(Py_VISIT\([^;\n]*\);))", re.MULTILINE)


def reread(reading: Reading, files: Mapping[Path, bytes]) -> Reading:
    """Return the sources with *files* in place of those that they have. Raises RewriteError if init is gone."""
    try:
        return reading.with_contents(files)
    except NoInitFunctionError:
        raise RewriteError("the result has no init function any more, so nothing was written") from None


def reject(first: Extension, after: Complaints, rewrite: Rewrite) -> None:
    """Raise RewriteError, or UsageError for what a person wrote, if the new code doesn't parse as well as the old."""
    try:
        reject_new_errors(first, after, rewrite)
        _reject_new_forced_errors(first, after, rewrite)
        _reject_doubled_visits(first, after, rewrite)
    except RewriteError as error:
        if isinstance(rewrite, ByHand):
            raise UsageError(f"{rewrite.planned.source}: what was edited by hand doesn't parse: {error}") from error
        raise


def reject_new_errors(before: Extension, after: Complaints, rewrite: Rewrite | Preparation) -> None:
    """Raise RewriteError when *after* has an error, or more warnings of the watched kinds, than *before*."""
    known = Counter(message for _, _, message in (*before.errors, *before.warnings))
    for path, offset, message in (*after.errors, *after.warnings):
        known[message] -= 1
        if known[message] >= 0:
            continue
        raise _miscompiled(rewrite, after, path, offset, message)
    # A template of the library may be instantiated with a class of the project.
    for message in (Counter(after.foreign_errors) - Counter(before.foreign_errors)).elements():
        raise RewriteError(f"{rewrite.name} made code that doesn't compile, nothing was written: {message}")


def _reject_new_forced_errors(before: Extension, after: Complaints, rewrite: Rewrite | Preparation) -> None:
    """Raise RewriteError when a line that was written into a group for another build can't be read there.

    Much in such groups can't be read anyway, as what it needs isn't here: only new complaints about new lines count,
    and those about lines that were left behind.
    Where the plain parse has the same complaint, that was compared with those that it had before.
    """
    known = {message for _, _, message in before.forced_errors}
    plain = {*after.errors, *after.warnings}
    lines: dict[Path, frozenset[bytes]] = {}
    for path, offset, message in after.forced_errors:
        if message in known or (path, offset, message) in plain or not _HALF_DONE.match(message):
            continue
        source = after.sources[path]
        line = source.data[source.line_start(offset) : source.line_end(offset)].rstrip(b"\r\n")
        if path in before.files and path not in lines:
            lines[path] = frozenset(before.files[path].source.data.splitlines())
        if line in lines.get(path, ()) and not _is_left_behind(before, message):
            continue
        if _is_hidden_for_others(before, line) or _is_left_out(before, after, message):
            continue
        raise _miscompiled(rewrite, after, path, offset, message)


def _reject_doubled_visits(before: Extension, after: Complaints, rewrite: Rewrite) -> None:
    """Raise RewriteError where a block visits again what it visits already, and didn't before (G620).

    The collector takes each visit for a reference: with one too many, it empties what is in use.
    """
    for path, source in after.sources.items():
        file = before.files.get(path)
        if file is None or file.source.data == source.data:
            continue
        more = Counter(_repeated_visits(source.data).values()) - Counter(_repeated_visits(file.source.data).values())
        if more:
            offset = next(at for at, text in _repeated_visits(source.data).items() if text in more)
            message = f"{next(iter(more)).decode('utf-8', 'replace')} stands there twice"
            raise _miscompiled(rewrite, after, path, offset, message)


def _repeated_visits(data: bytes) -> dict[int, bytes]:
    """Return the visits of what the same block visits further up, by where they stand."""
    found: dict[int, bytes] = {}
    seen: set[bytes] = set()
    for match in _VISIT_OR_END.finditer(data):
        if match[1] is None:
            seen.clear()
        elif match[1] in seen:
            found[match.start(1)] = match[1]
        seen.update(match.groups(b"")[:1])
    return found


def _is_left_behind(before: Extension, message: str) -> bool:
    """Tell whether a line that stayed names what has moved away."""
    found = _UNDECLARED.match(message)
    names = {*(item.name for item in before.globals), *(item.name for item in before.types)}
    return found is not None and found[1] in names


def _is_hidden_for_others(model: Extension, line: bytes) -> bool:
    """Tell whether a line leads to a macro, or a pointer, by the name of what the extension itself defines.

    The half of a header that is for other extensions has such names. A parse that reads that half can't read the
    extension, whatever is written there (G442).
    """
    waiting = [name.decode("latin-1") for name in _NAME.findall(line)]
    others = {item.name for item in model.macros_of_others} | _pointers_of_others(model)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        macro = model.macros.get(name) if name not in seen else None
        seen.add(name)
        if name in others or (macro is not None and name in model.own_names):
            return True
        waiting += macro.mentions if macro is not None else ()
    return False


def _pointers_of_others(model: Extension) -> frozenset[str]:
    """Return the names of functions that a group declares as variables: these hold what a capsule gives."""
    functions = {item.definition.name for item in model.functions.values()}
    return frozenset(
        item.name
        for item in model.declarations
        if item.name in functions
        and item.kind is SymbolKind.VARIABLE
        and item.function is None
        and model.files[item.path].is_conditional(item.name_span.start)
    )


def _is_left_out(before: Extension, after: Complaints, message: str) -> bool:
    """Tell whether a name lacks its declaration because that stands in a group, which holds it still.

    What others see of a header stands in the other half of that group: no build of the extension reads it (G549). A new
    name stands in a group as well then that declared what such a parse lacked before.
    """
    found = _UNDECLARED.match(message)
    name = found[1] if found is not None else ""
    if name and not any(item.name == name for item in before.declarations):
        return not _groups_of_lost_names(before).isdisjoint(_groups_declaring(after, name.encode()))
    named = (item for item in before.declarations if item.name == name and item.function is None)
    return any(
        before.files[item.path].is_conditional(item.name_span.start)
        and not before.files[item.path].is_inactive(item.name_span.start)
        and _declares(after.sources[item.path].data, name.encode())
        for item in named
    )


_Group = tuple[Path, bytes]
"""A group by its file and the directive that opens it, which an edit inside doesn't change."""


def _groups_of_lost_names(model: Extension) -> frozenset[_Group]:
    """Return the innermost groups with declarations of names that parses of other groups complain about."""
    lost = {known[1] for _, _, message in model.forced_errors if (known := _UNDECLARED.match(message))}
    places = ((item.path, item.name_span.start) for item in model.declarations if item.name in lost)
    return frozenset(
        (path, _innermost(model.files[path].source.data, offset))
        for path, offset in places
        if model.files[path].is_conditional(offset)
    )


def _groups_declaring(after: Complaints, name: bytes) -> frozenset[_Group]:
    """Return the innermost groups that declare a name."""
    texts = ((path, source.data) for path, source in after.sources.items())
    return frozenset((path, _innermost(data, at)) for path, data in texts for at in _declared_at(data, name))


def _innermost(data: bytes, offset: int) -> bytes:
    """Return the directive that opens the innermost group around a place, empty if there is none."""
    around = lex(data).conditionals_around(offset)
    branch = next((one for one in around[0].branches if offset in one.body), None) if around else None
    return data[slice(*branch.directive.span)] if branch is not None else b""


def _declares(data: bytes, name: bytes) -> bool:
    """Tell whether C code declares a name."""
    return any(True for _ in _declared_at(data, name))


def _declared_at(data: bytes, name: bytes) -> Iterator[int]:
    """Yield where C code declares a name, by what stands around it: `Box *name;`, `int name(void);`."""
    tokens = lex(data).tokens if name in data else ()
    around = zip(tokens, tokens[1:], tokens[2:], strict=False)
    return (
        here.start
        for before, here, after in around
        if here.text == name and (before.kind is TokenKind.IDENT or before.text == b"*") and after.text in _DECLARED
        if before.text != b"return"
    )


def _miscompiled(
    rewrite: Rewrite | Preparation, after: Complaints, path: Path, offset: int, message: str
) -> RewriteError:
    where = after.sources[path].location(offset) if path in after.sources else path
    text = f"{rewrite.name} made code that doesn't compile, nothing was written: {where}: {message}"
    return RewriteError(text, path, offset, message)


def reject_changed_code(before: Extension, after: Extension, preparation: Preparation) -> None:
    """Raise RewriteError when a preparation that changes no code gives the compiler other code to read."""
    where = changed_code(before, after)
    if where is not None:
        raise RewriteError(f"{preparation.name} would change what is compiled, nothing was written: {where}")
