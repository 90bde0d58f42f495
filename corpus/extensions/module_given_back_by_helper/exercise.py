"""Numbers with a limit, which a helper of the initialisation sets."""

import contextlib


def exercise(module):
    with contextlib.suppress(module.RangeError):
        module.check(100)
    return [module.check(1)]


def check(module):
    module.check(99)
    try:
        module.check(100)
    except module.RangeError as error:
        assert str(error) == "100 is more than 99"
    else:
        raise AssertionError("100 was let through")
