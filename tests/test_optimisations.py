"""What makes runs fast changes nothing of what they find: parsed headers and kept results, in packages and our own."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from harness.projects import PACKAGES, own_extension, published

from unstatic import pipeline
from unstatic.cache.inputs import Disk
from unstatic.cache.results import kept, key_of, known
from unstatic.cparse import ParseOptions, parse
from unstatic.cparse.native import library
from unstatic.cparse.references import Walk
from unstatic.cparse.rows import Rows
from unstatic.migration.outcome import Outcome
from unstatic.project.scan import ExtensionInput
from unstatic.settings import config
from unstatic.settings.config import Settings
from unstatic.system.store import Store


def assert_nothing_changes(root: Path, cache: Path) -> None:
    """Compare the facts of every unit and the outcome of every extension with all optimisations off and on."""
    plain = dataclasses.replace(config.load(root), precompiled=None)
    fast = dataclasses.replace(plain, precompiled=cache)
    units = 0
    for extension in pipeline.load([root], plain):
        for unit in extension.units:
            units += 1
            with everything_asked():
                facts = parse(unit, extension.root)
            assert all(facts == parse(unit, extension.root, ParseOptions(precompiled=cache)) for _ in range(2))
        first = pipeline.run(extension, plain)
        assert first == fast_outcome(extension, fast, Store(cache))
        assert first == known(Store(cache), key_of("run", extension, fast), Disk())
    assert units


@contextmanager
def everything_asked() -> Iterator[None]:
    """Let Python ask the parser about each place and be led through each table, as if no short cut were known."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "available", lambda: None)
        patch.setattr(Rows, "learn", lambda rows, code, file, offset: rows.at(-1))
        patch.setattr(Walk, "_names_nothing", lambda walk, value: False)
        yield


def fast_outcome(extension: ExtensionInput, settings: Settings, store: Store) -> Outcome:
    """Return the outcome of a run with parsed headers, and keep it."""
    return kept(store, key_of("run", extension, settings), extension, lambda: pipeline.run(extension, settings))


@pytest.fixture
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("name", ["names_made_by_macros", "same_named_statics_in_two_units", "uses_in_other_branches"])
def test_optimisations_change_nothing_for_our_extensions(name: str, tmp_path: Path, cache: Path) -> None:
    assert_nothing_changes(own_extension(name, tmp_path), cache)


@pytest.mark.corpus
@pytest.mark.parametrize("name", PACKAGES)
def test_optimisations_change_nothing_for_published_packages(name: str, tmp_path: Path, cache: Path) -> None:
    assert_nothing_changes(published(name, tmp_path), cache)
