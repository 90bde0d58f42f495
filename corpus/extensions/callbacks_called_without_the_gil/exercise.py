"""Readers that go forward."""


def exercise(module):
    reader = module.Reader(3)
    assert reader.forward() == 4
    assert reader.forward() == 5
    return [reader]


def check(module):
    exercise(module)
    try:
        module.Reader(1000).forward()
    except module.ReaderError as error:
        assert str(error) == "too far"
    else:
        raise AssertionError("too far")
