"""
After each step of the series the extension compiles without new warnings and behaves as before; after all of them, so
do the builds that compile other `#if` groups: those that `variants` in expect.toml lists.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.config import Settings

EXTENSIONS = Path(__file__).resolve().parents[1] / "corpus" / "extensions"
SITUATIONS = sorted(
    path.parent
    for path in (*EXTENSIONS.glob("*/after.c"), *EXTENSIONS.glob("*/after.cpp"))
    if not path.with_name("other.c").exists() and path.parent.name != "capsule_importer"
)
COMPILER = shutil.which("cc")
RUN = """
import importlib.util, runpy, sys
name, built, exercise = sys.argv[1:]
spec = importlib.util.spec_from_file_location(name, built)
module = importlib.util.module_from_spec(spec)
sys.modules[name] = module
spec.loader.exec_module(module)
script = runpy.run_path(exercise)
script["check"](module) if "check" in script else None
for _ in range(100):
    script["exercise"](module)
print("ran")
"""

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda path: path.name)
def test_every_step_behaves_as_before(situation: Path, tmp_path: Path) -> None:
    original = next(situation.glob("module.c*"))
    source = tmp_path / original.name
    source.write_bytes(original.read_bytes())
    (extension,) = pipeline.load([source], Settings())
    outcome = pipeline.run(extension, Settings())
    before = built(situation, source.name, source.read_bytes(), tmp_path / "original")

    assert outcome.steps
    for step in outcome.steps:
        warnings = built(situation, source.name, step.files[Path(source.name)], tmp_path / step.rewrite)
        assert warnings <= before, step.rewrite


VARIANTS = [
    (path.parent, tuple(macros))
    for path in sorted(EXTENSIONS.glob("*/expect.toml"))
    for macros in tomllib.loads(path.read_text(encoding="utf-8")).get("variants", ())
]


@pytest.mark.parametrize(
    ("situation", "macros"), VARIANTS, ids=lambda item: item.name if isinstance(item, Path) else "-".join(item)
)
def test_other_configuration_behaves_as_before(situation: Path, macros: tuple[str, ...], tmp_path: Path) -> None:
    before = built(situation, "module.c", (situation / "module.c").read_bytes(), tmp_path / "before", macros)
    after = built(situation, "module.c", (situation / "after.c").read_bytes(), tmp_path / "after", macros)

    assert after <= before


def built(situation: Path, source: str, data: bytes, folder: Path, macros: tuple[str, ...] = ()) -> int:
    """Compile with *macros* defined, and exercise, one state of the extension; return the number of warnings."""
    folder.mkdir()
    (folder / source).write_bytes(data)
    target = folder / f"{situation.name}.so"
    include = sysconfig.get_paths()["include"]
    flags = ["-shared", "-fPIC", "-O0", "-Wall", "-Wno-missing-field-initializers", f"-I{include}"]
    flags += [f"-D{macro}" for macro in macros]
    compiled = subprocess.run(
        [str(COMPILER), *flags, source, "-o", str(target), "-lstdc++"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == compiled.returncode, f"{folder.name}: {compiled.stderr}"
    command = [sys.executable, "-c", RUN, situation.name, str(target), str(situation / "exercise.py")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (0, "ran\n") == (ran.returncode, ran.stdout), f"{folder.name}: {ran.stderr[-800:]}"
    return compiled.stderr.count("warning:")
