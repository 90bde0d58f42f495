"""The rows that say what the C API does: nothing else does, and CPython's own data agree."""

from __future__ import annotations

import ast
import ctypes
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from unstatic.capi import gil, memory, null, references, slots, types, versions
from unstatic.capi.formats import stolen_arguments
from unstatic.system.building import interpreters

ROOT = Path(__file__).parent.parent
CAPI = ROOT / "src" / "unstatic" / "capi"
# They run inside the interpreters that are judged, and know nothing of this package.
FOREIGN = (ROOT / "src" / "unstatic" / "verify" / "probes", ROOT / "src" / "unstatic" / "verify" / "recording")
API_NAME = re.compile(r"_?Py_?[A-Z]\w+|_Py\w+|(tp|nb|sq|mp|bf|am|m)_[a-z]\w*|METH_[A-Z]+")
COLLECTIONS = (ast.Set, ast.List, ast.Tuple, ast.Dict, ast.Call, ast.BinOp)


def texts(tree: ast.AST) -> Iterator[str]:
    """Yield the words of the string and bytes literals in *tree*."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            value = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            yield from value.split()


def tables(text: str) -> Iterator[str]:
    """Yield the module-level names of *text* that are given collections with names of the C API in them."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and isinstance(node.value, COLLECTIONS):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if any(API_NAME.fullmatch(word) for word in texts(node.value)):
                yield ast.unparse(target)


def test_a_table_is_seen() -> None:
    assert ["A", "B"] == list(tables('A = {b"Py_INCREF"}\nB: X = frozenset(b"x Py_DECREF".split())\nC = ("x", "main")'))


def test_no_other_module_has_a_table_of_the_api() -> None:
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "rewrites").rglob("*.py")]
    found = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in sorted(set(files))
        if CAPI not in file.parents and not any(folder in file.parents for folder in FOREIGN)
        for name in tables(file.read_text("utf-8"))
    ]

    assert [] == found


@pytest.mark.parametrize(
    "rows", [references.ROWS, slots.ROWS, memory.ROWS, gil.ROWS], ids=["references", "slots", "memory", "gil"]
)
def test_each_name_has_one_row(rows: tuple[references.Function, ...]) -> None:
    assert [] == [name for name, count in Counter(row.name for row in rows).items() if count > 1]


@pytest.mark.parametrize(
    ("text", "stolen"),
    [
        (b"(N)", {0}),
        (b"(iN)", {1}),
        (b"{s:N,s:O}", {1}),
        (b"s#N", {2}),
        (b"O&N", {2}),
        (b"(O)", set()),
        (b"", set()),
    ],
)
def test_format_tells_what_it_takes(text: bytes, stolen: set[int]) -> None:
    assert stolen == stolen_arguments(text)


def test_types_that_are_no_bases_are_those_of_the_running_python() -> None:
    """The class of each name, where this Python has it, can't be derived from."""
    found: dict[bytes, type] = {}
    for name in types.NO_BASES:
        try:
            address = ctypes.addressof(ctypes.c_char.in_dll(ctypes.pythonapi, name.decode()))
        except ValueError:
            continue
        found[name] = ctypes.cast(address, ctypes.py_object).value

    assert len(found) > 40
    assert [] == [name for name, kind in found.items() if kind.__flags__ & 1 << 10]
    assert b"PyList_Type" not in types.NO_BASES


@pytest.mark.parametrize("minor", interpreters.MINORS)
def test_names_came_with_the_python_that_their_rows_say(minor: str) -> None:
    python = interpreters.find(minor)
    if python is None:
        pytest.skip(f"no Python {minor} with headers here")
    headers = b"\n".join(path.read_bytes() for path in Path(python.include).rglob("*.h"))
    found = {name for name in versions.SINCE if re.search(rb"\b%s\b" % name.encode(), headers)}

    assert {name for name in versions.SINCE if not versions.is_missing(name, python.number)} == found


def gives_null(name: str, position: int) -> str:
    """Return a script that gives a function of the C API a NULL at one place, and something fitting at the others."""
    fitting = {"PySet": "set()", "PyList": "[1]", "PyTuple": "(1,)", "PyObject": "types.ModuleType('m')"}
    first = next((value for start, value in fitting.items() if name.startswith(start)), "{}")
    key = "b'key'" if name.endswith("String") else "0" if name.endswith("SetItem") and first != "{}" else "P('key')"
    key = "P(())" if name.startswith("PyObject_Call") else key
    given = [f"P({first})", key, "P(2**99)"]
    given[position] = "None"
    return f"import ctypes, types; P = ctypes.py_object; ctypes.PyDLL(None).{name}({', '.join(given)})"


@pytest.mark.skipif(sys.platform != "linux", reason="functions of the C API are found in the process itself")
@pytest.mark.parametrize(("name", "position"), [(name, at) for name in null.CRASHES for at in null.CRASHES[name]])
def test_null_crashes(name: bytes, position: int) -> None:
    if not hasattr(ctypes.pythonapi, name.decode()):
        pytest.skip("it is a macro")
    ended = subprocess.run(
        [sys.executable, "-c", gives_null(name.decode(), position)], check=False, capture_output=True
    )

    assert ended.returncode < 0
