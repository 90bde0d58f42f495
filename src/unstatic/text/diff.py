"""Before and after as a unified diff, in bytes: whatever the encoding and the line ends, it applies exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from io import BytesIO
from pathlib import Path

from patiencediff import PatienceSequenceMatcher

_NO_NEWLINE = b"\n\\ No newline at end of file\n"
_ESCAPES = {7: b"\\a", 8: b"\\b", 9: b"\\t", 10: b"\\n", 11: b"\\v", 12: b"\\f", 13: b"\\r", 34: b'\\"', 92: b"\\\\"}


@dataclass(frozen=True, slots=True)
class Statistics:
    """How much a diff changes, in files and lines."""

    files: int
    lines_added: int
    lines_removed: int


Hunks = Mapping[tuple[bytes, bytes], bytes]
"""What a diff shows of files below their names, by their old and new bytes: it can't be that of others."""


def unified(before: Mapping[Path, bytes], after: Mapping[Path, bytes], known: Hunks | None = None) -> bytes:
    """Return the diff that turns *before* into *after*; empty when they are equal.

    Paths are relative and become `a/…` and `b/…`, in sorted order. A path missing on one side is a file
    created or deleted. What is *known* isn't made again. The result suits `git apply` and `patch -p1`.
    """
    paths = sorted(before.keys() | after.keys())
    return b"".join(_file(path, before.get(path), after.get(path), known or {}) for path in paths)


def hunks(before: Mapping[Path, bytes], after: Mapping[Path, bytes]) -> dict[tuple[bytes, bytes], bytes]:
    """Return the hunks of all files that differ."""
    pairs = ((before.get(path, b""), after.get(path, b"")) for path in sorted(before.keys() | after.keys()))
    return {(old, new): b"".join(_hunks(lines_of(old), lines_of(new))) for old, new in pairs if old != new}


Opcode = tuple[str, int, int, int, int]
"""`equal`, `replace`, `delete` or `insert`, and the lines: from and to of the old, from and to of the new."""


def opcodes(before: Sequence[bytes], after: Sequence[bytes]) -> Sequence[Opcode]:
    """Return what `unified` shows as equal and as changed, in the form of difflib: kind, old range, new range."""
    return _Matcher(before, after).get_opcodes()


def statistics(diff: bytes) -> Statistics:
    """Count what *diff*, made by `unified`, changes."""
    from unidiff.patch import PatchSet

    # Latin-1 maps every byte to one character, so nothing is lost or merged.
    patch = PatchSet.from_string(diff.decode("latin-1"))
    return Statistics(len(patch), patch.added, patch.removed)


def _file(path: Path, before: bytes | None, after: bytes | None, known: Hunks) -> bytes:
    if before == after:
        return b""
    old, new = _quoted(b"a/", path), _quoted(b"b/", path)
    header = b"diff --git %s %s\n" % (old, new)
    if before is None:
        header += b"new file mode 100644\n"
    if after is None:
        header += b"deleted file mode 100644\n"
    header += b"--- %s\n+++ %s\n" % (_label(before, old), _label(after, new))
    pair = before or b"", after or b""
    return header + (known[pair] if pair in known else b"".join(_hunks(*map(lines_of, pair))))


def _hunks(before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the hunks of two lists of lines, with three lines of context."""
    for group in _Matcher(before, after).get_grouped_opcodes():
        (_, old_start, _, new_start, _), (_, _, old_end, _, new_end) = group[0], group[-1]
        yield b"@@ -%s +%s @@\n" % (_range(old_start, old_end), _range(new_start, new_end))
        for tag, old, old_stop, new, new_stop in group:
            if tag == "equal":
                yield _marked(b" ", before[old:old_stop])
                continue
            yield _marked(b"-", before[old:old_stop])
            yield _marked(b"+", after[new:new_stop])


class _Matcher(SequenceMatcher[bytes]):
    """
    Anchors on the lines that stand once in both files; between them every line counts.

    Left alone, difflib takes what is frequent in a file of 200 lines for noise, `}` and empty lines as well, and
    shows them as changed.
    """

    def __init__(self, before: Sequence[bytes], after: Sequence[bytes]) -> None:
        # Without the lines: what it would count first, of both files as a whole, isn't used.
        super().__init__(None, (), (), autojunk=False)
        self.before, self.after = before, after

    def get_matching_blocks(self) -> list[Match]:
        """Return the equal stretches in order, none next to another, and an empty one at the end."""
        found: list[Match] = []
        old = new = 0
        for anchor in PatienceSequenceMatcher(None, self.before, self.after).get_matching_blocks():
            old_next, new_next, size = anchor
            if old < old_next and new < new_next:
                between = SequenceMatcher(None, self.before[old:old_next], self.after[new:new_next], autojunk=False)
                for block in between.get_matching_blocks():
                    _extend(found, Match(old + block.a, new + block.b, block.size))
            _extend(found, Match(*anchor))
            old, new = old_next + size, new_next + size
        return [*found, Match(len(self.before), len(self.after), 0)]


def _extend(found: list[Match], block: Match) -> None:
    last = found[-1] if found else Match(0, 0, 0)
    if (last.a + last.size, last.b + last.size) == (block.a, block.b) and found:
        found[-1] = last._replace(size=last.size + block.size)
    elif block.size:
        found.append(block)


def _range(start: int, stop: int) -> bytes:
    """Return the range of a hunk's head: what is empty is named by the line before it."""
    if stop - start == 1:
        return b"%d" % (start + 1)
    return b"%d,%d" % (start + 1 if stop > start else start, stop - start)


def _marked(sign: bytes, lines: Sequence[bytes]) -> bytes:
    if not lines:
        return b""
    # Only the last line of a file can lack its end.
    return sign + sign.join(lines) + (b"" if lines[-1].endswith(b"\n") else _NO_NEWLINE)


def lines_of(data: bytes) -> list[bytes]:
    """Return the lines of *data*, each with its end."""
    # bytes.splitlines would also split at a lone CR, where C, git and patch see no line end.
    return BytesIO(data).readlines()


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
