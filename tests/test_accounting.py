"""After a migration every token that spells a migrated name is accounted for: in our extensions, and in packages."""

from __future__ import annotations

import dataclasses
import shutil
import tomllib
from pathlib import Path

import pytest
from harness import pins, sdists
from harness.accounting import Account, account

from unstatic import config, pipeline
from unstatic.building import interpreters

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
# Names in macros, in other #if groups, in several units and in locals of the same name.
SITUATIONS = (
    "names_made_by_macros",
    "same_named_statics_in_two_units",
    "uses_in_other_branches",
    "variable_called_state",
)
PACKAGES = (
    *("bitarray", "bitstruct", "cbor2", "ephem", "hiredis", "immutables", "llist", "maxminddb", "mmh3", "multidict"),
    *("posix-ipc", "py-radix", "py2bit", "pyahocorasick", "pylibacl", "pyrsistent", "python-ldap", "python-rapidjson"),
    *("regex", "simplejson", "xxhash", "zfec"),
)
SETUP = "from setuptools import Extension, setup\nsetup(ext_modules=[Extension({name!r}, sources={units!r})])\n"


def accounts(root: Path) -> list[Account]:
    """Return the accounts of the extensions of a project of which anything is migrated."""
    settings = config.load(root)
    found = []
    for extension in pipeline.load([root], settings):
        outcome = pipeline.run(extension, settings)
        if outcome.plan is not None and outcome.plan.changes_anything:
            found.append(account(extension, settings, outcome))
    return found


def project(name: str, folder: Path) -> Path:
    """Return a copy of one of our own extensions, as a project."""
    source = CORPUS / "extensions" / name
    units = tomllib.loads((source / "expect.toml").read_text(encoding="utf-8")).get("units", ["module.c"])
    for path in source.iterdir():
        if path.suffix in (".c", ".h") and ".after" not in path.name and path.stem != "after":
            shutil.copy(path, folder)
    (folder / "setup.py").write_text(SETUP.format(name=name, units=units), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_name_of_our_extensions_is_accounted_for(name: str, tmp_path: Path) -> None:
    (found,) = accounts(project(name, tmp_path))

    assert found.named > 0
    assert () == found.unexplained, str(found)


def test_a_use_that_was_left_behind_is_found(tmp_path: Path) -> None:
    root = project("variable_called_state", tmp_path)
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
    root = project("variable_called_state", tmp_path)
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
    pin = pins.read(CORPUS / f"{name}.toml")
    archive = sdists.fetch(pin, tmp_path / "sdists", tmp_path / "log")
    python = next(found for minor in ("3.12", "3.13", "3.11") if (found := interpreters.find(minor)) is not None)
    told = accounts(sdists.unpack(archive, tmp_path / "tree", pin, python, tmp_path))

    print(*told, sep="\n")
    assert told
    assert [] == [str(item) for item in told if item.unexplained]
