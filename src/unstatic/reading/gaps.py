"""Why a unit wasn't read as a whole, with what a person can do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unstatic.cparse.facts import ParsedUnit
from unstatic.cparse.inputs.headers import MissingHeader, missing_header, missing_headers
from unstatic.errors import ParseError

_TOO_DEEP = "bracket nesting level exceeded"
# GNU C has them and Clang doesn't; a brace that is missing before is an error of its own.
_NESTED_FUNCTION = "function definition is not allowed here"
_CIRCLE = "#include nested too deeply"
_INSTRUCTION_HEADERS = ("intrin.h", "arm_neon.h", "arm_sve.h", "altivec.h", "cpuid.h", "s390intrin.h", "wasm_simd128.h")


def gaps_of(parsed: ParsedUnit) -> Iterator[ParseError]:
    """Yield why a unit wasn't read as a whole. Raises ParseError where what stands behind may be lost altogether."""
    headers = list(_missing(parsed))
    yield from headers
    for item in parsed.diagnostics:
        file = parsed.files.get(item.path) if item.path else None
        where = file.location(item.offset) if file else item.path or parsed.path
        if item.message.startswith(_CIRCLE):
            raise ParseError(f"{where}: {item.message}: the file ends up including itself; give it an include guard")
        if item.message.startswith(_TOO_DEEP):
            raise ParseError(f"{where}: {item.message}; simplify the code there, or leave the source out")
        # The names of types that a missing header declares make casts unreadable: one reason is enough.
        if item.is_syntax and file is not None and not headers and item.message != _NESTED_FUNCTION:
            advice = "if it compiles for you, pass --capture, or the -D and -I of its build; else mend it"
            yield ParseError(f"{where}: doesn't parse: {item.message}; {advice}")


def told_once(gaps: Iterable[ParseError]) -> Iterator[str]:
    """Yield the texts of *gaps*, each once; a header that isn't found with the first place that asks for it."""
    places: dict[str, list[str]] = {}
    for gap in gaps:
        text, place = str(gap), ""
        if isinstance(gap, MissingHeader):
            text, place = text.removeprefix(gap.includer), gap.includer
        known = places.setdefault(text, [])
        if place not in known:
            known.append(place)
    for text, asking in places.items():
        yield asking[0] + text + (f" (asked for in {len(asking)} places)" if len(asking) > 1 else "")


def _missing(parsed: ParsedUnit) -> Iterator[MissingHeader]:
    """Yield the headers that aren't found, but for a compiler's own headers for machine instructions."""
    for item in missing_headers(parsed):
        if not item.name.endswith(_INSTRUCTION_HEADERS):
            yield missing_header(item, parsed.files.get(item.path) if item.path else None)
