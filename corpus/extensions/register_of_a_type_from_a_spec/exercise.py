"""Boxes that count as collections.abc.Sized."""

import collections.abc


def exercise(module):
    box = module.Box(3)
    assert isinstance(box, collections.abc.Sized)
    try:
        module.Box(-1)
    except ValueError:
        raise
    except Exception as error:
        assert type(error).__name__ == "BoxError"
    return [box, len(box)]
