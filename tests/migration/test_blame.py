"""What doesn't compile is refused, and the rest migrates without it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.errors import RewriteError
from unstatic.migration import rewritten
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.protocol import Rewrite, load_passes
from unstatic.settings import config
from unstatic.text.edits import Change, Edit

ONE = """
typedef struct { PyObject_HEAD int value; } %(name)s;

static PyTypeObject %(name)s_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.%(name)s",
    .tp_basicsize = sizeof(%(name)s),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};
"""
INIT = """
static struct PyModuleDef pair_module = {PyModuleDef_HEAD_INIT, "pair", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_pair(void)
{
    PyObject *module = PyModule_Create(&pair_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Left_Type) < 0 || PyModule_AddType(module, &Right_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""


class Spoiled:
    """A rewrite that writes nonsense for some subjects."""

    def __init__(self, rewrite: Rewrite, subjects: frozenset[str], nonsense: bytes) -> None:
        self.name, self.title = rewrite.name, rewrite.title
        self._rewrite, self._subjects, self._nonsense = rewrite, subjects, nonsense

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        for change in self._rewrite.changes(model, plan):
            if change.subject not in self._subjects:
                yield change
                continue
            longest = max(change.edits, key=lambda edit: len(edit.new))
            wrong = replace(longest, new=longest.new.replace(b".basicsize", self._nonsense))
            yield replace(change, edits=tuple(wrong if edit is longest else edit for edit in change.edits))


def run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *subjects: str, nonsense: bytes = b".no_size"
) -> pipeline.Outcome:
    spoiled = [
        Spoiled(one, frozenset(subjects), b".no_size") if one.name == "heap-types" else one for one in load_passes()
    ]
    monkeypatch.setattr(rewritten, "load_passes", lambda: spoiled)
    text = "#include <Python.h>\n" + ONE % {"name": "Left"} + ONE % {"name": "Right"} + INIT
    path = folder / "pair.c"
    path.write_text(text, encoding="utf-8")
    settings = config.load(folder, {"min-python": "3.11"})
    (extension,) = pipeline.load([path], settings)
    return pipeline.run(extension, settings)


def test_all_is_well_without_nonsense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(tmp_path, monkeypatch).report.outcome == "migrated"


def test_the_other_type_migrates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = run(tmp_path, monkeypatch, "type:Right_Type")

    assert outcome.report.outcome == "partial"
    (refused,) = [item for item in outcome.report.types if item.outcome == "refuse"]
    assert ("Right_Type", "does-not-compile") == (refused.name, refused.rule)
    assert "no_size" in refused.reason
    after = outcome.after[Path("pair.c")]
    assert b"Left_spec" in after and b"static PyTypeObject Right_Type" in after


def test_nothing_is_left_to_migrate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = run(tmp_path, monkeypatch, "type:Left_Type", "type:Right_Type")

    assert {"does-not-compile"} == {item.rule for item in outcome.report.types}
    assert b"Left_spec" not in outcome.after.get(Path("pair.c"), b"")


def test_what_nobody_can_be_blamed_for_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewritten, "blamed", lambda *rest: frozenset())

    with pytest.raises(RewriteError, match="no_size"):
        run(tmp_path, monkeypatch, "type:Left_Type")


def test_what_visits_twice_isnt_given_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (heap_types,) = [item for item in load_passes() if item.name == "heap-types"]
    module = sys.modules[type(heap_types).__module__]
    case = Path(inspect.getfile(type(heap_types))).parent / "cases" / "field_that_traverse_forgot"
    source = tmp_path / "pair.c"
    source.write_bytes((case / "before.c").read_bytes())
    visits = module.missing_visits

    def doubled(model: Extension, symbol: str, forgotten: Sequence[str]) -> Iterator[Edit]:
        for edit in visits(model, symbol, forgotten):
            yield replace(edit, new=edit.new * 2)

    monkeypatch.setattr(module, "missing_visits", doubled)
    monkeypatch.setattr(rewritten, "blamed", lambda *rest: frozenset())
    (extension,) = pipeline.load([source], config.load(tmp_path, {}))

    with pytest.raises(RewriteError, match="stands there twice"):
        pipeline.run(extension, config.load(tmp_path, {}))
