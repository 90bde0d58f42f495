"""A reader whose engine calls back for what it finds."""


def exercise(module):
    reader = module.Reader(3)
    assert reader.read(4) == 12
    group = reader.read(-2)
    assert group.size() == 2
    return [reader, group]


def check(module):
    assert module.Reader(0.5).read(3) == 1.5
    try:
        module.Reader(1).read("x")
    except TypeError:
        pass
    else:
        raise AssertionError("nothing raised")
