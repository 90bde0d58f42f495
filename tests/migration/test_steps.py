"""
After each step of the series the extension compiles without new warnings and behaves as before; after all of them, so
do the builds that compile other `#if` groups: those that `variants` in expect.toml lists.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from harness.compiler import Build, compile_module, has_compiler
from harness.passed import Passed, tools

from unstatic import pipeline
from unstatic.settings import config
from unstatic.system.building import interpreters

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
SITUATIONS = sorted(
    path.parent
    for path in (*EXTENSIONS.glob("*/after.c"), *EXTENSIONS.glob("*/after.cpp"))
    if path.parent.name != "capsule_importer"
)
SETUP = """from setuptools import Extension, setup
setup(ext_modules=[Extension({name!r}, sources={units!r})])
"""
PYTHON = interpreters.at(Path(sys.executable))
# Last wins: to optimise takes most of the time, and assertions run.
FLAGS = ("-O0", "-UNDEBUG", "-Wno-extra")
# Each build is used in a process of its own, which ends as a program does.
RUN = """
import importlib.util, os, runpy, sys
exercise, name, *builds = sys.argv[1:]

def use(built):
    spec = importlib.util.spec_from_file_location(name, built)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    script = runpy.run_path(exercise)
    script["check"](module) if "check" in script else None
    for _ in range(100):
        script["exercise"](module)
    print("ran", flush=True)

for number, built in enumerate(builds):
    if os.fork() == 0:
        use(built)
        break
    status = os.waitstatus_to_exitcode(os.wait()[1])
    if status:
        sys.exit(f"build {number} ended with {status}")
"""

pytestmark = [
    pytest.mark.built,
    pytest.mark.skipif(PYTHON is None or not has_compiler(PYTHON), reason="there are no headers or no C compiler"),
]


@dataclass(frozen=True, slots=True)
class Workshop:
    """Compiles what wasn't compiled yet, and uses what wasn't used yet."""

    builds: Path
    passed: Passed

    def built(self, situation: Path, label: str, files: Mapping[Path, bytes], macros: tuple[str, ...] = ()) -> Build:
        """Compile one state of the extension with *macros* defined; *label* says which it is."""
        assert PYTHON is not None
        sources = {str(name): data for name, data in files.items()}
        flags = (*FLAGS, *(f"-D{macro}" for macro in macros))
        build = compile_module(sources, sources_of(files), module_of(situation), PYTHON, self.builds, flags)
        assert build.compiled, f"{label}: {build.log}"
        return build

    def use(self, situation: Path, builds: Sequence[Build]) -> None:
        """Exercise each of the builds, the original first, then the steps in their order."""
        assert PYTHON is not None
        exercise, module = situation / "exercise.py", module_of(situation)
        command = [sys.executable, "-c", RUN, str(exercise), module, *(str(build.library) for build in builds)]

        def ended() -> tuple[int, str, str]:
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            return ran.returncode, ran.stdout, ran.stderr

        # The folder of a build tells all that it was made of.
        facts = (RUN, exercise.read_bytes(), module, [build.folder.name for build in builds], tools(PYTHON))
        expected = (0, len(builds) * "ran\n")
        *result, errors = self.passed.once(facts, ended, lambda found: expected == found[:2])
        assert expected == tuple(result), errors[-800:]


@pytest.fixture
def workshop(builds: Path, passed: Passed) -> Workshop:
    return Workshop(builds, passed)


def number_of_warnings(build: Build) -> int:
    return build.log.count("warning:")


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
    "cache_for_a_static_method",
    "callback_that_leaves_an_exception",
    "callbacks_asking_the_interpreter",
    "callbacks_that_give_codes",
    "clinic_converter",
    "converter_and_qsort_callback",
    "error_number_of_its_caller",
    "exports_that_answer_by_an_enum",
    "handler_set_by_a_function",
    "handler_with_a_mailbox",
    "hooks_added_once",
    "loop_asking_the_interpreter",
    "object_that_a_callback_asks_for",
    "static_method_asking_the_interpreter",
}

# Between two steps the other sources that include the type's header get a variable of it beside its spec, unused both.
WARNED_BETWEEN = {"static_type_in_a_header"}


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda path: path.name)
def test_every_step_behaves_as_before(
    request: pytest.FixtureRequest, situation: Path, tmp_path: Path, headers: Path, workshop: Workshop
) -> None:
    if situation.name in WHOLE_ONLY:
        reason = "it needs what comes with the exec slot, the last step"
        request.applymarker(pytest.mark.xfail(strict=True, reason=reason))
    check_steps(situation, settings_of(situation, tmp_path, headers), tmp_path, workshop)


@pytest.mark.parametrize("situation", SEVERAL_TYPES, ids=lambda path: path.name)
def test_every_type_can_be_a_step(situation: Path, tmp_path: Path, headers: Path, workshop: Workshop) -> None:
    settings = settings_of(situation, tmp_path, headers)
    titles = check_steps(situation, replace(settings, split="types"), tmp_path, workshop)

    assert len([title for title in titles if title.startswith("Convert ")]) > 1


def check_steps(situation: Path, settings: config.Settings, folder: Path, workshop: Workshop) -> list[str]:
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
    before = workshop.built(situation, "original", files)

    assert outcome.steps
    after = [workshop.built(situation, step.rewrite, {**files, **step.files}) for step in outcome.steps]
    for number, (step, build) in enumerate(zip(outcome.steps, after, strict=True), 1):
        if situation.name not in WARNED_BETWEEN or number == len(after):
            assert number_of_warnings(build) <= number_of_warnings(before), step.rewrite
    workshop.use(situation, [before, *after])
    return [step.title for step in outcome.steps]


VARIANTS = [
    (path.parent, tuple(macros))
    for path in sorted(EXTENSIONS.glob("*/expect.toml"))
    for macros in tomllib.loads(path.read_text(encoding="utf-8")).get("variants", ())
]


@pytest.mark.parametrize(
    ("situation", "macros"), VARIANTS, ids=lambda item: item.name if isinstance(item, Path) else "-".join(item)
)
def test_other_configuration_behaves_as_before(situation: Path, macros: tuple[str, ...], workshop: Workshop) -> None:
    files = originals(situation)
    before = workshop.built(situation, "before", files, macros)
    after = workshop.built(situation, "after", files | results(situation), macros)

    assert number_of_warnings(after) <= number_of_warnings(before)
    workshop.use(situation, [before, after])


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


def results(situation: Path) -> dict[Path, bytes]:
    """Return the files that the migration changes or makes: `after.c`, and `other.after.c` for `other.c`."""
    found = [path for path in situation.iterdir() if path.stem == "after" or ".after." in path.name]
    names = {path: path.name.replace("after.", "module.") if path.stem == "after" else path.name for path in found}
    return {Path(name.replace(".after.", ".")): path.read_bytes() for path, name in names.items()}


def sources_of(files: Iterable[Path]) -> list[str]:
    """Return the names of what is compiled."""
    return sorted(str(name) for name in files if name.suffix in (".c", ".cpp"))


def module_of(situation: Path) -> str:
    """Return the name of the module: that of the folder, if a macro writes the init function."""
    sources = [data.decode("utf-8", "replace") for name, data in originals(situation).items() if name.suffix != ".h"]
    found = re.search(r"^(?:PyMODINIT_FUNC +)?PyInit_(\w+)\(", "\n".join(sources), re.MULTILINE)
    return found.group(1) if found else situation.name
