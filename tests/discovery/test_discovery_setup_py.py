"""What is read out of setup.py, without running it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from unstatic.project.discovery.declared import Declared
from unstatic.project.discovery.setup_py import evaluator

HEAD = "from setuptools import setup, Extension\n"


def read(root: Path, script: str, *files: str) -> tuple[Declared, ...]:
    """Return what is read from *script*, in a project that has *files* and `m.c`."""
    for name in ("m.c", *files):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    (root / "setup.py").write_text(dedent(script))
    return evaluator.read(root)


def only(root: Path, script: str, *files: str) -> Declared:
    """Return the single extension that is read."""
    (found,) = read(root, script, *files)
    return found


def names(found: Declared, root: Path) -> list[str]:
    """Return the sources, relative to the project."""
    return [str(path.relative_to(root)) for path in found.sources]


def test_literal_extension(tmp_path: Path) -> None:
    found = only(
        tmp_path,
        HEAD
        + """setup(ext_modules=[Extension("a.b", ["m.c", "lib/x.c"], include_dirs=["lib"],
        define_macros=[("A", None), ("B", 1), ("C", '"x"')], undef_macros=["NDEBUG"],
        extra_compile_args=["-O2", "-DD=2", "-std=c99", "-Iinclude"])])""",
        "lib/x.c",
    )

    assert found.name == "a.b"
    assert names(found, tmp_path) == ["m.c", "lib/x.c"]
    assert found.arguments == (
        *("-DA", "-DB=1", '-DC="x"', "-UNDEBUG"),
        *(f"-I{tmp_path}/lib", "-DD=2", "-std=c99", f"-I{tmp_path}/include"),
    )
    assert found.notes == ()


def test_byte_order_mark(tmp_path: Path) -> None:
    found = only(tmp_path, "\ufeff" + HEAD + "setup(ext_modules=[Extension('m', ['m.c'])])")

    assert "m" == found.name


def test_shell_patterns(tmp_path: Path) -> None:
    script = "import fnmatch\nnames = [one for one in ('m.c', 'n.h', 'lib/x.c') if fnmatch.fnmatch(one, '*.c')]\n"
    found = only(tmp_path, HEAD + script + "setup(ext_modules=[Extension('m', names)])", "lib/x.c", "n.h")

    assert ["m.c", "lib/x.c"] == names(found, tmp_path)
    assert () == found.notes


def test_no_setup_py(tmp_path: Path) -> None:
    assert evaluator.read(tmp_path) == ()


@pytest.mark.parametrize(
    "sources",
    [
        "['m.c'] + ['x.c']",
        "[n + '.c' for n in ('m', 'x')]",
        "['%s.c' % n for n in 'm x'.split()]",
        "[f'{n}.c' for n in ['m', 'x'] if n]",
        "['{}.c'.format('m'), '.'.join(['x', 'c'])]",
        "sorted(glob.glob('*.c'))",
        "[str(p) for p in sorted(Path('.').glob('*.c'))]",
        "[str(Path(__file__).parent / n) for n in ('m.c', 'x.c')]",
        "[os.path.join(os.path.dirname(os.path.abspath(__file__)), n) for n in ('m.c', 'x.c')]",
        "[n for n in sorted(os.listdir('.')) if n.endswith('.c')]",
        "list(map(lambda n: n + '.c', ['m', 'x']))",
        "list(dict(m='m.c', x='x.c').values())",
        "[*['m.c'], *('x.c',)]",
        "['y.c', 'm.c', 'x.c'][1:]",
        "['m.c'] + (sys.platform == 'beos') * ['b.c'] + ['x.c']",
        "['m.c', 'x.c' if os.name else 'y.c']",
        "(lambda a, b='x.c': [a, b])('m.c')",
    ],
)
def test_sources_are_computed(tmp_path: Path, sources: str) -> None:
    script = "import os, sys, glob\nfrom pathlib import Path\n"
    found = only(tmp_path, f"{HEAD}{script}setup(ext_modules=[Extension('e', {sources})])", "x.c")

    assert names(found, tmp_path) == ["m.c", "x.c"]
    assert found.notes == ()


@pytest.mark.parametrize(
    "head",
    [
        "from distutils.core import setup, Extension as E",
        "import setuptools\nsetup, E = setuptools.setup, setuptools.Extension",
        "from setuptools import setup\nfrom setuptools.extension import Extension as E",
        "from setuptools import *\nfrom setuptools import setup, Extension\nclass E(Extension):\n    pass",
        "try:\n    from setuptools import setup, Extension as E\nexcept ImportError:\n    from other import setup",
    ],
)
def test_any_way_to_import_extension(tmp_path: Path, head: str) -> None:
    assert only(tmp_path, f"{head}\nsetup(ext_modules=[E('e', ['m.c'])])").name == "e"


@pytest.mark.parametrize(
    "start", ["Extension.__init__(self, ", "super().__init__(", "super(Own, self).__init__(", "super().__init__(name="]
)
def test_classes_of_extensions_that_give_their_own_arguments(tmp_path: Path, start: str) -> None:
    script = f"""
    class Own(Extension):
        def __init__(self, libraries):
            sources = ['m.c']
            if libraries:
                sources.append('x.c')
            {start}'e', sources=sources, define_macros=[('A', '1')])
    setup(ext_modules=[Own(['z'])])
    """
    found = only(tmp_path, HEAD + dedent(script), "x.c")

    assert (found.name, names(found, tmp_path)) == ("e", ["m.c", "x.c"])
    assert "-DA=1" in found.arguments


def test_classes_of_extensions_that_pass_on_what_they_are_given(tmp_path: Path) -> None:
    script = """
    class Own(Extension):
        def __init__(self, name, *args, **kwargs):
            Extension.__init__(self, name, *args, **kwargs)
            self.extra_compile_args.append('-DB')
    setup(ext_modules=[Own('e', ['m.c'])])
    """
    found = only(tmp_path, HEAD + dedent(script))

    assert (found.name, names(found, tmp_path)) == ("e", ["m.c"])
    assert "-DB" in found.arguments


def test_globals_that_a_function_sets_in_one_branch_or_the_other(tmp_path: Path) -> None:
    script = """
    from wheel.bdist_wheel import get_abi_tag
    def choose():
        global options
        if get_abi_tag().startswith('cp'):
            options = dict(define_macros=[('Py_LIMITED_API', '0x03070000')])
        else:
            options = {}
    choose()
    setup(ext_modules=[Extension('e', ['m.c'], **options)])
    """

    assert "-DPy_LIMITED_API=0x03070000" in only(tmp_path, HEAD + dedent(script)).arguments


def test_ext_package_is_put_before_the_name(tmp_path: Path) -> None:
    assert only(tmp_path, HEAD + "setup(ext_package='p', ext_modules=[Extension('e', ['m.c'])])").name == "p.e"


def test_keywords_from_a_dict(tmp_path: Path) -> None:
    script = """
    import setuptools as st
    options = {'sources': ['m.c']}
    options['define_macros'] = [('A', '1')]
    kw = dict(name='x')
    kw.update(ext_modules=[st.Extension('e', **options)])
    st.setup(**kw)
    """

    assert only(tmp_path, script).arguments == ("-DA=1",)


def test_functions_of_the_script_are_followed(tmp_path: Path) -> None:
    script = """
    from setuptools import setup, Extension

    def sources(*more, base="m"):
        found = [base + ".c"]
        for one in more:
            found.append(one)
        return found

    def main(with_extension):
        kw = {"ext_modules": [Extension("e", sources("x.c"))]} if with_extension else {}
        setup(name="p", **kw)

    if __name__ == "__main__":
        try:
            main(True)
        except SystemExit:
            main(False)
    """

    assert names(only(tmp_path, script, "x.c"), tmp_path) == ["m.c", "x.c"]


def test_names_that_a_function_looks_up(tmp_path: Path) -> None:
    script = """m_src = ["m.c", "lib/x.c"]
