"""A type that a header declares in the half for its own module, and not in the half for others."""


def exercise(module):
    box = module.Box()
    assert module.is_box(box)
    assert not module.is_box(1)
    return [box]


def check(module):
    class Other:
        pass

    assert not module.is_box(Other())
