"""Projects to try the tool on in memory: copies of our own extensions, and published packages."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

from harness import pins, sdists
from unstatic.system.building import interpreters

CORPUS = Path(__file__).resolve().parents[1]
PACKAGES = (
    *("bitarray", "bitstruct", "cbor2", "ephem", "hiredis", "immutables", "llist", "maxminddb", "mmh3", "multidict"),
    *("posix-ipc", "py-radix", "py2bit", "pyahocorasick", "pylibacl", "pyrsistent", "python-ldap", "python-rapidjson"),
    *("regex", "simplejson", "xxhash", "zfec"),
)
"""The pins that migrate without a build."""
_SETUP = "from setuptools import Extension, setup\nsetup(ext_modules=[Extension({name!r}, sources={units!r})])\n"


def own_extension(name: str, folder: Path) -> Path:
    """Return a copy of one of our own extensions in *folder*, as a project."""
    source = CORPUS / "extensions" / name
    units = tomllib.loads((source / "expect.toml").read_text(encoding="utf-8")).get("units", ["module.c"])
    for path in source.iterdir():
        if path.suffix in (".c", ".h") and ".after" not in path.name and path.stem != "after":
            shutil.copy(path, folder)
    (folder / "setup.py").write_text(_SETUP.format(name=name, units=units), encoding="utf-8")
    return folder


def published(name: str, folder: Path) -> Path:
    """Return the unpacked sdist of a pin, below *folder*, with what it needs to be read."""
    pin = pins.read(CORPUS / f"{name}.toml")
    archive = sdists.fetch(pin, folder / "sdists", folder / "log")
    python = next(found for minor in ("3.12", "3.13", "3.11") if (found := interpreters.find(minor)) is not None)
    return sdists.unpack(archive, folder / "tree", pin, python, folder)
