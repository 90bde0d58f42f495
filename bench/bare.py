"""Parse the sources of projects with libclang and look at nothing: what every scan takes at least.

    python -m bench.bare HEADERS PATH...

Python.h comes parsed from the cache, as in a `scan`; other `#if` groups aren't read.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from unstatic import pipeline
from unstatic.cparse import ParseOptions
from unstatic.cparse.arguments import arguments_for
from unstatic.cparse.library import load
from unstatic.cparse.unit import translation_unit
from unstatic.project.scan import Unit
from unstatic.settings import config
from unstatic.system.store import default_folder


def parse(unit: Unit, root: Path, options: ParseOptions) -> None:
    """Parse one source, as `unstatic.cparse.parse` does. Raises ParseError."""
    library = load(options.libclang)
    arguments = arguments_for(unit, root, options, library)
    with translation_unit(library, unit.path, unit.path, root, arguments, options, {}):
        pass


def main(arguments: Sequence[str]) -> None:
    """Parse every source of the projects at some paths, with the headers in the first argument's folder."""
    headers, *paths = map(Path, arguments)
    options = ParseOptions(python_include=(headers,), precompiled=default_folder())
    for path in paths:
        settings = config.load(config.project_root(path), {"python-include": headers})
        for extension in pipeline.load([path], settings):
            for unit in extension.units:
                parse(unit, extension.root, options)


if __name__ == "__main__":
    main(sys.argv[1:])
