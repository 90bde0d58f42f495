"""
After each step of the series the extension compiles without new warnings and behaves as before; after all of them, so
do the builds that compile other `#if` groups: those that `variants` in expect.toml lists.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings import config

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
SITUATIONS = sorted(
    path.parent
    for path in (*EXTENSIONS.glob("*/after.c"), *EXTENSIONS.glob("*/after.cpp"))
    if path.parent.name != "capsule_importer"
)
SETUP = """from setuptools import Extension, setup
setup(ext_modules=[Extension({name!r}, sources={units!r})])
"""
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


# One for each way in which types hang together: bases, macros, helpers that make them.
SEVERAL_TYPES = [
    EXTENSIONS / name
    for name in (
        "delegating_traverse",
        "derived_type_raises_own_error",
        "slots_in_macros",
        "types_made_in_helpers",
    )
]


# What asks its interpreter for the module finds it once the module is made by multi-phase initialisation; the flag of a
# hook that is added once comes with that.
WHOLE_ONLY = {
    "callbacks_asking_the_interpreter",
    "capsule_struct",
    "capsule_table",
    "clinic_converter",
    "converter_and_qsort_callback",
    "error_number_of_its_caller",
    "half_for_other_extensions",
    "handler_set_by_a_function",
    "handler_with_a_mailbox",
    "hooks_added_once",
    "static_method_asking_the_interpreter",
}


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda path: path.name)
def test_every_step_behaves_as_before(
    request: pytest.FixtureRequest, situation: Path, tmp_path: Path, headers: Path
) -> None:
    if situation.name in WHOLE_ONLY:
        reason = "it needs what comes with the exec slot, the last step"
        request.applymarker(pytest.mark.xfail(strict=True, reason=reason))
    check_steps(situation, settings_of(situation, tmp_path, headers), tmp_path)


@pytest.mark.parametrize("situation", SEVERAL_TYPES, ids=lambda path: path.name)
def test_every_type_can_be_a_step(situation: Path, tmp_path: Path, headers: Path) -> None:
    settings = settings_of(situation, tmp_path, headers)
    titles = check_steps(situation, replace(settings, split="types"), tmp_path)

    assert len([title for title in titles if title.startswith("Convert ")]) > 1


def check_steps(situation: Path, settings: config.Settings, folder: Path) -> list[str]:
    """Build and use the extension after each step, and return the titles of the steps."""
    files = originals(situation)
    units = sources_of(files)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    if len(units) > 1:
        # Nothing but a build file says that two sources make one extension.
        (folder / "setup.py").write_text(SETUP.format(name=situation.name, units=units))
    (extension,) = pipeline.load([folder if len(units) > 1 else folder / units[0]], settings)
    outcome = pipeline.run(extension, settings)
    before = built(situation, files, folder / "original")

    assert outcome.steps
    for number, step in enumerate(outcome.steps):
        warnings = built(situation, {**files, **step.files}, folder / f"{number} {step.rewrite}")
        assert warnings <= before, step.rewrite
    return [step.title for step in outcome.steps]


VARIANTS = [
    (path.parent, tuple(macros))
    for path in sorted(EXTENSIONS.glob("*/expect.toml"))
    for macros in tomllib.loads(path.read_text(encoding="utf-8")).get("variants", ())
]


@pytest.mark.parametrize(
    ("situation", "macros"), VARIANTS, ids=lambda item: item.name if isinstance(item, Path) else "-".join(item)
)
def test_other_configuration_behaves_as_before(situation: Path, macros: tuple[str, ...], tmp_path: Path) -> None:
    source = Path("module.c")
    before = built(situation, {source: (situation / "module.c").read_bytes()}, tmp_path / "before", macros)
    after = built(situation, {source: (situation / "after.c").read_bytes()}, tmp_path / "after", macros)

    assert after <= before


def settings_of(situation: Path, folder: Path, headers: Path) -> config.Settings:
    """Return the settings that the situation is migrated with."""
    expected = tomllib.loads((situation / "expect.toml").read_text(encoding="utf-8"))
    oldest = expected.get("python_min", "3.9")
    if tuple(map(int, oldest.split("."))) > sys.version_info[:2]:
        pytest.skip(f"needs Python {oldest}")
    return replace(config.load(folder, expected.get("settings", {})), precompiled=headers)


def originals(situation: Path) -> dict[Path, bytes]:
    """Return the files of the extension before the migration, and what a source distribution of it would hold."""
    kinds = (".c", ".cpp", ".h")
    found = [path for path in situation.iterdir() if path.suffix in kinds or path.name == "MANIFEST.in"]
    return {Path(path.name): path.read_bytes() for path in found if ".after" not in path.name and path.stem != "after"}


def sources_of(files: Iterable[Path]) -> list[str]:
    """Return the names of what is compiled."""
    return sorted(str(name) for name in files if name.suffix in (".c", ".cpp"))


def module_of(situation: Path) -> str:
    """Return the name of the module: that of the folder, if a macro writes the init function."""
    sources = [data.decode("utf-8", "replace") for name, data in originals(situation).items() if name.suffix != ".h"]
    found = re.search(r"^(?:PyMODINIT_FUNC +)?PyInit_(\w+)\(", "\n".join(sources), re.MULTILINE)
    return found.group(1) if found else situation.name


def built(situation: Path, files: dict[Path, bytes], folder: Path, macros: tuple[str, ...] = ()) -> int:
    """Compile with *macros* defined, and exercise, one state of the extension; return the number of warnings."""
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    module = module_of(situation)
    target = folder / f"{module}.so"
    include = sysconfig.get_paths()["include"]
    flags = ["-shared", "-fPIC", "-O0", "-Wall", "-Wno-missing-field-initializers", f"-I{include}"]
    flags += [f"-D{macro}" for macro in macros]
    compiled = subprocess.run(
        [str(COMPILER), *flags, *sources_of(files), "-o", str(target), "-lstdc++"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == compiled.returncode, f"{folder.name}: {compiled.stderr}"
    command = [sys.executable, "-c", RUN, module, str(target), str(situation / "exercise.py")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (0, "ran\n") == (ran.returncode, ran.stdout), f"{folder.name}: {ran.stderr[-800:]}"
    return compiled.stderr.count("warning:")
