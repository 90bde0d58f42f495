"""Headers that no include directory holds are looked for where there is just one place for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic.project.discovery import missing, sources, stand_ins
from unstatic.project.discovery.formats import pc_files, pkgconfig
from unstatic.reading import made_headers, written_headers

SHELF = """prefix=/opt/none
includedir = {folder}
Name: shelf
Cflags: -I${{includedir}}/shelf-2 -DSHELF_THREADS
"""


@pytest.fixture(autouse=True)
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the only `.pc` files that there are."""
    libraries = tmp_path / "pkgconfig"
    libraries.mkdir()
    monkeypatch.setenv("PKG_CONFIG_LIBDIR", str(libraries))
    monkeypatch.delenv("PKG_CONFIG_PATH", raising=False)
    monkeypatch.setattr(sources, "SYSTEM", (str(tmp_path / "usr"), str(tmp_path / "local"), ""))
    for cached in (pkgconfig.needs, pc_files._folders, missing._places_in, missing._system_folders):
        cached.cache_clear()
    return libraries


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def put(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def found(name: str, root: Path, known: tuple[str, ...] = ()) -> list[str]:
    return [argument for one in missing.find([name], root, known) for argument in one.arguments]


def test_a_folder_of_the_project(root: Path) -> None:
    put(root / "include" / "box" / "box.h")

    assert ["-idirafter", str(root / "include")] == found("box/box.h", root)


def test_two_folders_of_the_project_are_no_answer(root: Path) -> None:
    put(root / "linux" / "box.h")
    put(root / "windows" / "box.h")

    assert [] == found("box.h", root)


def test_a_link_out_of_the_project_is_no_answer(root: Path, tmp_path: Path) -> None:
    put(tmp_path / "secret.h")
    (root / "include").mkdir()
    (root / "include" / "box.h").symlink_to(tmp_path / "secret.h")

    assert [] == found("box.h", root)


@pytest.mark.parametrize("name", ["../box.h", "a/../../box.h", "/etc/box.h", "", "."])
def test_names_that_lead_elsewhere_are_no_question(root: Path, name: str) -> None:
    put(root / "include" / "box.h")

    assert [] == found(name, root)


def test_a_library_of_the_system(root: Path, system: Path, tmp_path: Path) -> None:
    put(tmp_path / "headers" / "shelf-2" / "shelf.h")
    put(system / "shelf.pc", SHELF.format(folder=tmp_path / "headers"))
    (one,) = missing.find(["shelf.h"], root, ())

    assert ("-idirafter", str(tmp_path / "headers" / "shelf-2")) == one.arguments[:2]
    assert f"header shelf.h was looked for, and found where shelf.pc says: {one.arguments[1]}" == one.note


def test_what_is_known_is_not_given_again(root: Path, system: Path, tmp_path: Path) -> None:
    put(tmp_path / "headers" / "shelf-2" / "shelf.h")
    put(system / "shelf.pc", SHELF.format(folder=tmp_path / "headers"))
    known = tuple(found("shelf.h", root))

    assert [] == found("shelf.h", root, known)


def test_the_library_that_others_build_on(root: Path, system: Path, tmp_path: Path) -> None:
    put(tmp_path / "headers" / "shelf-2" / "shelf.h")
    for name in ("shelf_image", "shelf"):
        put(system / f"{name}.pc", SHELF.format(folder=tmp_path / "headers"))
    (one,) = missing.find(["shelf.h"], root, ())

    assert "where shelf.pc says" in one.note


def test_two_libraries_are_no_answer(root: Path, system: Path, tmp_path: Path) -> None:
    for version in ("1", "2"):
        put(tmp_path / version / "shelf-2" / "shelf.h")
        put(system / f"shelf{version}.pc", SHELF.format(folder=tmp_path / version))

    assert [] == found("shelf.h", root)


def test_headers_of_the_systems_python_are_no_answer(root: Path, system: Path, tmp_path: Path) -> None:
    put(tmp_path / "headers" / "shelf-2" / "longintrepr.h")
    put(system / "python3.pc", SHELF.format(folder=tmp_path / "headers"))

    assert [] == found("longintrepr.h", root)


@pytest.mark.parametrize("value", ["${prefix}", "${a}${a}", "x" * 100_000])
def test_endless_values(root: Path, system: Path, value: str) -> None:
    put(system / "shelf.pc", f"prefix={value}\na=${{prefix}}${{prefix}}\nCflags: -I${{a}}/x\n")

    assert [] == found("shelf.h", root)


def test_a_folder_below_those_that_are_always_searched(root: Path, tmp_path: Path) -> None:
    put(tmp_path / "usr" / "shelves" / "shelf.h")

    assert ["-idirafter", str(tmp_path / "usr" / "shelves")] == found("shelf.h", root)


def test_what_the_build_makes_is_not_looked_for_elsewhere(root: Path, tmp_path: Path) -> None:
    put(tmp_path / "usr" / "shelves" / "shelf.h")
    put(root / "src" / "shelf.h.in")

    assert [] == found("shelf.h", root)


@pytest.mark.parametrize("name", ["config.h", "shelf-config.h", "pyconfig.h"])
def test_the_configuration_of_others_is_no_answer(root: Path, tmp_path: Path, name: str) -> None:
    put(tmp_path / "usr" / "shelves" / name)

    assert [] == found(name, root)


def test_an_installed_package(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "site" / "shelfpkg" / "__init__.py", "raise SystemExit('nothing is imported')")
    put(tmp_path / "site" / "shelfpkg" / "include" / "shelfpkg" / "shelf.h")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))

    assert ["-idirafter", str(tmp_path / "site" / "shelfpkg" / "include")] == found("shelfpkg/shelf.h", root)


