import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import unstatic
from unstatic.migration.report import ExtensionReport, Holds, Kind, Residue, SubjectReport, to_json
from unstatic.model.obstacle import Obstacle
from unstatic.reporting.inventory import inventory, summary
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
  1 type (1 to migrate); 1 global (1 to refuse); initialisation to migrate
g.c:3:18: refuse: no route from callback [global:cache] (no-route)
g.c:12:1: migrate: a static type [type:Point] (heap-types)
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


def refused(name: str, reason: str, *follows: str, kind: Kind = "global") -> SubjectReport:
    place = Location(Path("g.c"), 7, 1)
    found = tuple(Obstacle(reason, "static-owner", place, subject) for subject in follows)
    return SubjectReport(name, kind, "refuse", reason, "static-owner", place, obstacles=found)


def lines(*globals_: SubjectReport, **parts: Any) -> list[str]:
    report = ExtensionReport("g", "refused", globals=globals_, **parts)
    return [line for line in summary([report]).splitlines()[1:] if not line.startswith("  left static")]


def test_what_follows_is_told_below_what_it_follows() -> None:
    root = refused("root", "written by nobody", "")
    followers = [refused(name, "root stays", "global:root") for name in ("one", "two")]
    deeper = refused("three", "two stays", "global:two")

    expected = [
        "g.c:7:1: refuse: written by nobody [global:root] (static-owner)",
        "    keeps 3 globals static: one, three, two",
    ]
    assert expected == lines(followers[0], root, deeper, followers[1])


def test_what_has_a_reason_of_its_own_is_told_by_itself() -> None:
    root = refused("root", "written by nobody", "")
    other = refused("other", "root stays", "global:root", "")

    assert [f"[global:{name}] (static-owner)" for name in ("root", "other")] == [
        line.partition(" [")[1].strip() + line.partition(" [")[2] for line in lines(root, other)
    ]


def test_two_that_follow_each_other_are_both_told() -> None:
    left, right = refused("left", "right stays", "global:right"), refused("right", "left stays", "global:left")

    assert "left" in " ".join(lines(left, right))
    assert "right]" in " ".join(lines(left, right))


def test_what_moves_for_one_reason_is_told_once() -> None:
    names = ("one", "two")
    moving = [
        SubjectReport(name, "global", "migrate", "a pointer", "module-state", Location(Path("g.c"), 3, 1))
        for name in names
    ]

    text = inventory([ExtensionReport("g", "migrated", globals=tuple(moving))])

    assert "  2 globals migrate: a pointer (module-state)\ng.c:3:1: [global:one]\ng.c:3:1: [global:two]\n" in text


def test_claims_say_who_makes_them() -> None:
    claims = {"gil": "default", "multiple_interpreters": "shared-gil"}
    source = {"gil": "default", "multiple_interpreters": "none"}

    text = summary([ExtensionReport("g", "migrated", claims=claims, source_claims=source)])

    assert "  gil: default (as in the source)\n" in text
    assert "  multiple interpreters: shared-gil (declared by unstatic; in the source: none)" in text


def test_what_could_not_be_read_comes_first() -> None:
    report = ExtensionReport(
        "g", "refused", globals=(refused("root", "written by nobody", ""),), incomplete=("no h.h",)
    )

    assert "  incomplete: no h.h" == summary([report]).splitlines()[1]


def test_the_initialisation_is_told_though_it_follows() -> None:
    root = refused("root", "written by nobody", "")
    init = refused("PyInit_g", "it could be loaded once", "global:root", kind="init")
    other = refused("other", "the initialisation stays", "init:PyInit_g")

    expected = ["[init:PyInit_g] (static-owner)", "keeps 1 global static: other", "[global:root] (static-owner)"]
    assert all(end in line for end, line in zip(expected, lines(root, other, init=init), strict=True))


def test_one_reason_at_one_place_is_told_once() -> None:
    assert ["g.c:7:1: refuse: the macro makes it [global:a, global:b] (static-owner)"] == lines(
        refused("a", "the macro makes it", ""), refused("b", "the macro makes it", "")
    )


def test_what_remains_is_told_once() -> None:
    root = refused("f.root", "written by nobody", "")
    residue = Residue("root", root.location, root.reason, root.rule, "objects")

    assert 1 == len(lines(root, residue=(residue,)))
    kept = replace(root, outcome="keep", obstacles=())
    text = inventory([ExtensionReport("g", "refused", globals=(kept,), residue=(replace(residue, holds="data"),))])
    assert "g.c:7:1: keep (C data): written by nobody [global:f.root] (static-owner)" in text
    assert "remains" not in text


def test_many_that_stay_for_one_reason_are_told_in_part() -> None:
    places = [Location(Path("g.c"), line, 1) for line in range(1, 9)]
    kept = tuple(
        replace(refused(f"v{at.line}", "a macro makes it", ""), outcome="keep", obstacles=(), location=at)
        for at in places
    )
    residue = tuple(Residue(f"call{at.line}", at, "it binds to the process", "process-state", "") for at in places)
    found = inventory([ExtensionReport("g", "refused", globals=kept, residue=residue)]).splitlines()

    assert 5 == sum("[global:v" in line for line in found) == sum("[call" in line for line in found)
    assert "  3 more places: a macro makes it (static-owner), see --report" in found
    assert "  3 more places: it binds to the process (process-state), see --report" in found


def test_all_refusals_for_one_reason_are_told() -> None:
    many = [
        replace(refused(f"v{line}", "a macro makes it", ""), location=Location(Path("g.c"), line, 1))
        for line in range(1, 9)
    ]
    assert 8 == len(lines(*many))


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
