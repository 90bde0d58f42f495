import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

import unstatic
from unstatic.migration.report import ExtensionReport, Holds, Residue, SubjectReport, inventory, summary, to_json
from unstatic.text.source import Location

SCHEMA = json.loads((Path(unstatic.__file__).parent / "migration" / "report.schema.json").read_text(encoding="utf-8"))

POINT = SubjectReport("Point", "type", "migrate", "a static type", "heap-types", Location(Path("g.c"), 12, 1))
CACHE = SubjectReport("cache", "global", "refuse", "no route from callback", "no-route", Location(Path("g.c"), 3, 18))
INIT = SubjectReport("PyInit_g", "init", "migrate", "single-phase", location=Location(Path("g.c"), 90, 1))
PARTIAL = ExtensionReport(
    "g",
    "partial",
    files=("g.c",),
    types=(POINT,),
    globals=(CACHE,),
    init=INIT,
    residue=(Residue("counter", Location(Path("g.c"), 5, 12), "written at run time", "plain-state", "data"),),
    claims={"multiple_interpreters": "not supported", "gil": "used"},
    notes=("name guessed from the file",),
    lines_added=20,
    lines_removed=1,
)
EMPTY = ExtensionReport("e", "nothing-to-do")


@pytest.mark.parametrize("reports", [[], [PARTIAL], [EMPTY, PARTIAL]])
def test_json_follows_the_schema(reports: list[ExtensionReport]) -> None:
    jsonschema.validate(json.loads(json.dumps(to_json(reports))), SCHEMA)


def test_the_schema_refuses_other_outcomes() -> None:
    document = json.loads(json.dumps(to_json([EMPTY])).replace("nothing-to-do", "great"))

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA)


def test_json_speaks_of_what_was_done() -> None:
    (extension,) = json.loads(json.dumps(to_json([PARTIAL])))["extensions"]

    assert ["migrated", "refused"] == [extension["types"][0]["outcome"], extension["globals"][0]["outcome"]]
    assert {"path": "g.c", "line": 3, "column": 18} == extension["globals"][0]["location"]


def test_the_inventory_names_every_subject() -> None:
    expected = """\
g: g.c
  1 type (1 to migrate); 1 global (1 to refuse); initialisation: single-phase
g.c:12:1: migrate: a static type [type:Point] (heap-types)
g.c:3:18: refuse: no route from callback [global:cache] (no-route)
g.c:90:1: migrate: single-phase [init:PyInit_g]
g.c:5:12: remains (C data): written at run time [counter] (plain-state)
  left static: no Python objects, 1 variable with C data
  gil: used
  multiple interpreters: not supported
  note: name guessed from the file
"""

    assert expected == inventory([PARTIAL])


def test_the_summary_tells_numbers_and_what_remains() -> None:
    expected = """\
g: partial; 1 type and 0 globals moved; 20 lines added, 1 removed
g.c:3:18: refuse: no route from callback [global:cache] (no-route)
g.c:5:12: remains (C data): written at run time [counter] (plain-state)
  left static: no Python objects, 1 variable with C data
  gil: used
  multiple interpreters: not supported
  note: name guessed from the file"""

    assert expected == summary([PARTIAL])


def test_objects_that_remain_are_counted_apart() -> None:
    held: tuple[Holds, ...] = ("objects", "data", "")
    places = tuple(Residue(f"v{number}", None, "why", "rule", holds) for number, holds in enumerate(held))

    assert "  left static: 1 Python object, 1 variable with C data" in summary([replace(PARTIAL, residue=places)])

    assert "  left static: 1 Python object, 1 variable with C data" in summary(
        [replace(PARTIAL, residue=tuple(places))]
    )


def test_the_summary_of_nothing_is_short() -> None:
    assert "e: nothing to do" == summary([EMPTY])


@pytest.mark.parametrize(
    ("report", "expected"), [(PARTIAL, True), (EMPTY, False), (ExtensionReport("f", "failed"), True)]
)
def test_refusals_are_noticed(report: ExtensionReport, expected: bool) -> None:
    assert expected == report.has_refusals
