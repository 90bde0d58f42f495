"""What is told of subjects whose preparations were undone, as something else stays."""

from __future__ import annotations

from pathlib import Path

from unstatic import pipeline
from unstatic.settings.config import Settings

CASES = Path(__file__).resolve().parents[2] / "rewrites"
# A table of objects that nobody's rewrite can move, filled by the initialisation.
HOLDER = b"""\
static PyObject **slots;

static int
add_types(PyObject *module)
{
    slots = malloc(sizeof(PyObject *));
    if (slots == NULL) {
        return -1;
    }
    slots[0] = PyLong_FromLong(1);
"""


def test_what_preparations_take_away_is_no_reason(tmp_path: Path) -> None:
    source = tmp_path / "loop_over_types.c"
    code = (CASES / "type_tables" / "cases" / "loop_over_types" / "before.c").read_bytes()
    source.write_bytes(code.replace(b"static int\nadd_types(PyObject *module)\n{\n", HOLDER))

    (extension,) = pipeline.load([source], Settings())
    report = pipeline.scan(extension, Settings())

    told = {item.name: item.rule for item in (*report.types, *report.globals)}
    assert {
        "Box_Type": "load-once",
        "Lid_Type": "load-once",
        "add_types.types": "load-once",
        "slots": "object-holder",
    } == told
    assert not [item for item in report.residue if item.rule == "static-initialiser"]
