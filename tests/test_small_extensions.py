"""
Every extension of corpus/extensions: migrates as expected, to the byte, and then behaves as before on every Python.

`UNSTATIC_UPDATE=1` rewrites the goldens (after.c) from what the migration gives; read the diff before you commit it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from harness import situations
from harness.compiler import has_compiler
from harness.migration import claim_of
from harness.passed import Passed
from harness.situations import Situation

from unstatic import pipeline
from unstatic.pipeline import Outcome
from unstatic.settings import config
from unstatic.system.building import interpreters
from unstatic.verify.findings import Finding, problems

EXTENSIONS = Path(__file__).resolve().parent.parent / "corpus" / "extensions"
SITUATIONS = {situation.folder.name: situation for situation in situations.read_all(EXTENSIONS)}
UPDATE = bool(os.environ.get("UNSTATIC_UPDATE"))

every_situation = pytest.mark.parametrize("name", SITUATIONS)


SETUP = """from setuptools import Extension, setup
setup(ext_modules=[Extension({module!r}, sources={units!r})])
"""


def migrated(
    situation: Situation, files: dict[str, bytes], folder: Path, headers: Path
) -> tuple[Outcome, dict[str, bytes]]:
    """Return the outcome for *files*, alone in *folder*, and all files after it."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    paths = [folder / situation.units[0]]
    if len(situation.units) > 1:
        # Nothing but a build file says that two sources make one extension.
        (folder / "setup.py").write_text(SETUP.format(module=situation.module, units=list(situation.units)))
        if situation.manifest is not None:
            (folder / "MANIFEST.in").write_bytes(situation.manifest)
        paths = [folder]
    settings = config.load(folder, {**situation.settings, **headers_of(situation)})
    settings = replace(settings, precompiled=headers)
    (extension,) = pipeline.load(paths, settings)
    outcome = pipeline.run(extension, settings)
    return outcome, {**files, **{str(path): data for path, data in outcome.after.items()}}


def headers_of(situation: Situation) -> dict[str, str]:
    """Return the setting for newer headers than this Python's, where the extension needs a newer Python."""
    if situation.python_min <= sys.version_info[:2]:
        return {}
    minor = ".".join(map(str, situation.python_min))
    python = interpreters.find(minor)
    if python is None:
        pytest.skip(f"no Python {minor} with headers here")
    return {"python-include": str(python.include)}


@every_situation
def test_migrates_as_expected(name: str, tmp_path: Path, headers: Path) -> None:
    situation = SITUATIONS[name]
    before = situation.before

    outcome, after = migrated(situation, before, tmp_path, headers)

    assert outcome.report.outcome == situation.outcome, outcome.report
    refused = {f"{found.kind}:{found.name}" for found in outcome.report.subjects if found.outcome == "refuse"}
    assert refused >= situation.refused
    if situation.outcome == "refused":
        assert after == before
        assert not situation.is_migrated
        return
    if UPDATE:
        update(situation, before, after)
    assert claim_of(outcome.report.claims) == situation.claim
    assert situation.is_migrated, "no after.c: run with UNSTATIC_UPDATE=1"
    assert after == situation.after


def update(situation: Situation, before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Write the goldens: one for each file that the migration changes."""
    for name, data in after.items():
        situation.golden(name).unlink(missing_ok=True)
        if data != before.get(name):
            situation.golden(name).write_bytes(data)


@every_situation
def test_second_run_finds_nothing(name: str, tmp_path: Path, headers: Path) -> None:
    situation = SITUATIONS[name]
    if not situation.is_migrated:
        pytest.skip("nothing is migrated")
    once = situation.after

    _, after = migrated(situation, once, tmp_path, headers)

    assert after == once


Pair = tuple[str, str]


@pytest.fixture(scope="session")
def examinations(
    request: pytest.FixtureRequest, builds: Path, passed: Passed
) -> Iterator[dict[Pair, Future[list[Finding]]]]:
    """Start the builds and probes of all selected tests at once, on every core; each test waits for its own."""
    selected = [item.callspec.params for item in request.session.items if _is_behaviour(item)]  # type: ignore[attr-defined]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = {}
        for params in selected:
            python = interpreters.find(params["minor"])
            if python is not None and has_compiler(python):
                pair = (params["name"], params["minor"])
                futures[pair] = pool.submit(situations.examined, SITUATIONS[pair[0]], python, builds, passed)
        yield futures
        for future in futures.values():
            future.cancel()


def _is_behaviour(item: pytest.Item) -> bool:
    return getattr(item, "originalname", "") == "test_behaves_as_before" and item.path == Path(__file__).resolve()


@pytest.mark.built(older=3)
@pytest.mark.parametrize("minor", interpreters.MINORS)
@every_situation
def test_behaves_as_before(name: str, minor: str, examinations: dict[Pair, Future[list[Finding]]]) -> None:
    situation = SITUATIONS[name]
    python = interpreters.find(minor)
    if python is None:
        pytest.skip(f"no Python {minor} with headers here")
    if not has_compiler(python):
        pytest.skip(f"no compiler {python.compiler[0]} here")
    if python.number < situation.python_min:
        pytest.skip(f"needs Python {'.'.join(map(str, situation.python_min))}")

    findings = examinations[name, minor].result()

    assert [str(finding) for finding in problems(findings)] == []
