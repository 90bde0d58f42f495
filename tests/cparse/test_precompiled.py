"""Headers that were parsed beforehand: the facts are the same as without them, or they aren't used."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from harness.passed import Passed, parsing

from unstatic.cparse import ParsedUnit, ParseOptions, parse
from unstatic.cparse.inputs import precompiled
from unstatic.cparse.inputs.prefix import Prefix, prefixes_of
from unstatic.project.scan import Unit
from unstatic.system.store import HEADERS, Store

Parse = Callable[..., ParsedUnit]
EXTENSIONS = Path(__file__).parents[2] / "corpus" / "extensions"
REST = b"""
static PyTypeObject Box_Type = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Box"};
static PyObject *use(PyObject *m, PyObject *args)
{
    const char *text;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "s#", &text, &size)) { return NULL; }
    Py_RETURN_NONE;
}
"""


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ParseOptions:
    """Return options with an empty cache, as a new process has them."""
    monkeypatch.setattr(precompiled, "_SHELF", precompiled._Shelf())
    return ParseOptions(precompiled=tmp_path / "cache")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> ParseOptions:
    """Return options with one cache for all."""
    return ParseOptions(precompiled=tmp_path_factory.mktemp("cache"))


def made(options: ParseOptions) -> int:
    """Return how many precompiled headers are kept."""
    assert options.precompiled is not None
    return len(list(options.precompiled.rglob("*.pch")))


def twice(parsed: Parse, options: ParseOptions, text: bytes, *arguments: str, **more: object) -> ParsedUnit:
    """Return what the second parse finds, which is the first that would begin with precompiled headers."""
    parsed(text, *arguments, options=options, **more)
    return parsed(text, *arguments, options=options, **more)


@pytest.mark.parametrize(
    ("prefix", "count"),
    [
        (b'#include "Python.h"\n', 1),
        (b"#define PY_SSIZE_T_CLEAN\n#include <Python.h>\n#include <structmember.h>\n#include <string.h>\n", 1),
        (b"/* first */\n#include <stdio.h>\n#define MINE \\\n 1\n#undef MINE\n#include <Python.h> // it\n", 1),
        # A condition before Python.h that would be true or false after it, or use another macro.
        (b"#ifndef PY_SSIZE_T_CLEAN\n#define PY_SSIZE_T_CLEAN\n#endif\n#include <Python.h>\n", 0),
        (b"#ifdef Py_PYTHON_H\n#define MINE 1\n#endif\n#include <Python.h>\n", 0),
        (b"#if !defined(NOWHERE) || defined(Py_PYTHON_H)\n#define MINE 1\n#endif\n#include <Python.h>\n", 0),
        (b"#if defined(MINE) && !defined(Py_PYTHON_H)\n#endif\n#define MINE\n#include <Python.h>\n", 0),
        # And conditions that stay what they are.
        (b"#ifdef NOWHERE\n#include <nowhere.h>\n#else\n#include <stdio.h>\n#endif\n#include <Python.h>\n", 1),
        (b"#ifndef NOWHERE\n#include <Python.h>\n#else\n#error none\n#endif\n", 1),
        (b"#ifdef NOWHERE\n#define MINE 1\ntypedef int own;\n#endif\n#include <Python.h>\n", 1),
        # Code between them, in a group that is read.
        (b"#ifndef NOWHERE\ntypedef int own;\n#endif\n#include <Python.h>\n", 0),
        (b"#ifndef NOWHERE\ntypedef int own;\n#else\nint other;\n#endif\n#include <Python.h>\n", 0),
        # Groups that aren't closed, or never opened; and what ends within one.
        (b'#ifndef NOWHERE\n#include "own.h"\n#endif\n#include <Python.h>\n', 0),
        (b"#endif\n#include <Python.h>\n", 0),
        (b"#ifndef NOWHERE\n#include <Python.h>\nint last;\n#endif\n", 0),
        # pyconfig.h defines it as well: which value it has depends on the order.
        (b"#define _GNU_SOURCE\n#include <Python.h>\n", 0),
        (b"typedef int own;\n#include <Python.h>\n", 0),
        (b'typedef int own;\n#include "own.h"\n', 0),
        (b"\xef\xbb\xbf#include <Python.h>\nint first;\n#include <assert.h>\n", 1),
        (b'#define HEADER "Python.h"\n#include HEADER\n', 0),
        (b'#include <Python.h>\n#include "' + b"x" * 5000 + b'.h"\n', 1),
        (b"#include <assert.h>\n#include <Python.h>\n#define NDEBUG\n#include <assert.h>\n", 1),
    ],
)
@pytest.mark.parametrize("language", ["c", "c++"])
def test_the_facts_are_the_same(parsed: Parse, options: ParseOptions, prefix: bytes, count: int, language: str) -> None:
    files = {"own.h": b"#include <Python.h>\n"}
    plain = parsed(prefix + REST, language=language, files=files)

    assert plain == twice(parsed, options, prefix + REST, language=language, files=files)
    assert count == made(options)
    assert plain.has_python


def test_headers_of_the_project_are_followed_and_their_facts_kept(parsed: Parse, options: ParseOptions) -> None:
    own = b"#ifndef OWN_H\n#define OWN_H\n#define PY_SSIZE_T_CLEAN\n#include <Python.h>\nextern int shared;\n#endif\n"
    files = {"own.h": own}
    plain = parsed(b'#include "own.h"\n#include "own.h"\n' + REST, files=files)

    assert plain == twice(parsed, options, b'#include "own.h"\n#include "own.h"\n' + REST, files=files)
    assert made(options) == 1
    assert "shared" in {item.name for item in plain.declarations}


def test_contents_in_memory_count(parsed: Parse, options: ParseOptions) -> None:
    files = {"own.h": b"#include <Python.h>\n"}
    unsaved = {"own.h": b"#define Py_LIMITED_API 0x03090000\n#include <Python.h>\n"}
    text = b'#include "own.h"\n#ifdef Py_LIMITED_API\nint limited;\n#endif\n'
    twice(parsed, options, text, files=files)

    assert parsed(text, files=files, unsaved=unsaved) == twice(parsed, options, text, files=files, unsaved=unsaved)
    assert made(options) == 2


def test_other_macros_are_other_headers(parsed: Parse, options: ParseOptions) -> None:
    text = b"#include <Python.h>\n#ifdef Py_LIMITED_API\nint limited;\n#endif\n"
    twice(parsed, options, text)

    found = twice(parsed, options, text, "-DPy_LIMITED_API=0x03090000")

    assert ["limited"] == [item.name for item in found.declarations]
    assert made(options) == 2


def test_a_header_of_the_project_that_hides_another_counts(
    parsed: Parse, options: ParseOptions, tmp_path: Path
) -> None:
    text = b"#include <string.h>\n#include <Python.h>\n#ifdef HIDDEN\nint hidden;\n#endif\n"
    folder = f"-I{tmp_path / 'include'}"
    files = {"include/other.h": b""}
    twice(parsed, options, text, folder, files=files)
    files["include/string.h"] = b"#define HIDDEN\n#include_next <string.h>\n"

    found = twice(parsed, options, text, folder, files=files)

    assert ["hidden"] == [item.name for item in found.declarations]


def test_a_changed_header_is_read_again(parsed: Parse, options: ParseOptions, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (outside / "other.h").write_bytes(b"#define OTHER 1\n")
    text = b"#include <other.h>\n#include <Python.h>\n#if OTHER == 2\nint two;\n#endif\n"
    assert () == twice(parsed, options, text, f"-I{outside}").declarations
    moment = os.stat(outside).st_mtime_ns
    (outside / "other.h").write_bytes(b"#define OTHER 2 /* longer */\n")
    os.utime(outside, ns=(moment, moment))

    found = parsed(text, f"-I{outside}", options=options)

    assert ["two"] == [item.name for item in found.declarations]


@pytest.mark.parametrize("damage", [b"", b"CPCH", None])
def test_a_damaged_file_is_made_again(
    parsed: Parse, options: ParseOptions, monkeypatch: pytest.MonkeyPatch, damage: bytes | None
) -> None:
    text = b"#include <Python.h>\n" + REST
    plain = twice(parsed, options, text)
    assert options.precompiled is not None
    (file,) = options.precompiled.rglob("*.pch")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] + b"\0" + whole[len(whole) // 2 + 1 :] if damage is None else damage)
    monkeypatch.setattr(precompiled, "_SHELF", precompiled._Shelf())

    assert plain == twice(parsed, options, text)
    assert len(whole) == file.stat().st_size


def test_a_folder_that_cannot_be_written_does_no_harm(parsed: Parse, tmp_path: Path, options: ParseOptions) -> None:
    (tmp_path / "cache").write_bytes(b"a file")
    text = b"#include <Python.h>\n" + REST

    assert parsed(text) == twice(parsed, ParseOptions(precompiled=tmp_path / "cache"), text)


def test_they_count_as_part_of_the_cache(parsed: Parse, options: ParseOptions) -> None:
    twice(parsed, options, b"#include <Python.h>\n")
    assert options.precompiled is not None
    store = Store(options.precompiled, HEADERS)

    assert store.info().size > 100_000
    store.clear()

    assert made(options) == 0


def test_a_long_file_that_reads_no_python_h_is_given_up_soon(tmp_path: Path) -> None:
    unit = tmp_path / "m.c"
    unit.write_bytes(b'#include "own.h"\nint rest;\n')
    (tmp_path / "own.h").write_bytes(b"#pragma once\n" + b" \t/* x *//\n // y\n\n" * 4000 + b"static int a;\n")

    assert prefixes_of(unit, tmp_path, [], {}) == ()


def test_nothing_before_python_h_is_left_out(tmp_path: Path) -> None:
    unit = tmp_path / "m.c"
    unit.write_bytes(b'#define A 1\n#include <stdio.h>\n#include "own.h"\n#include <string.h>\nint rest;\n')
    (tmp_path / "own.h").write_bytes(b"#pragma once\n#undef B\n#include <Python.h>\n")

    lines = (b"#define A 1", b"#include <stdio.h>", b"#undef B", b"#include <Python.h>", b"#include <string.h>")
    names = frozenset(("A", "B"))
    assert (Prefix(lines, names), Prefix(lines[:-1], names)) == prefixes_of(unit, tmp_path, [], {})


@pytest.mark.parametrize("folder", sorted(path.parent for path in EXTENSIONS.glob("*/module.c")), ids=lambda p: p.name)
def test_the_facts_of_our_extensions_are_the_same(folder: Path, shared: ParseOptions, passed: Passed) -> None:
    files = [(path.name, path.read_bytes()) for path in sorted(folder.iterdir()) if path.suffix in (".c", ".h")]
    for path in sorted(folder.glob("*.c")):
        unit = Unit(path, (), "c")
        facts = ("precompiled", path.name, files, parsing())
        assert passed.once(facts, partial(is_same, unit, folder, shared), bool)


def is_same(unit: Unit, folder: Path, shared: ParseOptions) -> bool:
    return parse(unit, folder) == parse(unit, folder, shared)


def test_units_that_go_on_differently_share_what_ends_with_python_h(parsed: Parse, options: ParseOptions) -> None:
    first, second, third = (b"#include <Python.h>\n#include <%s.h>\n" % name + REST for name in (b"a", b"b", b"c"))
    assert options.precompiled is not None
    outside = options.precompiled.parent.parent / f"{options.precompiled.parent.name}-headers"
    outside.mkdir()
    for name in "abc":
        (outside / f"{name}.h").write_bytes(b"typedef int %s_t;\n" % name.encode())
    for text in (first, second):
        parsed(text, f"-I{outside}", options=options)

    assert parsed(third, f"-I{outside}") == parsed(third, f"-I{outside}", options=options)
    assert made(options) == 1


def test_a_python_inside_the_project_is_none_of_its_files(parsed: Parse, options: ParseOptions, tmp_path: Path) -> None:
    folder = tmp_path / "Include"
    folder.mkdir()
    (folder / "Python.h").write_bytes(b'#define PyAPI 1\n#include "pyconfig.h"\ntypedef int PyObject;\n')
    (tmp_path / "pyconfig.h").write_bytes(b"#define HAVE_IT 1\n")
    here = (f"-I{folder}", f"-I{tmp_path}")
    plain = parsed(b"#include <Python.h>\nPyObject one = PyAPI + HAVE_IT;\n", *here)

    assert plain == twice(parsed, options, b"#include <Python.h>\nPyObject one = PyAPI + HAVE_IT;\n", *here)
    assert made(options) == 1
    assert [item.name for item in plain.declarations] == ["one"]
    assert not plain.macros


def test_headers_that_cannot_be_parsed_beforehand_are_tried_once(
    parsed: Parse, options: ParseOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b"#ifdef Py_PYTHON_H\n#define MINE 1\n#endif\n#include <Python.h>\n" + REST
    twice(parsed, options, text)
    monkeypatch.setattr(precompiled, "_SHELF", precompiled._Shelf())
    monkeypatch.setattr(precompiled, "_made", lambda *given: pytest.fail("it was tried again"))

    assert parsed(text) == twice(parsed, options, text)


def test_a_header_without_a_guard_is_followed_once(tmp_path: Path) -> None:
    unit = tmp_path / "m.c"
    unit.write_bytes(b'#include "on.h"\n#include <a.h>\n#include "off.h"\n#include "on.h"\n#include <b.h>\n')
    (tmp_path / "on.h").write_bytes(b"#define ON 1\n")
    (tmp_path / "off.h").write_bytes(b"#undef ON\n")

    assert (Prefix((b"#define ON 1", b"#include <a.h>"), frozenset(("ON",))),) == prefixes_of(unit, tmp_path, [], {})


def test_a_cache_behind_a_link_is_looked_at_as_closely(parsed: Parse, options: ParseOptions, tmp_path: Path) -> None:
    assert options.precompiled is not None
    (tmp_path / "elsewhere").mkdir()
    options.precompiled.symlink_to(tmp_path / "elsewhere")
    text = b"#ifdef Py_PYTHON_H\n#define MINE 1\n#endif\n#include <Python.h>\n" + REST

    assert parsed(text) == twice(parsed, options, text)
    assert made(ParseOptions(precompiled=tmp_path / "elsewhere")) == 0
