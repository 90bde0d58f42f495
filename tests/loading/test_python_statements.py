"""Statements of Python files are found without a look at their expressions."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from unstatic.facts.trust import python_code


@pytest.mark.parametrize("module", [ast, python_code])
def test_statements_come_in_the_order_of_all_nodes(module: object) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_bytes())  # type: ignore[attr-defined]

    found = [node for node in python_code.all_statements(tree) if isinstance(node, ast.stmt)]

    assert found == [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]


def test_statements_in_blocks_of_all_kinds_are_found() -> None:
    code = """try:
    import a
except* ValueError:
    import b
else:
    import c
finally:
    match c:
        case 1 if c: import d
async def f():
    async with a: import e
    while 1: import g
    else: import h
"""
    found = python_code.all_statements(ast.parse(code))

    assert {node.names[0].name for node in found if isinstance(node, ast.Import)} == set("abcdegh")
