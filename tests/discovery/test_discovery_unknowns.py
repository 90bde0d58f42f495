"""What setup.py takes from outside: the environment, other modules, and what can't be known."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from unstatic.project.discovery.declared import Declared
from unstatic.project.discovery.setup_py import evaluator


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


def test_environment_is_taken_as_empty(tmp_path: Path) -> None:
    script = """
    import os
    from os import environ
    from setuptools import setup, Extension
    macros = [("A", os.environ.get("X", "1")), ("B", os.getenv("Y", 2))]
    try:
        macros.append(("C", environ["Z"]))
    except KeyError:
        macros.append(("C", 3))
    if "W" in os.environ or environ.get("V") == "1":
        macros = []
    setup(ext_modules=[Extension("e", ["m.c"], define_macros=macros)])
    """

    assert only(tmp_path, script).arguments == ("-DA=1", "-DB=2", "-DC=3")


def test_unknown_condition_takes_both_branches(tmp_path: Path) -> None:
    script = """
    import subprocess
    from setuptools import setup, Extension
    sources, macros = ["m.c"], []
    if subprocess.call(["true"]):
        sources.append("x.c")
        macros = [("A", 1)]
    else:
        macros = [("B", 1)]
    setup(ext_modules=[Extension("e", sources, define_macros=macros)])
    """
    found = only(tmp_path, script, "x.c")

    assert names(found, tmp_path) == ["m.c", "x.c"]
    assert found.arguments == ("-DA=1", "-DB=1")
    assert found.notes == ("setup.py:5: unknown condition, both branches were followed",)


def test_what_only_an_unknown_condition_adds_is_told_apart(tmp_path: Path) -> None:
    script = """
    import subprocess
    from setuptools import setup, Extension
    sources, macros = ["m.c"], [("A", 1)]
    if subprocess.call(["true"]):
        sources.append("x.c")
        macros += [("B", 1)]
    setup(ext_modules=[Extension("e", sources, define_macros=macros)])
    """
    found = only(tmp_path, script, "x.c")

    assert (names(found, tmp_path), found.arguments) == (["m.c", "x.c"], ("-DA=1", "-DB=1"))
    assert found.certain is not None
    assert (names(found.certain, tmp_path), found.certain.arguments) == (["m.c"], ("-DA=1",))


def test_a_script_without_unknown_conditions_is_certain(tmp_path: Path) -> None:
    script = """
    from setuptools import setup, Extension
    setup(ext_modules=[Extension("e", ["m.c"], define_macros=[("A", 1)])])
    """

    assert only(tmp_path, script).certain is None


def test_unknown_parts_become_notes(tmp_path: Path) -> None:
    script = """
    import nanobind, subprocess
    from setuptools import setup, Extension
    version = subprocess.check_output(["git", "describe"]).decode()
    setup(version=version, ext_modules=[Extension("e", ["m.c"], define_macros=[("V", version)],
        include_dirs=["inc", nanobind.include_dir()])])
    """
    found = only(tmp_path, script)

    assert found.arguments == ("-DV=0", f"-I{tmp_path}/inc")
    assert found.notes == (
        "the value of the macro V is unknown: 0 was taken",
        "the include directories are known only in part",
    )


def test_optional_import_is_there_only_if_the_build_requires_it(tmp_path: Path) -> None:
    script = """
    from setuptools import setup, Extension
    try:
        import other
    except ImportError:
        other = None
    setup(ext_modules=[Extension("e", ["x.c" if other else "m.c"])])
    """

    assert names(only(tmp_path, script, "x.c"), tmp_path) == ["m.c"]

    (tmp_path / "pyproject.toml").write_text('[build-system]\nrequires = ["other[fast]>=1"]\n')

    assert names(only(tmp_path, script, "x.c"), tmp_path) == ["x.c"]


def test_modules_of_the_project_are_followed(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "__init__.py").write_text("from .files import SOURCES\n")
    (tmp_path / "tools" / "files.py").write_text("SOURCES = ['m.c']\nimport os\nos.system('false')\n")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "info.py").write_text("VERSION = '1'\n")
    script = """
    import os, sys
    from setuptools import setup, Extension
    import tools.files
    from tools import SOURCES
    sys.path.insert(0, os.path.join(os.getcwd(), "lib"))
    import info
    assert SOURCES is tools.files.SOURCES
    setup(ext_modules=[Extension("e", tools.files.SOURCES, define_macros=[("V", info.VERSION)])])
    """
    found = only(tmp_path, script)

    assert (names(found, tmp_path), found.arguments) == (["m.c"], ("-DV=1",))


def test_unknown_libraries_are_one_note(tmp_path: Path) -> None:
    script = """
    import subprocess
    from setuptools import setup, Extension
    flags = subprocess.check_output(["pkg-config", "--libs", "acl"]).decode().split()
    setup(ext_modules=[Extension("e", ["m.c"], libraries=["m", *flags], extra_link_args=flags)])
    """
    found = only(tmp_path, script)

    assert (found.libraries, found.notes) == (("m",), ("libraries it links may be missing",))
    assert (found.arguments, found.refusal) == ((), None)


def test_libraries_of_both_branches(tmp_path: Path) -> None:
    script = """
    import subprocess
    from setuptools import setup, Extension
    libraries = []
    if subprocess.call(["true"]):
        libraries.append("rt")
    setup(ext_modules=[Extension("e", ["m.c"], libraries=libraries)])
    """

    assert only(tmp_path, script).libraries == ("rt",)


def test_known_part_of_an_unknown_dict(tmp_path: Path) -> None:
    script = """
    from setuptools import setup, Extension
    from elsewhere import ask
    keywords = {}
    if ask("lib"):
        keywords = ask("lib", "all")
    else:
        keywords["include_dirs"] = ["lib"]
    other = {**ask("more")}
    third = {"include_dirs": ["x"]}
    third.update(ask("third"))
    found = [Extension(name, [name + ".c"], **given) for name, given in (("a", keywords), ("b", other), ("c", third))]
    setup(ext_modules=found + [Extension("d", ["d.c"], include_dirs=keywords.get("folders", []))])
    """
    for name in "abcd":
        (tmp_path / f"{name}.c").touch()
    (tmp_path / "setup.py").write_text(dedent(script))
    found = evaluator.read(tmp_path)

    assert [one.arguments for one in found] == [(f"-I{tmp_path}/lib",), (), (f"-I{tmp_path}/x",), ()]
    assert [one.may_lack_folders for one in found] == [True] * 4