def test_a_header_of_the_project_is_no_librarys(root: Path, tmp_path: Path) -> None:
    put(tmp_path / "usr" / "shelves" / "list.h")

    assert () == missing.find(["list.h"], root, (), frozenset({"list.h"}))


@pytest.mark.parametrize(
    ("name", "expected"), [("list.h", True), ("shelf.h", False), ("SDL.h", False), ("any/list.h", False)]
)
def test_headers_called_as_a_library(name: str, expected: bool) -> None:
    assert expected == missing.is_own(name, ("shelf", "SDL2", "libother"))


def test_a_header_in_quotes_of_a_library_that_setup_py_names(root: Path, system: Path, tmp_path: Path) -> None:
    put(tmp_path / "headers" / "shelf-2" / "box.h")
    put(system / "shelf.pc", SHELF.format(folder=tmp_path / "headers"))
    own = frozenset({"box.h"})

    assert () == missing.find(["box.h"], root, (), own)
    put(root / "setup.py", "for name in ['crate', 'shelf']: print(name)")
    (one,) = missing.find(["box.h"], root, (), own)
    assert "where shelf.pc says" in one.note


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lines = ['#define A 1']\nopen('probe.h', 'w').writelines(lines)", "probe.py"),
        ("Path('src/probe.h').write_text('#define A 1')", "probe.py"),
        ("open('other.h', 'w').write('#define A 1')", ""),
        ("open('probe.h', 'w').write('int a;')", ""),
        ("print('#define A 1', 'probe.h')", ""),
    ],
)
def test_a_header_that_a_script_writes(root: Path, text: str, expected: str) -> None:
    put(root / "probe.py", text)
    stand_ins.build_files.cache_clear()

    assert expected == written_headers.maker_of("probe.h", root)


@pytest.mark.parametrize(
    ("name", "text", "template", "is_known"),
    [
        ("configure.ac", "AC_CONFIG_HEADERS([config.h])", "/* Whether. */\n#undef HAVE_ACL\n", True),
        ("configure.ac", "AC_CONFIG_HEADERS([lib/config.h:lib/config.in])", None, True),
        ("configure.ac", "AC_CONFIG_FILES([config.h.sh])", None, False),
        ("meson.build", "configure_file(output : 'config.h', configuration : set({'A': f(1)}))", None, True),
        ("meson.build", "configure_file(output : 'myconfig.h', configuration : data)", None, False),
        ("CMakeLists.txt", "CONFIGURE_FILE(src/config.h.in ${CMAKE_BINARY_DIR}/config.h)", "#define V @V@\n", True),
        ("CMakeLists.txt", "configure_file(config.h.in config.h)", "#cmakedefine A\nint answer(void);\n", False),
        ("wscript", "conf.write_config_header('config.h')", None, True),
    ],
)
def test_a_header_that_a_configuration_writes(
    root: Path, name: str, text: str, template: str | None, is_known: bool
) -> None:
    put(root / name, text)
    if template is not None:
        put(root / "src" / "config.h.in", template)
    stand_ins.build_files.cache_clear()

    assert (name if is_known else "") == written_headers.maker_of("config.h", root)


