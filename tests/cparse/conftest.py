from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from unstatic.cparse import ParsedUnit, ParseOptions, parse


@dataclass(frozen=True)
class Unit:
    path: Path
    arguments: tuple[str, ...] = ()
    language: str = "c"


@pytest.fixture
def parsed(tmp_path: Path) -> Callable[..., ParsedUnit]:
    """Parse a text as `m.c` (or `m.cpp`), next to other files."""

    def run(
        text: bytes,
        *arguments: str,
        language: str = "c",
        files: Mapping[str, bytes] | None = None,
        unsaved: Mapping[str, bytes] | None = None,
        options: ParseOptions | None = None,
    ) -> ParsedUnit:
        for name, data in (files or {}).items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(data)
        path = tmp_path / ("m.c" if language == "c" else "m.cpp")
        path.write_bytes(text)
        memory = {tmp_path / name: data for name, data in (unsaved or {}).items()}
        return parse(Unit(path, arguments, language), tmp_path, options, memory)

    return run
