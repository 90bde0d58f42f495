"""After a migration every token that spells a migrated name is accounted for: in our extensions, and in packages."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from harness.accounting import Account, account
from harness.projects import PACKAGES, own_extension, published

from unstatic import pipeline
from unstatic.settings import config

# Names in macros, in other #if groups, in several units and in locals of the same name.
SITUATIONS = (
    "names_made_by_macros",
    "same_named_statics_in_two_units",
    "uses_in_other_branches",
    "variable_called_state",
)


def accounts(root: Path) -> list[Account]:
    """Return the accounts of the extensions of a project of which anything is migrated."""
    settings = config.load(root)
    found = []
    for extension in pipeline.load([root], settings):
        outcome = pipeline.run(extension, settings)
        if outcome.plan is not None and outcome.plan.changes_anything:
            found.append(account(extension, settings, outcome))
    return found


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_name_of_our_extensions_is_accounted_for(name: str, tmp_path: Path) -> None:
    (found,) = accounts(own_extension(name, tmp_path))

    assert found.named > 0
    assert () == found.unexplained, str(found)


def test_a_use_that_was_left_behind_is_found(tmp_path: Path) -> None:
    root = own_extension("variable_called_state", tmp_path)
    settings = config.load(root)
    (extension,) = pipeline.load([root], settings)
    outcome = pipeline.run(extension, settings)
    assert outcome.plan is not None
    migrated = next(item.name for item in outcome.report.globals if item.outcome == "migrate")
    late = f"\n#ifdef NEVER_DEFINED\nvoid late(void) {{ Py_CLEAR({migrated}); }}\n#endif\n#define LATE {migrated}\n"
    left = dataclasses.replace(outcome, after={path: data + late.encode() for path, data in outcome.after.items()})

    found = account(extension, settings, left)

    assert [migrated, migrated] == [name for name, _ in found.unexplained]


def test_the_parameters_of_a_macro_that_is_not_compiled_are_its_own(tmp_path: Path) -> None:
    root = own_extension("variable_called_state", tmp_path)
    settings = config.load(root)
    (extension,) = pipeline.load([root], settings)
    outcome = pipeline.run(extension, settings)
    migrated = next(item.name for item in outcome.report.globals if item.outcome == "migrate")
    late = f"\n#ifdef NEVER_DEFINED\n#define FLUSH(at, {migrated}) flush(at, {migrated})\n#endif\n"
    more = dataclasses.replace(outcome, after={path: data + late.encode() for path, data in outcome.after.items()})

    assert () == account(extension, settings, more).unexplained


@pytest.mark.corpus
@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_of_published_packages_is_accounted_for(name: str, tmp_path: Path) -> None:
    told = accounts(published(name, tmp_path))

    print(*told, sep="\n")
    assert told
    assert [] == [str(item) for item in told if item.unexplained]
