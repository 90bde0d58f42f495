import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from unstatic.cparse import MissingHeader, ParsedUnit, ParseOptions, check, errors_in, missing_headers, parse
from unstatic.errors import ParseError
from unstatic.text.source import Span

Parse = Callable[..., ParsedUnit]


@dataclass(frozen=True)
class Unit:
    path: Path
    arguments: tuple[str, ...] = ()
    language: str = "c"


def variables(unit: ParsedUnit) -> list[str]:
    return [item.name for item in unit.declarations]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("int x;\n".encode("utf-16"), "is UTF-16"),
        (b"\x7fELF\0\0\1", "is binary"),
    ],
)
def test_what_cannot_be_c_is_refused(parsed: Parse, data: bytes, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parsed(data)


def test_an_empty_file_is_a_unit_without_python(parsed: Parse) -> None:
    unit = parsed(b"\n")

    assert not unit.has_python and not unit.declarations


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"gone\.c: no such file"):
        parse(Unit(tmp_path / "gone.c"), tmp_path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="is a folder"):
        parse(Unit(tmp_path), tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.c").symlink_to("b.c")
    (tmp_path / "b.c").symlink_to("a.c")

    with pytest.raises(ParseError, match=r"a\.c: can't be read"):
        parse(Unit(tmp_path / "a.c"), tmp_path)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a user who may not read everything")
def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_bytes(b"int x;\n")
    (tmp_path / "a.c").chmod(0)

    with pytest.raises(ParseError, match="permission denied"):
        parse(Unit(tmp_path / "a.c"), tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
def test_a_link_has_the_facts_of_the_real_file_and_the_headers_of_its_own_folder(tmp_path: Path) -> None:
    for name, text in {"real/m.c": b'#include "h.h"\n', "real/h.h": b"int far;\n", "link/h.h": b"int near;\n"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(text)
    (tmp_path / "link" / "m.c").symlink_to("../real/m.c")
    unit = parse(Unit(tmp_path / "link" / "m.c"), tmp_path)

    assert tmp_path.resolve() / "real" / "m.c" == unit.path
    assert ["near"] == variables(unit)


def test_relative_paths_count_from_the_root(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "h.h").write_bytes(b"int n;\n")
    (tmp_path / "m.c").write_bytes(b"#include <h.h>\n")

    assert ["n"] == variables(parse(Unit(Path("m.c"), ("-I", "inc")), tmp_path))
    assert ["n"] == variables(parse(Unit(Path("m.c"), ("-Iinc",)), tmp_path))
    assert ["n"] == variables(parse(Unit(Path("m.c"), ("-include", "inc/h.h", "-iquote", "inc", "-Iinc")), tmp_path))


def test_arguments_that_change_the_meaning_are_kept_and_others_dropped(parsed: Parse) -> None:
    arguments = (
        "-O2",
        "-march=native",
        "-Wall",
        "-fPIC",
        "-DA=1",
        "-D",
        "B",
        "-UC",
        "-pthread",
        "-nosuchoption",
        "-o",
        "x",
    )
    text = b"#if A && defined B && !defined C && !defined __OPTIMIZE__\nint yes;\n#endif\n"

    assert ["yes"] == variables(parsed(text, *arguments))


def test_the_standard_of_the_other_language_is_dropped(parsed: Parse) -> None:
    text = b"#if __STDC_VERSION__ == 201710L\nint yes;\n#endif\n"

    assert ["yes"] == variables(parsed(text, "-std=c++17"))
    assert ["yes"] == variables(parsed(text.replace(b"201710", b"201112"), "-std=c++17", "-std=c11"))


def test_an_unknown_standard_is_refused_with_the_arguments(parsed: Parse) -> None:
    with pytest.raises(ParseError, match="-std=c0"):
        parsed(b"int x;\n", "-std=c0")


def test_contents_in_memory_replace_those_on_disk(parsed: Parse) -> None:
    unit = parsed(
        b'#include "h.h"\nint old;\n',
        files={"h.h": b"int before;\n"},
        unsaved={
            "m.c": b'#include "h.h"\n#include "new.h"\nint x;\n',
            "h.h": b"int longer_than_before;\n",
            "new.h": b"int n;\n",
        },
    )

    assert ["longer_than_before", "x", "n"] == variables(unit)
    assert b"int n;\n" == unit.files[unit.path.with_name("new.h")].data


def test_files_outside_the_root_are_not_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "outside.h").write_bytes(b"extern int n;\n")
    (tmp_path / "root").mkdir()
    path = tmp_path / "root" / "m.c"
    path.write_bytes(b'#include "../outside.h"\nint *p = &n;\n')
    unit = parse(Unit(path), path.parent)

    assert [path.resolve()] == list(unit.files)
    assert ["p"] == variables(unit)
    assert ["n"] == [use.symbol for use in unit.references]


def test_virtual_environments_are_not_of_the_project(tmp_path: Path) -> None:
    for name, text in {
        "venv/pyvenv.cfg": b"",
        "venv/inc/h.h": b"int n;\n",
        "m.c": b'#include "venv/inc/h.h"\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text)

    assert [] == variables(parse(Unit(tmp_path / "m.c"), tmp_path))


def test_pythons_own_folder_is_not_of_the_project(parsed: Parse, tmp_path: Path) -> None:
    files = {"py/Python.h": b'#include "object.h"\n', "py/object.h": b"int n;\n"}
    unit = parsed(b"#include <Python.h>\nint x;\n", "-Ipy", files=files)

    assert ["x"] == variables(unit)
    assert unit.has_python


def test_a_missing_header_is_recorded_and_the_rest_is_read(parsed: Parse) -> None:
    unit = parsed(b'#include <zlib-is-not-here.h>\n#include "made.h"\nint x;\n')

    assert ["x"] == variables(unit)
    assert [("zlib-is-not-here.h", 0), ("made.h", 30)] == [
        (item.name, item.offset - item.offset % 10) for item in missing_headers(unit)
    ]
    with pytest.raises(MissingHeader, match=r"m\.c:1: header zlib-is-not-here\.h not found: .*-I DIR"):
        check(unit)


def test_a_known_header_comes_with_the_package_to_install() -> None:
    assert "zlib1g-dev" in str(MissingHeader("zlib.h", "m.c:2"))


def test_nothing_missing_passes_the_check(parsed: Parse) -> None:
    check(parsed(b"#include <stddef.h>\nint x;\n"))


def test_a_missing_python_h_always_raises(parsed: Parse, tmp_path: Path) -> None:
    with pytest.raises(MissingHeader, match=r"m\.c:2: header Python\.h not found: .*python3-dev.*--python-include DIR"):
        parsed(b"int x;\n#include <Python.h>\n", options=ParseOptions(python_include=(tmp_path / "none",)))


def test_errors_are_found_by_place(parsed: Parse) -> None:
    text = b"int f(void) { return unknown; }\nint g(void) { return 0; }\n"
    unit = parsed(text)
    second = text.index(b"int g")

    assert ["use of undeclared identifier 'unknown'"] == [
        item.message for item in errors_in(unit, unit.path, Span(0, second))
    ]
    assert () == errors_in(unit, unit.path, Span(second, len(text)))


def test_more_than_twenty_errors_are_all_there(parsed: Parse) -> None:
    assert 30 == len(parsed(b"int x = unknown;\n" * 30).diagnostics)


def test_a_missing_library_file_is_refused(tmp_path: Path, parsed: Parse) -> None:
    with pytest.raises(ParseError, match="no such library file"):
        parsed(b"int x;\n", options=ParseOptions(libclang=tmp_path / "libclang.so"))


def test_a_file_that_is_no_library_is_refused(tmp_path: Path, parsed: Parse) -> None:
    (tmp_path / "libclang.so").write_bytes(b"no library\n")

    with pytest.raises(ParseError, match="can't be loaded as libclang"):
        parsed(b"int x;\n", options=ParseOptions(libclang=tmp_path / "libclang.so"))


@pytest.mark.skipif("UNSTATIC_TEST_LIBCLANG" not in os.environ, reason="UNSTATIC_TEST_LIBCLANG names no other libclang")
def test_another_library_yields_the_same_facts(parsed: Parse) -> None:
    text = b'#include <Python.h>\nstatic PyTypeObject T = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = PyDoc_STR("T")};\n'
    other = parsed(text, options=ParseOptions(libclang=Path(os.environ["UNSTATIC_TEST_LIBCLANG"])))
    own = parsed(text)

    assert own == other


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
def test_contents_in_memory_reach_files_through_links(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "m.c").write_bytes(b"int old;\n")
    (tmp_path / "real" / "h.h").write_bytes(b"int before;\n")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "m.c").symlink_to("real/m.c")
    real = tmp_path.resolve() / "real"
    memory = {real / "m.c": b"#include <h.h>\nint x;\n", real / "h.h": b"int n;\n"}
    unit = parse(Unit(tmp_path / "m.c", ("-Ilink",)), tmp_path, None, memory)

    assert {real / "m.c": ["x"], real / "h.h": ["n"]} == {
        path: [item.name for item in unit.declarations if item.path == path] for path in unit.files
    }


def test_headers_of_cpp_are_found_beside_a_file_that_is_in_memory_alone(parsed: Parse) -> None:
    text = b'#include "state.h"\n#include <string_view>\nstd::string_view text;\n'

    unit = parsed(text, language="c++", unsaved={"state.h": b"int state;\n"})

    assert unit.diagnostics == ()
    assert {"state", "text"} == set(variables(unit))