def extension(name):
    return Extension(name, globals()[name + "_src"])
setup(ext_modules=[extension("m")])
"""
    found = only(tmp_path, HEAD + script, "lib/x.c")

    assert ["m.c", "lib/x.c"] == names(found, tmp_path)
    assert () == found.notes


def test_lists_changed_after_the_fact(tmp_path: Path) -> None:
    script = """
    from setuptools import setup, Extension
    macros = []
    e = Extension("e", ["m.c"], define_macros=macros)
    macros += [("A", None)]
    e.include_dirs.append("inc")
    e.sources.extend(["x.c"])
    setup(ext_modules=[e])
    """
    found = only(tmp_path, script, "x.c")

    assert names(found, tmp_path) == ["m.c", "x.c"]
    assert found.arguments == ("-DA", f"-I{tmp_path}/inc")


def test_cython_extension_is_refused(tmp_path: Path) -> None:
    script = """
    from setuptools import setup, Extension
    from Cython.Build import cythonize
    setup(ext_modules=cythonize([Extension("p.e", ["e.pyx", "m.c"])]) + [Extension("f", ["m.c"])])
    """
    cython, plain = read(tmp_path, script, "e.pyx")

    assert plain.refusal is None
    assert cython.refusal is not None
    assert cython.refusal.startswith("p.e is generated by Cython: migrate its source, with `# cython: ")


def test_c_sources_stay_c_unless_the_compiler_is_told(tmp_path: Path) -> None:
    # `language` chooses the linker only; compilers go by the suffix.
    script = (
        HEAD
        + """setup(ext_modules=[Extension('e', ['m.c'], language='c++'),
        Extension('f', ['m.c'], extra_compile_args=['-x', 'c++'])])"""
    )

    assert [one.is_cpp for one in read(tmp_path, script)] == [False, True]


def test_missing_source_is_noted(tmp_path: Path) -> None:
    found = only(tmp_path, HEAD + "setup(ext_modules=[Extension('e', ['m.c', 'gen.c'], depends=['gen.h'])])")

    assert names(found, tmp_path) == ["m.c"]
    assert found.notes == (
        "source gen.c doesn't exist: the build may generate it",
        "header gen.h doesn't exist: the build may generate it, so build the project once",
    )


def test_source_outside_the_project_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "outside.c").touch()
    (tmp_path / "p").mkdir()
    found = only(tmp_path / "p", HEAD + "setup(ext_modules=[Extension('e', ['m.c', '../outside.c'])])")

    assert found.notes == ("source ../outside.c lies outside the project: left out",)


def test_copied_sources_are_traced_back(tmp_path: Path) -> None:
    script = """
    import os, shutil
    from setuptools import setup, Extension
    shutil.copytree("lib", "build/lib")
    shutil.copy("extra.c", os.path.join("build/lib", "extra.c"))
    setup(ext_modules=[Extension("e", ["m.c", "build/lib/x.c", "build/lib/extra.c"], include_dirs=["build/lib"])])
    """
    found = only(tmp_path, script, "lib/x.c", "extra.c")

    assert names(found, tmp_path) == ["m.c", "lib/x.c", "extra.c"]
    assert found.arguments == (f"-I{tmp_path}/lib",)


def test_second_setup_call_without_extensions(tmp_path: Path) -> None:
    script = HEAD + "try:\n    setup(ext_modules=[Extension('e', ['m.c'])])\nexcept Exception:\n    pass\nsetup()\n"

    assert only(tmp_path, script).name == "e"


def test_extensions_that_setup_is_given_in_an_unknown_way(tmp_path: Path) -> None:
    script = """
    import magic
    from setuptools import setup, Extension
    e = Extension("e", ["m.c"])
    setup(**magic.options([e]))
    """
    found = only(tmp_path, script)

    assert found.name == "e"
    assert "what setup() is given as ext_modules is unclear" in found.notes[0]


def test_settings_of_a_class_and_of_setup_cfg(tmp_path: Path) -> None:
    (tmp_path / "setup.cfg").write_text("[mine]\ndefines = A B\n")
    script = """
    from configparser import ConfigParser
    from setuptools import setup, Extension
    class Options:
        defines = []
        libs = ["ssl"]
    config = ConfigParser()
    config.read("setup.cfg")
    for name in dir(Options):
        if config.has_option("mine", name):
            setattr(Options, name, config.get("mine", name).split())
    macros = [(one, None) for one in Options.defines] + ("ssl" in Options.libs) * [("TLS", None)]
    setup(ext_modules=[Extension("e", ["m.c"], define_macros=macros)])
    """

    assert only(tmp_path, script).arguments == ("-DA", "-DB", "-DTLS")


def test_custom_build_is_noted(tmp_path: Path) -> None:
    script = HEAD + (
        "from setuptools.command.build_ext import build_ext\n"
        "class Build(build_ext):\n    def run(self):\n        raise RuntimeError\n"
        "setup(ext_modules=[Extension('e', ['m.c'])], cmdclass={'build_ext': Build})\n"
    )

    assert "class Build changes how extensions are built" in only(tmp_path, script).notes[0]


@pytest.mark.parametrize(
    ("keywords", "libraries"),
    [
        ("", ()),
        ("libraries=['acl', 'm', 'acl']", ("acl", "m")),
        ("libraries='acl'", ("acl",)),
        ("extra_link_args=['-lfoo', '-l', 'bar', '-Wl,-lbaz,-rpath,/lib', '-L/opt', '-O2']", ("foo", "bar", "baz")),
        ("extra_link_args=['-l:libfoo.a', '/opt/lib/libbar.so.1.2', '-Wl,-soname,libx.so']", ("foo", "bar")),
        ("libraries=['a'], extra_link_args=('-la', '-lb')", ("a", "b")),
    ],
)
def test_libraries(tmp_path: Path, keywords: str, libraries: tuple[str, ...]) -> None:
    found = only(tmp_path, HEAD + f"setup(ext_modules=[Extension('e', ['m.c'], {keywords})])")

    assert (found.libraries, found.notes) == (libraries, ())


def test_libraries_that_are_added_later(tmp_path: Path) -> None:
    script = """
    e = Extension('e', ['m.c'])
    e.libraries.append('acl')
    e.extra_link_args += ['-lfoo']
    setup(ext_modules=[e])
    """
    found = only(tmp_path, HEAD + dedent(script))

    assert found.libraries == ("acl", "foo")


def test_lines_read_one_by_one(tmp_path: Path) -> None:
    """`next()` of an open file gives the line after that of the last call."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "m"\nversion = "1.2"\n')
    found = only(
        tmp_path,
        HEAD
        + """
with open("pyproject.toml") as f:
    next(f)
    next(f)
    version = next(f).replace("version = ", "", 1).strip()
setup(ext_modules=[Extension("m", ["m.c"], define_macros=[("VERSION", version)])])
""",
    )

    assert '-DVERSION="1.2"' in found.arguments


