"""Sizes, and the error of one below zero."""


def exercise(module):
    assert module.size(7) == 14 and module.size(1000) == 200
    try:
        module.size(-1)
    except module.SizeError as error:
        assert str(error) == "sizes have no sign"
    else:
        raise AssertionError
    return []
