"""Boxes of a type whose functions are called after the module."""


def exercise(module):
    box = module.Box([1])
    assert repr(box) == "<box of [1]>"
    assert repr(module.Box()) == "<box of None>"
    return [box, module.Box(box)]
