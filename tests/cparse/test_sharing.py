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


def test_equal_uses_are_kept_once(tmp_path: Path) -> None:
    (tmp_path / "both.h").write_bytes(HEADER + b"static inline int use(void) { return same(); }\n")
    sharing = Sharing()
    found = []
    for name in ("a.c", "b.c"):
        (tmp_path / name).write_bytes(SOURCE % b"int" + b"int mine(void) { return same() + missing(); }\n")
        found.append(sharing.of(parse(Unit(tmp_path / name, (), "c"), tmp_path)))
    pairs = list(zip(found[0].references, found[1].references, strict=True))

    # Which file comes first is none of the concern here.
    assert {("use", True), ("mine", False)} == {
        ((one.function or "").rpartition(":")[2], one is two) for one, two in pairs if one.name == "same"
    }
    assert tmp_path / "b.c" in {item.path for item in found[1].diagnostics}


def test_the_text_of_a_header_is_kept_once(tmp_path: Path) -> None:
    (tmp_path / "both.h").write_bytes(HEADER)
    found = []
    for name, text in (("a.c", HEADER), ("b.c", HEADER), ("c.c", HEADER + b"int more;\n")):
        (tmp_path / name).write_bytes(SOURCE % b"int")
        found.append(parse(Unit(tmp_path / name, (), "c"), tmp_path, None, {tmp_path / "both.h": bytes(text)}))
    first, second, other = (unit.files[tmp_path / "both.h"] for unit in found)

    assert first is second
    assert other.data == HEADER + b"int more;\n"


def test_each_meaning_of_a_header_is_kept_once(tmp_path: Path) -> None:
    (tmp_path / "both.h").write_bytes(HEADER)
    sharing = Sharing()
    units = []
    for name, kind in (("a.c", b"int"), ("b.c", b"long"), ("c.c", b"long")):
        (tmp_path / name).write_bytes(SOURCE % kind)
        units.append(sharing.of(parse(Unit(tmp_path / name, (), "c"), tmp_path)))
    second, third = ({item.name: item for item in unit.declarations} for unit in units[1:])

    assert {"same", "other"} == {name for name in second if second[name] is third[name]}
