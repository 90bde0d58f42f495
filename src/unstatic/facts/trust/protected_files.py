"""Where nothing is edited: outside of the project, and in what a program writes anew each time."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.facts.trust.outside_includers import outside_includers
from unstatic.facts.trust.outside_users import outside_use
from unstatic.facts.trust.python_code import written_files
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.project.discovery.declared import HEADER_SUFFIXES
from unstatic.project.discovery.files import ProjectFiles, build_requirements
from unstatic.project.discovery.generators import GENERATORS, generator_of, script_of
from unstatic.text.source import Span

_VENDORED = frozenset({"vendor", "vendored", "_vendor", "third_party", "third-party", "thirdparty", "3rdparty"})
_CLINIC_START = b"[clinic start generated code]*/"
_CLINIC_END = b"/*[clinic end generated code"


def protected_use(model: Extension, symbol: str, besides: Container[tuple[Path, int]] = ()) -> Obstacle | None:
    """Return why the first place that can't be edited and that declares or uses *symbol* can't, or None.

    Places in sources that aren't compiled here can't, either.

    *besides* are places that can be edited all the same.
    """
    places = [(use.path, use.offset) for use in model.uses.get(symbol, ())]
    places += [(one.path, one.name_span.start) for one in model.by_symbol.get(symbol, ())]
    places = [place for place in places if place not in besides]
    found = next((found for path, offset in places if (found := protected(model, path, offset))), None)
    return found or outside_use(model, symbol)


def protected(model: Extension, path: Path, offset: int) -> Obstacle | None:
    """Return why a place can't be edited, or None if it can."""
    file = _file(model, path)
    if file.foreign:
        return Obstacle(file.foreign, "foreign-file", model.location(path, offset))
    name = file.generator or ("Argument Clinic" if any(offset in span for span in file.clinic) else "")
    if not name:
        return None
    advice = next((one.advice for one in GENERATORS if one.name == name), "that script, and run it again")
    return Obstacle(f"{name} writes: change {advice}", "generated-file", model.location(path, offset))


@dataclass(frozen=True, slots=True)
class _File:
    """What keeps a file, or parts of it, from being edited."""

    foreign: str
    """Why it isn't the project's own, as a clause about the file; empty if it is."""
    generator: str
    """The program that wrote all of it, or the project's own script; empty if a person did."""
    clinic: tuple[Span, ...]
    """The parts that Argument Clinic wrote."""


@fact
def _file(model: Extension, path: Path) -> _File:
    if not path.is_relative_to(model.root):
        return _File("lies outside of the project, or is made by its build", "", ())
    folder = _vendored(model, path)
    if folder:
        return _File(f"belongs to a library that is kept in {folder}/: migrate it where it comes from", "", ())
    if path in model.kept_files:
        return _File(f"is part of {model.kept_files[path]} as well, which needs it otherwise", "", ())
    if path in (outside := outside_includers(model)):
        return _File(f"{outside[path].relative_to(model.root)} includes into what this build doesn't compile", "", ())
    file = model.files.get(path)
    data = file.source.data if file is not None else b""
    generator = generator_of(data)
    clinic = tuple(_clinic_spans(data)) if _CLINIC_START in data else ()
    return _File("", generator.name if generator else _own_script(model, data), clinic)


def _own_script(model: Extension, data: bytes) -> str:
    """Return the script of the project that wrote a file, by its path, or "": an old head may name one that is gone."""
    named = Path(script_of(data))
    scripts = written_files(model.root, (named.name,)) if named.name else ()
    found = (path for path in scripts if path.parts[-len(named.parts) :] == named.parts)
    return next((str(path.relative_to(model.root)) for path in found), "")


def _vendored(model: Extension, path: Path) -> str:
    """Return the name of the folder for libraries of others that *path* lies in, unless the module does too (G134).

    A folder of headers that is called as what the build requires, `include/zope.proxy`, holds a copy of these.
    """
    inside = [one for one in path.parents if one.is_relative_to(model.root) and not model.main_path.is_relative_to(one)]
    required = _required(model) if path.suffix in HEADER_SUFFIXES else frozenset()
    for one in inside:
        name = one.name.lower()
        copied = name.replace("-", "_") in required and not any(unit.is_relative_to(one) for unit in model.units)
        if name in _VENDORED or copied:
            return one.name
    return ""


@fact
def _required(model: Extension) -> frozenset[str]:
    return build_requirements(ProjectFiles(model.root))


def _clinic_spans(data: bytes) -> Iterator[Span]:
    start = data.find(_CLINIC_START)
    while start != -1:
        end = data.find(_CLINIC_END, start)
        if end == -1:
            return
        yield Span(start + len(_CLINIC_START), end)
        start = data.find(_CLINIC_START, end)
