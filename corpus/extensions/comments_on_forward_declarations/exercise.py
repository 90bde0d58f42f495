"""Boxes and lids."""


def exercise(module):
    box, lid = module.make(), module.again(1)
    assert type(box).__name__ == "Box" and type(lid).__name__ == "Lid"
    return [box, lid]
