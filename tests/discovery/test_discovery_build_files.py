"""Build files other than setup.py."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from unstatic.project.discovery import build_files
from unstatic.project.discovery.declared import Declared


def read(root: Path, files: dict[str, str]) -> list[Declared]:
    """Return what is declared in a project of these files; C sources are empty."""
    for name, text in {"a.c": "", "src/b.c": "", **files}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return list(build_files.read(root))


def names(found: Declared, root: Path) -> list[str]:
    """Return the sources, relative to the project."""
    return [str(path.relative_to(root)) for path in found.sources]


def test_pyproject(tmp_path: Path) -> None:
    text = """
    [[tool.setuptools.ext-modules]]
    name = "p.e"
    sources = ["./a.c", "src/b.c"]
    include-dirs = ["src"]
    define-macros = [["A", "1"]]
    """
    (found,) = read(tmp_path, {"pyproject.toml": text})

    assert (found.name, names(found, tmp_path)) == ("p.e", ["a.c", "src/b.c"])
    assert found.arguments == ("-DA=1", f"-I{tmp_path}/src")


def test_build_options_of_setup_cfg(tmp_path: Path) -> None:
    files = {
        "setup.py": "import setuptools\nsetuptools.setup(ext_modules=[setuptools.Extension('e', ['a.c'])])\n",
        "setup.cfg": "[build_ext]\ndefine = A,B=1\nundef = C\ninclude-dirs = src:inc\n",
    }
    (found,) = read(tmp_path, files)

    assert found.arguments == ("-DA", "-DB=1", "-UC", f"-I{tmp_path}/src", f"-I{tmp_path}/inc")


def test_broken_files_declare_nothing(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "[",
        "setup.cfg": "x",
        "setup.py": "(",
        "meson.build": "py.(['",
        "CMakeLists.txt": "set(",
    }

    assert read(tmp_path, files) == []


def test_meson(tmp_path: Path) -> None:
    main = """
    project('x', 'c', version: run_command('cat', 'V').stdout().strip())
    py = import('python').find_installation(pure: false)  # a comment (
    inc = include_directories('src')
    shared = files('a.c')
    if host_machine.system() == 'linux'
      shared += ['gen.c']
    endif
    subdir('src')
    py.extension_module('_e', shared, include_directories: [inc, unknown], c_args: ['-DX=1', '-O2'], subdir: 'p/q')
    """
    inner = (
        "foreach m : ['x']\n  message('@0@'.format(m))\nendforeach\npy.extension_module('_b', 'b.c', install: true)\n"
    )
    inner_module, module = read(tmp_path, {"meson.build": main, "src/meson.build": inner})

    assert (inner_module.name, names(inner_module, tmp_path)) == ("_b", ["src/b.c"])
    assert (module.name, names(module, tmp_path)) == ("p.q._e", ["a.c"])
    assert module.arguments == (f"-I{tmp_path}/src", "-DX=1")
    assert module.notes == ("source gen.c doesn't exist: the build may generate it",)


def test_cmake(tmp_path: Path) -> None:
    text = """
    #[[ Python_add_library(no MODULE a.c) ]] # nor (this
    find_package(Python COMPONENTS Interpreter Development.Module REQUIRED)
    set(SOURCES a.c "${CMAKE_CURRENT_SOURCE_DIR}/src/b.c")
    add_library(plain STATIC a.c)
    target_sources(plain PRIVATE a.c)
    Python_add_library(_core MODULE ${SOURCES} WITH_SOABI)
    target_include_directories(_core PRIVATE src ${UNKNOWN})
    target_compile_definitions(_core PRIVATE V=${PROJECT_VERSION} FOO -DBAR=1 TEXT="a b" W="${UNKNOWN}")
    """
    (found,) = read(tmp_path, {"CMakeLists.txt": text})

    assert (found.name, found.is_guess, names(found, tmp_path)) == ("_core", True, ["a.c", "src/b.c"])
    assert found.arguments == ("-DFOO", "-DBAR=1", '-DTEXT="a b"', f"-I{tmp_path}/src")


@pytest.mark.skipif(sys.platform != "linux", reason="the conditions ask for the system")
def test_cmake_of_several_systems(tmp_path: Path) -> None:
    text = """
    Python_add_library(_core MODULE a.c)
    if(WIN32)
        target_compile_definitions(_core PRIVATE WIN32=1)
        target_sources(_core PRIVATE windows.c)
    elseif(APPLE)
        target_sources(_core PRIVATE apple.c)
    elseif(NOT APPLE AND (UNIX OR ((HAVE_IT))))
        target_sources(_core PRIVATE unix.c)
    else()
        target_sources(_core PRIVATE other.c)
    endif()
    if(CMAKE_SYSTEM_NAME STREQUAL "Windows" OR "${CMAKE_SYSTEM_NAME}" MATCHES "Darwin|FreeBSD")
        target_compile_definitions(_core PRIVATE ELSEWHERE)
    elseif(DEFINED HAVE_IT)
        target_compile_definitions(_core PRIVATE MAYBE)
        if(MSVC AND HAVE_IT)
            target_compile_definitions(_core PRIVATE NEVER)
        endif()
    else()
        target_compile_definitions(_core PRIVATE MAYBE_NOT)
    endif()
    """
    files = {f"{name}.c": "" for name in ("a", "windows", "apple", "unix", "other")}
    (found,) = read(tmp_path, {"CMakeLists.txt": text, **files})

    assert names(found, tmp_path) == ["a.c", "unix.c"]
    assert found.arguments == ("-DMAYBE", "-DMAYBE_NOT")


def test_folders_that_a_custom_build_may_add(tmp_path: Path) -> None:
    script = (
        "from setuptools import setup, Extension\nfrom setuptools.command.build_ext import build_ext\n"
        "class Build(build_ext):\n    pass\nsetup(ext_modules=[Extension('e', ['a.c'], include_dirs=['inc'])])\n"
    )
    files = {"a.c": '#include "deep/x.h"\n#include "y.h"\n#include "stdio.h"\n', "lib/deep/x.h": "", "inc/y.h": ""}
    (found,) = read(tmp_path, {"setup.py": script, "lib/stdio.h": "", **files})

    assert found.arguments == (f"-I{tmp_path}/inc", "-idirafter", f"{tmp_path}/lib")
    assert found.notes[-1] == "include directories guessed from what is included: lib"


def test_headers_that_the_build_makes_are_not_looked_for(tmp_path: Path) -> None:
    script = (
        "from setuptools import setup, Extension\nfrom setuptools.command.build_ext import build_ext\n"
        "class Build(build_ext):\n    pass\nsetup(ext_modules=[Extension('e', ['a.c'])])\n"
    )
    files = {"a.c": '#include "config.h"\n', "windows/config.h": "", "src/config.h.in": ""}
    (found,) = read(tmp_path, {"setup.py": script, **files})

    assert () == found.arguments


def test_a_header_found_through_its_includer_needs_no_folder(tmp_path: Path) -> None:
    script = "from setuptools import setup, Extension\nsetup(ext_modules=[Extension('e', ['src/a.c'])])\n"
    files = {"src/a.c": '#include "../common/x.h"\n', "common/x.h": ""}
    (found,) = read(tmp_path, {"setup.py": script.replace("['src/a.c']", "['src/a.c'], include_dirs=INC"), **files})

    assert found.arguments == ()


def test_libraries_of_pyproject_and_setup_cfg(tmp_path: Path) -> None:
    text = """
    [[tool.setuptools.ext-modules]]
    name = "e"
    sources = ["a.c"]
    libraries = ["acl", "m"]
    extra-link-args = ["-lfoo"]
    """
    (found,) = read(tmp_path, {"pyproject.toml": text, "setup.cfg": "[build_ext]\nlibraries = z, acl\n  bz2\n"})

    assert found.libraries == ("acl", "m", "foo", "z", "bz2")
    assert found.notes == ()


def test_texts_of_meson(tmp_path: Path) -> None:
    main = """
    project('x', 'c', version: '1.29.2')
    parts = meson.project_version().split('.')
    micro = parts[2].to_int()
    name = 'shelf'
    py.extension_module('_e', 'a.c', c_args: ['-DMICRO=@0@'.format(micro), f'-DNAME=@name@', '-DTAG=@0@'.format(tag)])
    """
    (found,) = read(tmp_path, {"meson.build": main})

    assert ("-DMICRO=2", "-DNAME=shelf") == found.arguments
    assert ("the compiler arguments are known only in part",) == found.notes


def test_arguments_for_all_targets_of_meson(tmp_path: Path) -> None:
    main = """
    project('x', 'c')
    add_project_arguments(['-DALL', '-include', 'made.h'], language: 'c')
    add_project_arguments('-DVALA', language: 'vala')
    py.extension_module('_e', 'a.c', c_args: cc.get_supported_arguments('-DONE'))
    """
    (found,) = read(tmp_path, {"meson.build": main})

    assert ("-DONE", "-DALL") == found.arguments
    assert ("made.h, which sources include by an argument, doesn't exist: the build may make it",) == found.notes


def test_macros_of_a_branch_of_meson_are_left_out(tmp_path: Path) -> None:
    main = """
    project('x', 'c')
    options = ['-DALL']
    if get_option('old')
      options += ['-DOLD', '-std=c99']
      if cc.has_header('x.h')
      endif
      add_global_arguments('-DOLD_TOO', language: 'c')
    else
      options += '-DNEW'
    endif
    options += '-DLAST'
    py.extension_module('_e', 'a.c', c_args: options)
    """
    (found,) = read(tmp_path, {"meson.build": main})

    assert ("-DALL", "-std=c99", "-DLAST") == found.arguments


def test_macros_count_in_a_branch_that_declares_the_module(tmp_path: Path) -> None:
    main = """
    if not is_pypy
      options = ['-DALL']
      if host_machine.system() == 'windows'
        options += ['-DWINDOWS']
        sources += files('b.c')
      else
        options += ['-DUNIX']
      endif
      py.extension_module('_e', ['a.c'] + sources, c_args: options)
    endif
    """
    (found,) = read(tmp_path, {"meson.build": "sources = []\n" + main})

    assert (["a.c"], ("-DALL", "-DUNIX")) == (names(found, tmp_path), found.arguments)


@pytest.mark.parametrize("name", ["meson.options", "meson_options.txt"])
def test_options_of_meson(tmp_path: Path, name: str) -> None:
    options = """
    option('fast', type: 'boolean', description: 'Be fast')
    option('deep', type: 'boolean', value: false)
    option('wide', type: 'boolean', value: false)
    option('kind', type: 'combo', choices: ['a', 'b'], value: 'a')
    option('grown', type: 'feature', value: 'auto')
    """
    main = """
    options = []
    foreach one : []
    endforeach
    if get_option('fast')
      options += '-DFAST'
    endif
    if get_option('deep')
      options += '-DDEEP'
      sources += 'b.c'
    endif
    if get_option('wide') and get_option('kind') == 'b'
      options += '-DWIDE'
    endif
    if get_option('grown').enabled() or get_option('prefix') == '/usr'
      options += '-DGROWN'
    endif
    py.extension_module('_e', sources, c_args: options)
    """
    project = '[tool.meson-python.args]\nsetup = ["-Dwide=true", "-Dkind=b", "--vsenv", "-Dother=true"]\n'
    (found,) = read(tmp_path, {"meson.build": "sources = ['a.c']\n" + main, name: options, "pyproject.toml": project})

    assert (["a.c"], ("-DFAST", "-DWIDE")) == (names(found, tmp_path), found.arguments)


@pytest.mark.parametrize(
    ("version", "macro"), [("3.8", "-DPy_LIMITED_API=0x03080000"), ("3.11", "-DPy_LIMITED_API=0x030B0000")]
)
def test_limited_api_of_meson(tmp_path: Path, version: str, macro: str) -> None:
    main = f"py.extension_module('_e', 'a.c', limited_api: '{version}')"
    (found,) = read(tmp_path, {"meson.build": main})

    assert (macro,) == found.arguments


def test_limited_api_of_cmake(tmp_path: Path) -> None:
    text = "python_add_library(_e MODULE WITH_SOABI USE_SABI 3.11 a.c)\npython_add_library(_f MODULE b.c)\n"
    first, second = read(tmp_path, {"CMakeLists.txt": text})

    assert (("-DPy_LIMITED_API=0x030B0000",), ()) == (first.arguments, second.arguments)
    assert (["a.c"], ()) == (names(first, tmp_path), first.absent)


def test_branches_of_meson_for_other_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    main = """
    if host_machine.system() in ['windows', 'cygwin']
      plat = 'win'
    elif host_machine.system() == 'linux' and not (host_machine.system() == 'darwin')
      plat = 'linux'
      options = ['-DLINUX']
    elif host_machine.system() == 'emscripten'
      plat = 'emscripten-@0@'.format(get_option('kind'))
    else
      plat = 'unix'
    endif
    if plat.startswith('emscripten')
      py.extension_module('_e', 'a.c', 'b.c', c_args: ['-DONE_LIBRARY'])
      py.extension_module('_only_there', 'b.c')
    else
      subdir('src')
    endif
    if plat != 'linux' or unknown
      py.extension_module('_maybe', 'b.c', c_args: options)
    endif
    """
    files = {"meson.build": main, "src/meson.build": "py.extension_module('_e', '../a.c', c_args: options)\nendif\n"}
    found = read(tmp_path, files)

    assert {"_e", "_maybe", "_only_there"} == {one.name for one in found}
    assert len(found) == 3
    (own,) = (one for one in found if one.name == "_e")
    assert (["a.c"], ("-DLINUX",)) == (names(own, tmp_path), own.arguments)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("host_machine.system() == 'linux'", ["-DA"]),
        ("not (host_machine.system() == 'linux')", ["-DB"]),
        ("host_machine.system() not in ['linux', 'darwin']", ["-DB"]),
        ("host_machine.system() in ['darwin', unknown]", []),
        ("'linux' in unknown", []),
        ("host_machine.system().contains('inu') and host_machine.system().endswith('x')", ["-DA"]),
        ("unknown and host_machine.system() == 'windows'", ["-DB"]),
        ("unknown or host_machine.system() == 'linux'", ["-DA"]),
        ("host_machine.cpu() == 'x86'", []),
        ("not " * 5001 + "(host_machine.system() == 'linux')", ["-DB"]),
        ("(" * 500 + "host_machine.system() == 'linux'" + ")" * 500, []),
    ],
)
def test_conditions_of_meson(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, condition: str, expected: list[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    main = f"options = []\nif {condition}\n  options += '-DA'\nelse\n  options += '-DB'\nendif\n"
    (found,) = read(tmp_path, {"meson.build": main + "py.extension_module('_e', 'a.c', c_args: options)"})

    assert tuple(expected) == found.arguments


def test_setup_py_that_starts_meson(tmp_path: Path) -> None:
    files = {
        "setup.py": "import setuptools\nsetuptools.setup(ext_modules=[setuptools.Extension('p._e', ['a.c'])])\n",
        "meson.build": "py.extension_module('_e', 'a.c', 'src/b.c')\npy.extension_module('_other', 'a.c')",
    }
    (found,) = read(tmp_path, files)

    assert ("p._e", ["a.c", "src/b.c"]) == (found.name, names(found, tmp_path))


def test_libraries_of_meson(tmp_path: Path) -> None:
    text = """
    py = import('python').find_installation(pure: false)
    cc = meson.get_compiler('c')
    acl = dependency('acl', version: '>=2', required: true)
    parts = declare_dependency(dependencies: [cc.find_library('z', required: false)], include_directories: 'src')
    py.extension_module('e', 'a.c', dependencies: [py.dependency(), acl, dependency('threads')] + [parts],
      link_args: ['-lfoo', '-Wl,-O1'])
    """
    (found,) = read(tmp_path, {"meson.build": text})

    assert (found.libraries, found.notes) == (("acl", "pthread", "z", "foo"), ())


def test_unknown_libraries_of_meson(tmp_path: Path) -> None:
    text = """
    own = static_library('own', 'src/b.c')
    py.extension_module('x', 'a.c', dependencies: [dependency('acl'), dependency(get_option('name'))])
    py.extension_module('y', 'a.c', link_with: own)
    py.extension_module('z', 'a.c', dependencies: dependency('python-3.12'))
    """
    found = read(tmp_path, {"meson.build": text})

    missing = ("libraries it links may be missing",)
    assert [(one.libraries, one.notes) for one in found] == [(("acl",), missing), ((), missing), ((), ())]


def test_libraries_of_cmake(tmp_path: Path) -> None:
    text = """
    find_library(ACL_LIBRARY NAMES acl acl2)
    find_library(Z_LIBRARY z)
    link_libraries(m)
    Python_add_library(known MODULE a.c)
    target_link_libraries(known PRIVATE ${ACL_LIBRARY} -lfoo Threads::Threads Python::Module /opt/libbar.a)
    target_link_libraries(known LINK_PUBLIC ${Z_LIBRARY} PkgConfig::XX PythonQt::Core ${Python3_LIBRARIES})
    add_library(unknown MODULE a.c)
    target_link_libraries(unknown ${CURL_LIBRARIES})
    """
    known, unknown = read(tmp_path, {"CMakeLists.txt": text})

    assert (known.libraries, known.notes) == (("m", "acl", "foo", "pthread", "bar", "z", "XX", "PythonQt::Core"), ())
    assert (unknown.libraries, unknown.notes) == (("m",), ("libraries it links may be missing",))


def test_cmake_in_another_folder(tmp_path: Path) -> None:
    (found,) = read(
        tmp_path,
        {
            "pyproject.toml": '[tool.scikit-build]\ncmake.source-dir = "python"\n',
            "python/CMakeLists.txt": "pybind11_add_module(m MODULE NO_EXTRAS)\ntarget_sources(m PRIVATE m.cpp)",
            "python/m.cpp": "",
        },
    )

    assert names(found, tmp_path) == ["python/m.cpp"]
