"""What keeps a subject is told by the obstacles that stand by themselves, its own and those of what it follows."""

from __future__ import annotations

from unstatic.reporting.causes import causes, unblockings


def subject(name: str, *obstacles: tuple[str, str]) -> dict[str, object]:
    told = [{"rule": rule, "follows": follows, "reason": f"for {rule}"} for rule, follows in obstacles]
    return {"name": name, "outcome": "refused", "rule": told[0]["rule"], "reason": "", "obstacles": told}


def rules(*kinds: str, **parts: object) -> list[list[str]]:
    extension = {"types": [], "globals": [], "init": None, **parts}
    return [list(found) for found in causes(extension, *kinds)]


def test_own_obstacles_are_causes() -> None:
    box = subject("Box", ("runtime-slot", ""), ("type-ready", ""))

    assert [["runtime-slot", "type-ready"]] == rules("types", types=[box])


def test_obstacles_of_what_it_follows_are_causes() -> None:
    parts = {
        "types": [subject("Box", ("init", "init:PyInit_box"), ("type-ready", ""))],
        "globals": [subject("cache", ("callback", ""))],
        "init": subject("PyInit_box", ("load-once", "global:cache")),
    }

    assert [["type-ready", "callback"]] == rules("types", **parts)
    assert [["callback"]] == rules("init", **parts)


def test_what_two_do_to_each_other_has_its_cause_in_the_rest() -> None:
    box = subject("Box", ("shared-slot", "type:Lid"), ("runtime-slot", ""))
    lid = subject("Lid", ("shared-slot", "type:Box"))

    assert [["runtime-slot"], ["runtime-slot"]] == rules("types", types=[box, lid])


def test_a_circle_without_cause_is_told_by_its_reason() -> None:
    box, lid = subject("Box", ("shared-slot", "type:Lid")), subject("Lid", ("shared-slot", "type:Box"))

    assert [["shared-slot"], ["shared-slot"]] == rules("types", types=[box, lid])


def test_what_moves_has_no_causes() -> None:
    assert [] == rules("types", types=[{"name": "Box", "outcome": "migrated", "rule": "heap-types", "obstacles": []}])


def freed(**parts: object) -> list[tuple[list[str], int, int]]:
    found = unblockings({"types": [], "globals": [], "init": None, **parts})
    return [([one["rule"] for one in item.obstacles], item.types, item.objects) for item in found]


def test_what_frees_most_for_each_obstacle_comes_first() -> None:
    box = subject("Box", ("runtime-slot", ""), ("type-ready", ""))
    lids = [subject(name, ("runtime-slot", "")) for name in ("Lid", "Rim")]

    assert [(["runtime-slot"], 2, 0), (["runtime-slot", "type-ready"], 3, 0)] == freed(types=[box, *lids])


def test_types_and_objects_that_wait_for_one_are_freed_together() -> None:
    parts = {
        "types": [subject("Box", ("init", "init:PyInit_box"))],
        "globals": [subject("cache", ("callback", ""))],
        "init": subject("PyInit_box", ("load-once", "global:cache")),
    }

    assert [(["callback"], 1, 1)] == freed(**parts)


def test_a_circle_without_cause_is_freed_by_its_own_reasons() -> None:
    box, lid = subject("Box", ("shared-slot", "type:Lid")), subject("Lid", ("shared-slot", "type:Box"))

    assert [(["shared-slot"], 2, 0)] == freed(types=[box, lid])


def test_what_moves_needs_nothing() -> None:
    assert [] == freed(types=[{"name": "Box", "outcome": "migrated", "rule": "heap-types", "obstacles": []}])
