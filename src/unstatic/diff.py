"""Before and after as a unified diff, in bytes: whatever the encoding and the line ends, it applies exactly."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unidiff.patch import PatchSet

_NO_NEWLINE = b"\n\\ No newline at end of file\n"
_ESCAPES = {7: b"\\a", 8: b"\\b", 9: b"\\t", 10: b"\\n", 11: b"\\v", 12: b"\\f", 13: b"\\r", 34: b'\\"', 92: b"\\\\"}


@dataclass(frozen=True, slots=True)
class Statistics:
    """How much a diff changes, in files and lines."""

    files: int
    lines_added: int
    lines_removed: int


def unified(before: Mapping[Path, bytes], after: Mapping[Path, bytes]) -> bytes:
    """Return the diff that turns *before* into *after*; empty when they are equal.

    Paths are relative and become `a/…` and `b/…`, in sorted order. A path missing on one side is a file
    created or deleted. The result suits `git apply` and `patch -p1`.
    """
    paths = sorted(before.keys() | after.keys())
    return b"".join(_file(path, before.get(path), after.get(path)) for path in paths)


def statistics(diff: bytes) -> Statistics:
    """Count what *diff*, made by `unified`, changes."""
    # Latin-1 maps every byte to one character, so nothing is lost or merged.
    patch = PatchSet.from_string(diff.decode("latin-1"))
    return Statistics(len(patch), patch.added, patch.removed)


def _file(path: Path, before: bytes | None, after: bytes | None) -> bytes:
    if before == after:
        return b""
    old, new = _quoted(b"a/", path), _quoted(b"b/", path)
    header = b"diff --git %s %s\n" % (old, new)
    if before is None:
        header += b"new file mode 100644\n"
    if after is None:
        header += b"deleted file mode 100644\n"
    lines = difflib.diff_bytes(
        difflib.unified_diff,
        _lines(before or b""),
        _lines(after or b""),
        fromfile=_label(before, old),
        tofile=_label(after, new),
    )
    return header + b"".join(_terminated(lines))


def _lines(data: bytes) -> list[bytes]:
    # bytes.splitlines would also split at a lone CR, where C, git and patch see no line end.
    pieces = data.split(b"\n")
    return [*(piece + b"\n" for piece in pieces[:-1]), *filter(None, pieces[-1:])]


def _terminated(lines: Iterator[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield line if line.endswith(b"\n") else line + _NO_NEWLINE


def _label(data: bytes | None, name: bytes) -> bytes:
    if data is None:
        return b"/dev/null"
    # Without the tab, patch takes what follows the first blank of a name for a date.
    return name + b"\t" if b" " in name else name


def _quoted(prefix: bytes, path: Path) -> bytes:
    """Return a name as git writes it: in quotes with escapes if it holds anything unusual."""
    name = prefix + path.as_posix().encode("utf-8", "surrogateescape")
    if all(32 <= byte < 127 and byte not in b'"\\' for byte in name):
        return name
    return b'"%s"' % b"".join(_escaped(byte) for byte in name)


def _escaped(byte: int) -> bytes:
    if byte in _ESCAPES:
        return _ESCAPES[byte]
    return bytes([byte]) if 32 <= byte < 127 else b"\\%03o" % byte
