"""Groups of a header that one unit has read, and that the next needn't read again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from unstatic.cparse import ParseOptions, parse
from unstatic.cparse.facts import ParsedUnit
from unstatic.model.configurations.other_configurations import contents_for, names_of
from unstatic.model.configurations.read_groups import ReadGroups
from unstatic.project.scan import Unit
from unstatic.reading.unused_prototypes import UnusedPrototypes

UNIT = b"""#include <Python.h>
#include "shelf.h"
"""
Asked = Callable[[bytes, bytes], bool]


def _parsed(folder: Path, name: str, source: bytes) -> ParsedUnit:
    (folder / name).write_bytes(UNIT + source)
    return parse(Unit(folder / name, (), "c"), folder, ParseOptions())


@pytest.fixture
def is_read_again(tmp_path: Path) -> Asked:
    """Tell whether a second unit has to read the groups of a header, given the header and the unit's own text."""

    def asked(header: bytes, source: bytes) -> bool:
        (tmp_path / "shelf.h").write_bytes(header)
        first = _parsed(tmp_path, "first.c", b"static PyObject *error;\n")
        second = _parsed(tmp_path, "second.c", source)
        names = names_of([first, second])
        groups = ReadGroups()
        changed = contents_for((first,), names, (3, 9), elsewhere=groups.beside(first))
        assert changed
        groups.add((first, parse(Unit(first.path, (), "c"), tmp_path, ParseOptions(), changed, first)))
        return bool(contents_for((second,), names, (3, 9), elsewhere=groups.beside(second)))

    return asked


def test_group_that_another_unit_read(is_read_again: Asked) -> None:
    header = (
        b"#ifdef OLD\nstatic inline PyObject *old(void) { return PyLong_FromLong(1); }\nvoid f(PyObject *);\n#endif\n"
    )

    assert not is_read_again(b"void f(PyObject *);\n" + header, b"void g(void) { f(NULL); }\n")


def test_macro_that_the_unit_uses(is_read_again: Asked) -> None:
    header = b"PyObject *make(int);\nPyObject *make_at(int, const char *);\n"
    group = b"#ifdef LOUD\n#define MAKE(x) make_at(x, __FILE__)\n#else\n#define MAKE(x) make(x)\n#endif\n"

    assert is_read_again(header + group, b"PyObject *g(void) { return MAKE(1); }\n")
    assert not is_read_again(header + group, b"PyObject *g(void) { return NULL; }  /* not MAKE(1) */\n")


def test_macro_that_names_nothing(is_read_again: Asked) -> None:
    header = b"#ifdef OLD\n#define SIZE 4\nvoid f(PyObject *);\n#else\n#define SIZE 8\n#endif\nvoid f(PyObject *);\n"

    assert not is_read_again(header, b"int g(void) { return SIZE; }\n")


def test_half_for_other_extensions(is_read_again: Asked) -> None:
    header = b"#ifndef OUTSIDE\nPyObject *make(int);\n#else\nstatic PyObject *(**table)(int);\n%b\n#endif\n"

    assert not is_read_again(header % b"#define make (*table[0])", b"PyObject *g(void) { return make(1); }\n")


def test_another_function_of_ours(is_read_again: Asked) -> None:
    header = b"PyObject *make(int);\nPyObject *make_at(int, int);\n#ifdef LOUD\n#define make(x) make_at(x, 1)\n#endif\n"

    assert is_read_again(header, b"PyObject *g(void) { return make(1); }\n")


def test_group_that_includes(is_read_again: Asked, tmp_path: Path) -> None:
    (tmp_path / "more.h").write_bytes(b"static inline PyObject *more(void) { return NULL; }\n")

    header = b'#ifdef OLD\n#include "more.h"\nvoid f(PyObject *);\n#endif\nvoid f(PyObject *);\n'
    assert is_read_again(header, b"void g(void) { f(NULL); }\n")


def test_prototypes_that_nobody_names(tmp_path: Path) -> None:
    header = (
        b"void used(int);\nvoid unused(int number);\nvoid in_group(void);\nvoid in_macro(void);\nvoid do_it(void);\n"
    )
    (tmp_path / "shelf.h").write_bytes(header + b"#define CALL() in_macro()\n")
    source = b"void own(int);\nvoid g(void) { used(1); }\n#ifdef OLD\nvoid h(void) { in_group(); }\n#endif\n"
    source += b"#define NAMED(name) do_##name\nvoid NAMED(it)(void) {}\n"
    unit = _parsed(tmp_path, "first.c", source)

    found = UnusedPrototypes().without(unit)

    assert {item.name for item in unit.declarations} - {item.name for item in found.declarations} == {
        "unused",
        "number",
    }
