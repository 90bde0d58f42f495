"""Parses C and C++ with libclang: a unit in, facts out. Nothing outside this package touches the parser."""

from unstatic.cparse.arguments import ParseOptions, defined, header_version
from unstatic.cparse.facts import (
    Declaration,
    Diagnostic,
    Inclusion,
    InitEntry,
    Linkage,
    MacroDefinition,
    MacroExpansion,
    ParsedUnit,
    Reference,
    SymbolKind,
    Unit,
)
from unstatic.cparse.inputs.headers import Missing, MissingHeader, check, errors_in, missing_headers
from unstatic.cparse.inputs.release import release_memory
from unstatic.cparse.unit import parse

__all__ = [
    "Declaration",
    "Diagnostic",
    "Inclusion",
    "InitEntry",
    "Linkage",
    "MacroDefinition",
    "MacroExpansion",
    "Missing",
    "MissingHeader",
    "ParseOptions",
    "ParsedUnit",
    "Reference",
    "SymbolKind",
    "Unit",
    "check",
    "defined",
    "errors_in",
    "header_version",
    "missing_headers",
    "parse",
    "release_memory",
]
