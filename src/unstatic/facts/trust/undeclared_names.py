"""Names that nothing declares where they stand: no build compiles the `#if` group around, and so none misses them.

Such code was never finished, or belongs to what the project has dropped. It stays as it is (G579).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from unstatic.c.lexer import lex_fragment
from unstatic.facts.trust.unexplained_names import ANY_FILE, included_names
from unstatic.model.extension import Extension, File
from unstatic.model.fact import fact
from unstatic.text.source import Location

_IN_FRONT = (b"&", b"(", b"=", b"==", b"!=", b"return")
"""What stands in front of the name of an object that is used, and not in front of one that is declared."""


def undeclared_uses(model: Extension, names: Iterable[str]) -> Iterator[tuple[str, Location]]:
    """Yield the uses of some names in skipped groups that nothing declares there, one for each name and file."""
    wanted = [name.encode() for name in names]
    for path, file in model.files.items():
        places = {name: at for at, name in reversed(file.lexed.named_places(wanted)) if file.is_inactive(at)}
        for name, at in sorted(places.items()):
            if is_undeclared(model, name, path):
                yield name.decode(), file.source.location(at)


def is_undeclared(model: Extension, name: bytes, path: Path) -> bool:
    """Tell whether no file that the sources around *path* could include declares a name, or makes it of parts.

    Each place that spells it there has to use it as an object: a function needs no declaration in old C.
    """
    if model.language != "c":
        return False
    files = _around(model, path)
    return all(_only_uses(file, name) for file in files) and not _is_pasted(files, name)


@fact
def _around(model: Extension, path: Path) -> list[File]:
    """Return the files that the sources that read one include, in whatever configuration."""
    readers = frozenset(model.readers.get(path, (path,)))
    included = included_names(model, readers)
    return [
        file
        for each, file in model.files.items()
        if not readers.isdisjoint(model.readers.get(each, (each,))) or not included.isdisjoint((each.name, ANY_FILE))
    ]


def _only_uses(file: File, name: bytes) -> bool:
    for at, _ in file.lexed.named_places([name]):
        token = next(iter(file.lexed.between(at, at + 1)), None)
        before, after = file.lexed.before(at), file.lexed.between(at + len(name), at + len(name) + 1)
        is_called = any(item.text == b"(" for item in after)
        if token is None or before is None or before.text not in _IN_FRONT or is_called or not file.is_inactive(at):
            return False
    return True


def _is_pasted(files: Iterable[File], name: bytes) -> bool:
    """Tell whether a macro may make a name of a word in these files and one that stands beside `##`."""
    words = frozenset[bytes]().union(*(file.lexed.words for file in files))
    return any(
        part == name
        or (name.endswith(part) and name.removesuffix(part) in words)
        or (name.startswith(part) and name.removeprefix(part) in words)
        for file in files
        for part in _pasted_parts(file)
    )


def _pasted_parts(file: File) -> Iterator[bytes]:
    for directive in file.lexed.directives:
        if directive.name == b"define":
            tokens = lex_fragment(file.source.data, directive.rest)
            for first, second in pairwise(tokens):
                if b"##" in (first.text, second.text):
                    yield second.text if first.text == b"##" else first.text
