"""Declarations that several units read alike are the same objects, and all others stay as they are."""

from __future__ import annotations

from pathlib import Path

from unstatic.cparse import parse
from unstatic.cparse.inputs.sharing import Sharing
from unstatic.project.scan import Unit

HEADER = b"int same(void);\nextern KIND other;\n"
SOURCE = b'#define KIND %s\n#include <Python.h>\n#include "both.h"\nint own;\n'


def test_equal_declarations_are_kept_once(tmp_path: Path) -> None:
    (tmp_path / "both.h").write_bytes(HEADER)
    sharing = Sharing()
    units = []
    for name, kind in (("a.c", b"int"), ("b.c", b"long")):
        (tmp_path / name).write_bytes(SOURCE % kind)
        units.append(parse(Unit(tmp_path / name, (), "c"), tmp_path))
    first, second = map(sharing.of, units)

    assert [first.declarations, second.declarations] == [item.declarations for item in units]
    pairs = zip(first.declarations, second.declarations, strict=True)
    assert {"same"} == {one.name for one, two in pairs if one is two}
