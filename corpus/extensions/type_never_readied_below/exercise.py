"""Iterators must not be handed out: before the migration, a look at their unfinished type crashes."""


def exercise(module):
    countdown = module.Countdown(3)
    assert list(countdown) == [3, 2, 1]
    assert sum(countdown) == 6
    first, *_ = countdown
    assert first == 3
    assert list(module.Countdown(-1)) == []
    return [countdown]


def check(module):
    assert max(module.Countdown(10**5)) == 10**5
    assert 2 in module.Countdown(3)
    try:
        module.Countdown("x")
    except TypeError:
        return
    raise AssertionError("no error")
