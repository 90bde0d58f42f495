"""Lengths, whose types stand in tables."""


def exercise(module):
    metre, foot = module.Metre(2.0), module.Foot(3.0)
    assert (metre.number, foot.number) == (2.0, 3.0)
    assert module.is_in(metre, 0) and module.is_in(foot, 1)
    assert not module.is_in(metre, 1)
    assert isinstance(metre, module.Length)
    return [metre, foot, module.Length(1.0)]


def check(module):
    assert module.Metre.__mro__ == (module.Metre, module.Length, object)
    try:
        module.is_in(1, 2)
    except ValueError as error:
        assert str(error) == "no such unit"
    else:
        raise AssertionError("no error")
