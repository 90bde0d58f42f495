"""Boxes, and a test for them."""


def exercise(module):
    box = module.Box()
    assert module.is_box(box)
    assert not module.is_box(1)
    return [box]
