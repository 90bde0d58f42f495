"""Ask boxes for their types, again and again."""


def exercise(module):
    box = module.Box(3)
    assert box.kind is module.Box
    assert box.__reduce__() == (module.Box, (3,))
    assert module.is_box(box) and not module.is_box(3)
    assert module.last_value() == 3
    return [box]


def check(module):
    for _ in range(100):
        exercise(module)
