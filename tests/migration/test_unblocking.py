"""What `scan --unblock` proposes, done: the named places are edited, and as much moves as it promised."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from unstatic.cli import main

CASES = Path(__file__).resolve().parents[2] / "rewrites"
PRESET = """\
    Level_Type.tp_dict = PyDict_New();
    if (Level_Type.tp_dict == NULL)
        return NULL;
    if (PyDict_SetItemString(Level_Type.tp_dict, "__hash__", Py_None) < 0)
        return NULL;
"""
Edit = tuple[str, str]


def refused(path: Path, capfd: pytest.CaptureFixture[str]) -> set[str]:
    assert 0 == main(["scan", "--quiet", "--format", "json", str(path)])
    (extension,) = json.loads(capfd.readouterr().out)["extensions"]
    return {one["name"] for one in (*extension["types"], *extension["globals"]) if one["outcome"] == "refused"}


@pytest.mark.parametrize(
    ("case", "promise", "freed", "edits"),
    [
        pytest.param(
            "heap_types/cases/refuses_type_readied_twice",
            "1 change frees 1 type:",
            {"Counter_Type"},
            [("    return PyType_Ready(&Counter_Type);", "    return 0;")],
            id="a type that is made ready twice",
        ),
        pytest.param(
            "type_dicts/cases/refuses_dictionary_with_special_names",
            "3 changes free 1 type:",
            {"Level_Type"},
            [(PRESET, "")],
            id="a type with a dict of its own",
        ),
        pytest.param(
            "module_state/cases/refuses_borrowed_stores",
            "1 change frees 1 global:",
            {"parked"},
            [("    return parked;", "    Py_XINCREF(parked);\n    return parked;")],
            id="objects that are borrowed",
        ),
    ],
)
def test_the_proposed_edits_free_what_they_promise(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], case: str, promise: str, freed: set[str], edits: Sequence[Edit]
) -> None:
    text = (CASES / case / "before.c").read_text()
    path = tmp_path / "x.c"
    path.write_text(text)
    before = refused(path, capfd)
    assert 0 == main(["scan", "--quiet", "--unblock", str(path)])
    told = capfd.readouterr().out
    named = {int(number) for number in re.findall(r"x\.c:(\d+):\d+: ", told)}
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)

    assert promise in told
    assert freed == before - refused(path, capfd)
    assert named, "no place is named that an edit could be made at"
