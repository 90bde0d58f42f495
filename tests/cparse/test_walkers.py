"""Both walkers find the same facts: in all cases, in small extensions, in other #if groups, and in broken C."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from bench import walkers
from bench.walkers import Source, facts
from harness.passed import Passed, parsing
from harness.projects import PACKAGES, published

from unstatic import pipeline
from unstatic.cparse import ParsedUnit, ParseOptions, parse
from unstatic.cparse.native import library
from unstatic.cparse.native.library import Native
from unstatic.settings import config
from unstatic.system import compiled

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "src" / "unstatic" / "cparse" / "native"
FOLDERS = [
    "corpus/extensions",
    "corpus/conversions",
    *sorted(str(f.relative_to(ROOT)) for f in ROOT.glob("rewrites/*/cases")),
]
_CONDITION = re.compile(rb"#[ \t]*(?:ifdef|ifndef|if)\b[^\n]*")

pytestmark = pytest.mark.skipif(not NATIVE.is_dir(), reason="there is no src next to the tests")


@pytest.fixture(scope="module")
def native() -> Native:
    """Give the compiled walker, or none at all."""
    path = compiled.walker()
    if path is None:
        pytest.skip("the walker isn't compiled")
    return Native(path)


@pytest.fixture(scope="module")
def headers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder for parsed headers."""
    return tmp_path_factory.mktemp("headers")


def assert_same(source: Source, native: Native, headers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the facts of a file, and those of a parse with all `#if` groups turned, as far as they are new."""
    text = source.path.read_bytes()
    slow, fast = facts(source, text, headers, None), facts(source, text, headers, native)
    turned = _CONDITION.sub(lambda found: b"#if 1".ljust(len(found[0])), text)
    assert slow == fast
    if turned != text and isinstance(slow, ParsedUnit):
        options, memory = ParseOptions(precompiled=headers), {source.path: turned}
        both = []
        for one in (None, native):
            monkeypatch.setattr(library, "available", lambda one=one: one)
            both.append(parse(source, source.path.parent, options, memory, slow))
        assert both[0] == both[1]


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_walkers_agree(
    folder: str, native: Native, headers: Path, passed: Passed, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [file for file in sorted((ROOT / folder).rglob("*")) if file.suffix in (".c", ".cpp")]
    if folder == "corpus/extensions":
        # There are hundreds, and what becomes of them is much like what becomes of the cases.
        files = [file for file in files if "after" not in file.name.split(".")]
    monkeypatch.setattr(library, "available", library.available)

    library_file = compiled.walker()
    assert files and library_file is not None
    tried = [Path(path).read_bytes() for path in (__file__, walkers.__file__, library_file)]
    for file in files:
        source = Source(file, "c++" if file.suffix == ".cpp" else "c")
        beside = [(path.name, path.read_bytes()) for path in sorted(file.parent.iterdir()) if path.is_file()]
        facts = ("walkers", file.name, beside, *tried, parsing())
        # What differs is raised, so it is tried again.
        passed.once(facts, partial(assert_same, source, native, headers, monkeypatch), lambda found: True)


@pytest.mark.corpus
@pytest.mark.parametrize("name", PACKAGES)
def test_the_walkers_agree_on_published_packages(
    name: str, tmp_path: Path, native: Native, headers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = published(name, tmp_path)
    monkeypatch.setattr(library, "available", library.available)

    for extension in pipeline.load([root], config.load(root)):
        for unit in extension.units:
            both = []
            for one in (None, native):
                monkeypatch.setattr(library, "available", lambda one=one: one)
                both.append(parse(unit, extension.root, ParseOptions(precompiled=headers)))
            assert both[0] == both[1]


def broken(*arguments: str, **environment: str) -> str:
    """Return what the comparison on broken C tells."""
    command = [sys.executable, "-m", "bench.walkers", *arguments]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


def test_the_walkers_agree_on_broken_code(native: Native) -> None:
    assert "150 inputs" in broken("--inputs", "150", "--seed", "20")


@pytest.mark.slow
def test_the_compiled_walker_is_clean_under_sanitizers(tmp_path: Path) -> None:
    built, compiler = tmp_path / "walker.so", shutil.which("gcc")
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-O1", "-std=c11", "-shared", "-fPIC"]
    sources = [str(file) for file in sorted(NATIVE.glob("*.c"))]
    if compiler is None or subprocess.run([compiler, *flags, "-o", built, *sources], capture_output=True).returncode:
        pytest.skip("there is no GCC with sanitizers")
    runtime = subprocess.run([compiler, "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()

    # Python itself leaves much behind, and libclang's standard library has to be that of the process.
    told = broken("--inputs", "60", "--library", str(built), LD_PRELOAD=runtime, ASAN_OPTIONS="detect_leaks=0")

    assert "60 inputs" in told


def test_the_compiled_walker_has_no_warnings(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no compiler")
    flags = ["-std=c11", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wno-sign-conversion", "-fsyntax-only"]
    done = subprocess.run([compiler, *flags, *sorted(NATIVE.glob("*.c"))], capture_output=True, text=True)

    assert (0, "") == (done.returncode, done.stderr)