def test_a_header_is_made_of_its_template() -> None:
    template = b"""#include <glib.h>
#cmakedefine HAVE_ZLIB 1
#cmakedefine01 HAVE_BZ2
#mesondefine HAVE_LZMA
#define MAJOR @MAJOR@ /* @MAJOR@ */
#define TEXT "v@MAJOR@.${MINOR}"
@DECLARES_TYPES@
/** @param size The size. @returns Nothing. */
void box_open(int size);
"""
    text = made_headers.made_text(template).decode()

    assert text.splitlines() == [
        "#include <glib.h>",
        "#",
        "#define HAVE_BZ2 0",
        "#",
        "#define MAJOR 0 /* 0 */",
        '#define TEXT "v."',
        "",
        "/** @param size The size. @returns Nothing. */",
        "void box_open(int size);",
    ]


@pytest.mark.parametrize(
    ("name", "text", "templates", "is_made"),
    [
        ("box/version.h", "AC_CONFIG_FILES([\n\tMakefile\n\tinclude/box/version.h\n])", ["include/box"], True),
        ("version.h", "configure_file(version.h.in ${CMAKE_BINARY_DIR}/version.h)", ["include/box"], True),
        ("lid/version.h", "AC_CONFIG_FILES([include/box/version.h])", ["include/box"], False),
        ("version.h", "AC_CONFIG_FILES([a/version.h b/version.h])", ["a", "b"], False),
        ("version.h", "AC_INIT([box])", ["include/box"], False),
        ("../version.h", "AC_CONFIG_FILES([include/box/version.h])", ["include/box"], False),
    ],
)
def test_a_template_stands_in_for_what_is_made_of_it(
    root: Path, tmp_path: Path, name: str, text: str, templates: list[str], is_made: bool
) -> None:
    put(root / ("CMakeLists.txt" if "configure_file" in text else "configure.ac"), text)
    for folder in templates:
        put(root / folder / "version.h.in", "#define VERSION @VERSION@\n")
    stand_ins.build_files.cache_clear()

    found = list(made_headers.made_headers([name], root, tmp_path / "cache", ()))

    assert is_made == bool(found)
    for one in found:
        first, place, second, beside = one.arguments
        assert (first, second, beside) == ("-idirafter", "-idirafter", str(root / templates[0]))
        assert (Path(place) / name).read_text() == "#define VERSION 0\n"
        assert "version.h.in was read as if all it asks for were zero" in one.note
        assert not list(made_headers.made_headers([name], root, tmp_path / "cache", one.arguments))
    taken = tmp_path / "file"
    taken.touch()
    assert not list(made_headers.made_headers([name], root, taken, ()))


def test_texts_that_autoconf_defines_by_itself(root: Path) -> None:
    put(root / "configure.ac", "AC_INIT([box], [1.0])")
    stand_ins.build_files.cache_clear()
    named = ["PACKAGE_NAME", "BOX_NAME", "VERSION"]

    found = stand_ins.find(named, root, [b"puts(PACKAGE_NAME);"], ())

    assert ['-DPACKAGE_NAME=""', '-DVERSION=""'] == [argument for one in found for argument in one.arguments]
    assert found[0].note.startswith("the macro PACKAGE_NAME has a value in configure.ac")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("CMakeLists.txt", "if (WIN32)\n  set(LINE_SIZE 64)\nelse()\n  execute_process(x LINE_SIZE)\nendif()", "64"),
        ("CMakeLists.txt", "set(LINE_SIZE ${found})\nset(LINE_SIZES 64)", "0"),
        ("configure.ac", "AC_DEFINE([LINE_SIZE], [128], [bytes])", "128"),
        ("configure.ac", "AC_DEFINE([LINE_SIZE], [1], [whether])", "0"),
        ("build.py", "define_macros=[('LINE_SIZE', size or '32')]", "0"),
        ("build.py", "define_macros=[('LINE_SIZE', '32')]", "32"),
        ("Makefile", "CFLAGS += -DLINE_SIZE=16", "16"),
    ],
)
def test_a_number_that_another_platform_has(root: Path, name: str, text: str, expected: str) -> None:
    put(root / name, text)
    stand_ins.build_files.cache_clear()
    (found,) = stand_ins.find(["LINE_SIZE"], root, [b"char line[LINE_SIZE];"], ())

    assert (f"-DLINE_SIZE={expected}",) == found.arguments
    assert f"{expected} was taken" in found.note


def test_a_header_that_python_moved(root: Path, tmp_path: Path) -> None:
    put(tmp_path / "python3.11" / "cpython" / "longintrepr.h")
    (one,) = missing.find(["longintrepr.h", "other.h"], root, (), python=tmp_path / "python3.11")

    assert ("-idirafter", str(tmp_path / "python3.11" / "cpython")) == one.arguments
    assert () == missing.find(["longintrepr.h"], root, (), python=None)
