"""Compare the types of boxes."""


def exercise(module):
    box = module.Box()
    assert box.same(module.Box()) and not box.same(1)
    return [box]


def check(module):
    exercise(module)
