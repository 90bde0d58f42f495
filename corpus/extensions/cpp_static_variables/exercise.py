"""Faces that know the names of their sides."""


def exercise(module):
    front, back, other = (module.Face(side) for side in range(3))
    assert front.side == "front"
    assert back.side == "back"
    assert other.side == ("front", "back")
    assert other.side is other.side
    assert module.kinds() is module.kinds()
    return [front, back, other]


def check(module):
    assert [module.Face(side).side for side in (1, 0, 2)] == ["back", "front", ("front", "back")]
    assert module.kinds() == {"kinds": []}
    module.kinds()["kinds"].append(1)
    assert module.kinds() == {"kinds": [1]}
    module.kinds()["kinds"].clear()
