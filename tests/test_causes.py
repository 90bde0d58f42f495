"""What keeps a subject is told by the obstacles that stand by themselves, its own and those of what it follows."""

from __future__ import annotations

from unstatic.batch.causes import causes


def subject(name: str, *obstacles: tuple[str, str]) -> dict[str, object]:
    told = [{"rule": rule, "follows": follows} for rule, follows in obstacles]
    return {"name": name, "outcome": "refused", "rule": told[0]["rule"], "obstacles": told}


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
