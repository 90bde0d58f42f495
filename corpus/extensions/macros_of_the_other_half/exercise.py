"""Boxes, which tell whether something is one."""


def exercise(module):
    box = module.Box()
    assert box.is_box(module.Box())
    assert not box.is_box(1)
    return [box]


def check(module):
    assert module.Box.__base__ is object
