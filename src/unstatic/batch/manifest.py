"""Manifests: the packages of a batch in TOML, each with options of its own."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path

from unstatic.batch.packages import Package, stem
from unstatic.batch.requirements import checked_hash, label, parsed
from unstatic.errors import UsageError
from unstatic.system import parsed_files as toml

_KEYS = ("name", "path", "requirement", "sha256", "options")


def read(path: Path) -> Sequence[Package]:
    """Return the packages of the manifest at *path*. Raises UsageError for what isn't understood."""
    try:
        table = toml.toml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, toml.TOMLDecodeError) as error:
        raise UsageError(f"{path}: can't be read as a manifest: {error}; docs/batch.md shows one") from error
    entries = table.get("package")
    if not isinstance(entries, list) or not entries:
        raise UsageError(f'{path}: names no package; write [[package]] tables with path = "…" or requirement = "…"')
    return [_package(f"{path}: package {number}", path.parent, item) for number, item in enumerate(entries, 1)]


def _package(place: str, folder: Path, entry: object) -> Package:
    if not isinstance(entry, dict):
        raise UsageError(f"{place}: must be a table; write [[package]] above its keys")
    for key in entry:
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(_KEYS)}"
            raise UsageError(f"{place}: unknown key {key}; {hint}")
    where, requirement = _text(place, entry, "path"), _text(place, entry, "requirement")
    if bool(where) == bool(requirement):
        raise UsageError(f"{place}: give it either a path or a requirement")
    digest = _text(place, entry, "sha256")
    hashes = (checked_hash(place, f"sha256:{digest}"),) if digest else ()
    arguments = _options(place, entry.get("options", []))
    if requirement:
        name = _name(place, entry, label(parsed(place, requirement)))
        return Package(name, requirement=requirement, hashes=hashes, arguments=arguments)
    path = (folder / where).resolve()
    if not path.exists():
        raise UsageError(f"{place}: there is no {path}; paths are relative to the manifest")
    if digest and path.is_dir():
        raise UsageError(f"{place}: sha256 is that of an archive, but {path} is a folder; leave it out")
    return Package(_name(place, entry, stem(path.name)), path, hashes=hashes, arguments=arguments)


def _name(place: str, entry: Mapping[str, object], default: str) -> str:
    name = _text(place, entry, "name") or default
    if name != Path(name).name or name.startswith("."):
        raise UsageError(f"{place}: name {name!r} can't be the name of a folder")
    return name


def _text(place: str, entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key, "")
    if not isinstance(value, str):
        raise UsageError(f"{place}: {key} must be a text, not {value!r}")
    return value


def _options(place: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f'{place}: options must be a list of texts, as in: options = ["--min-python", "3.10"]')
    return tuple(value)