def test_extensions_that_a_command_puts_in_place_of_a_stand_in(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text(
        HEAD
        + dedent("""
            class Plot:
                def get_extensions(self):
                    ext = Extension("plot._contour", ["src/contour.cpp", "src/wrapper.cpp"])
                    ext.include_dirs += ["inc"]
                    yield ext
                    yield Extension("plot._path", ["m.c"])
            """)
    )
    script = HEAD + dedent("""
            from setuptools.command.build_ext import build_ext
            from parts import Plot

            found = [Plot()]

            class Build(build_ext):
                def finalize_options(self):
                    self.distribution.ext_modules[:] = [ext for part in found for ext in part.get_extensions()]
                    super().finalize_options()

            # Without one, build_ext isn't run.
            setup(ext_modules=[Extension("", [])], cmdclass={"build_ext": Build})
            """)
    contour, path = read(tmp_path, script, "src/contour.cpp", "src/wrapper.cpp")

    assert ("plot._contour", "plot._path") == (contour.name, path.name)
    assert ["src/contour.cpp", "src/wrapper.cpp"] == names(contour, tmp_path)
    assert (f"-I{tmp_path}/inc",) == contour.arguments


PACKAGE = """
import os
from setuptools import Extension

HERE = os.path.relpath(os.path.dirname(__file__))

def get_extensions():
    return [Extension("sky._core", [os.path.join(HERE, "core.c")], define_macros=[("DEPTH", "3")])]
"""


def test_extensions_that_packages_declare_are_gathered(tmp_path: Path) -> None:
    gathering = "from extension_helpers import get_extensions\nfrom setuptools import setup\n"
    read(tmp_path, gathering + "setup(ext_modules=get_extensions())", "sky/core.c")
    (tmp_path / "sky" / "setup_package.py").write_text(PACKAGE)
    (tmp_path / "setup.cfg").write_text("[bdist_wheel]\npy_limited_api = cp310\n")

    (found,) = evaluator.read(tmp_path)

    assert (found.name, names(found, tmp_path)) == ("sky._core", ["sky/core.c"])
    assert found.arguments == ("-DDEPTH=3", "-DPy_LIMITED_API=0x030A0000")
    assert found.notes == ()


def test_packages_are_gathered_without_a_setup_py(tmp_path: Path) -> None:
    (tmp_path / "sky").mkdir()
    (tmp_path / "sky" / "core.c").touch()
    (tmp_path / "sky" / "setup_package.py").write_text(PACKAGE)
    assert evaluator.read(tmp_path) == ()

    wheel = '[tool.distutils.bdist_wheel]\npy-limited-api = "cp311"\n'
    (tmp_path / "pyproject.toml").write_text('[build-system]\nrequires = ["extension-helpers>=1"]\n' + wheel)
    (found,) = evaluator.read(tmp_path)
    assert found.arguments == ("-DDEPTH=3", "-DPy_LIMITED_API=0x030B0000")


@pytest.mark.parametrize(
    "script", ["def get_extensions(:", "raise SystemExit(1)", "def get_extensions(): return 1", "get_extensions = 3"]
)
def test_broken_scripts_of_packages_declare_nothing(tmp_path: Path, script: str) -> None:
    read(tmp_path, "import extension_helpers\nfrom setuptools import setup\nsetup()")
    (tmp_path / "setup_package.py").write_text(script)

    assert evaluator.read(tmp_path) == ()
