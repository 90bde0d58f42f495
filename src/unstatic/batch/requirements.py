"""Lists of source distributions, in the format of pip's requirements files: one per line, with or without hashes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from unstatic.batch.packages import Package, is_archive, stem
from unstatic.errors import UsageError

_HASH = re.compile(r"(sha256:[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128})")


def read(path: Path) -> Sequence[Package]:
    """Return the packages of a list. Raises UsageError with the line for what isn't understood.

    As with pip, one hash in the list makes hashes required in every line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{path}: can't be read as a list of requirements: {error}; write one per line, as in: name==1.0"
        ) from error
    found = [(place, _package(place, path.parent, line)) for place, line in _lines(path, text)]
    if not found:
        raise UsageError(f"{path}: names no package; write one requirement per line, as in: name==1.0")
    if any(package.hashes for _, package in found):
        for place, package in found:
            if not package.hashes:
                raise UsageError(
                    f"{place}: {package.source} has no hash, but others have; add --hash=sha256:…, as "
                    "`pip hash ARCHIVE` prints it"
                )
    return [package for _, package in found]


def _lines(path: Path, text: str) -> Iterator[tuple[str, str]]:
    """Yield each logical line with its place: a backslash at the end continues it, ` #` starts a comment."""
    start, held = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        start = start or number
        held += line.rstrip()
        if held.endswith("\\"):
            held = held[:-1] + " "
            continue
        held = re.sub(r"(^|\s)#.*", "", held).strip()
        if held:
            yield f"{path}:{start}", held
        start, held = 0, ""
    if held.strip():
        yield f"{path}:{start}", held.strip()


def _package(place: str, folder: Path, line: str) -> Package:
    words = re.split(r"\s+(?=--)", line)
    text = words[0].strip()
    if text.startswith("-"):
        raise UsageError(f"{place}: {text}: options aren't supported here; list the packages, and configure pip")
    hashes = tuple(_hash(place, option) for word in words[1:] for option in shlex.split(word))
    path = folder / text
    if is_archive(path) and not re.search(r"[<>=@]|://", text):
        if not path.is_file():
            raise UsageError(f"{place}: there is no file {path}; paths are relative to the list")
        return Package(stem(path.name), path.resolve(), hashes=hashes)
    requirement = parsed(place, text)
    return Package(label(requirement), requirement=text, hashes=hashes)


def parsed(place: str, text: str) -> Requirement:
    """Return the requirement that *text* states. Raises UsageError."""
    try:
        return Requirement(text)
    except InvalidRequirement as error:
        said = str(error).splitlines()[0]
        raise UsageError(f"{place}: {text!r} is no requirement: {said}; write it as in: name==1.0") from error


def label(requirement: Requirement) -> str:
    """Return the name of the package in its batch: with the version if that is pinned."""
    pins = [item.version for item in requirement.specifier if item.operator in ("==", "===")]
    return "-".join([canonicalize_name(requirement.name), *pins[:1]])


def _hash(place: str, option: str) -> str:
    value = option.removeprefix("--hash=")
    if value == option:
        raise UsageError(f"{place}: {option} isn't supported here; of pip's options only --hash=sha256:… is")
    return checked_hash(place, value)


def checked_hash(place: str, value: str) -> str:
    """Return *value* if it's a hash as pip writes it, `sha256:…`. Raises UsageError."""
    if not _HASH.fullmatch(value):
        raise UsageError(
            f"{place}: {value!r} is no hash: write sha256: and 64 hexadecimal digits, as `pip hash ARCHIVE` does"
        )
    return value
