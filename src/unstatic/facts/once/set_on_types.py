"""Attributes that the project's Python code sets on the extension's types, and that C code asks them for (G424).

A static type can be changed from Python only where its metaclass allows it, and is one per process: whoever imports the
extension again finds it changed. The types of a second module are others, and nobody sets anything on those.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from unstatic.c.lexer import TokenKind
from unstatic.facts.once.filled_from_python import Filling, imported_modules
from unstatic.facts.trust.python_code import parsed_source, source_of
from unstatic.facts.types.metaclasses import metaclass_of
from unstatic.model.extension import Extension, StaticType
from unstatic.model.fact import fact
from unstatic.system import reads
from unstatic.system.file_facts import file_fact

# Nothing but blanks, parentheses and what continues a line can stand before the sign.
_SET = re.compile(rb"\.[\s\\]*([^\W\d]\w*)[\s\\)]*=(?!=)")


def set_on_types(model: Extension, moving: Iterable[StaticType]) -> tuple[Filling, ...]:
    """Return what Python code sets on *moving* types, or may: what they are called there isn't followed."""
    if not any(_can_be_changed(model, static) for static in moving):
        return ()
    return _set_by_python(model)


def _can_be_changed(model: Extension, static: StaticType) -> bool:
    metaclass = metaclass_of(model, static)
    return metaclass is not None and any(metaclass.function(slot) for slot in ("tp_setattro", "tp_setattr"))


@fact
def _set_by_python(model: Extension) -> tuple[Filling, ...]:
    asked = _asked_for(model)
    found: dict[str, Filling] = {}
    for path in imported_modules(model).values():
        reads.record_texts((str(path),))
        names = _named_settings(path)
        if names is None or not names.isdisjoint(asked):
            for name, line in _settings(path).items():
                if name in asked:
                    found.setdefault(name, Filling(path, line, name))
    return tuple(found.values())


def _asked_for(model: Extension) -> frozenset[str]:
    """Return the texts that C code gives to functions: names of attributes are among them."""
    given = (
        token.text
        for symbol in model.functions
        for call in model.calls(symbol)
        for argument in call.arguments
        for token in argument
        if token.kind is TokenKind.STRING
    )
    return frozenset(text.strip(b'"').decode("latin-1") for text in given)


@file_fact
def _named_settings(path: Path) -> frozenset[str] | None:
    """Return what may be such attributes as far as the text tells, which is read faster; None where setattr may be."""
    data = source_of(path)
    return None if b"setattr" in data else frozenset(name.decode("latin-1") for name in _SET.findall(data))


@file_fact
def _settings(path: Path) -> dict[str, int]:
    """Return the attributes that a file sets on something that isn't called `self`, and the first line of each."""
    found: dict[str, int] = {}
    tree = parsed_source(path)
    for line, name in _set_in(tree) if tree is not None else ():
        found.setdefault(name, line)
    return found


def _set_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else ()
        for target in targets:
            if isinstance(target, ast.Attribute) and getattr(target.value, "id", "") != "self":
                yield target.lineno, target.attr
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr":
            name = node.args[1] if len(node.args) > 1 else None
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield node.lineno, name.value
