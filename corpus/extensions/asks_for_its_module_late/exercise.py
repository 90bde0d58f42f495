"""Tell boxes from others."""


def exercise(module):
    box = module.Box()
    assert module.is_box(box) and not module.is_box(1)
    return [box]


def check(module):
    exercise(module)
