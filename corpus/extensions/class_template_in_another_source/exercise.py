"""Set levels inside and outside of the bounds."""


def exercise(module):
    meter = module.Meter()
    assert [meter.set(level) for level in (0, 99, 101, -101)] == [0, 99, 100, -100]
    return [meter]


def check(module):
    class Gauge(module.Meter):
        pass

    assert Gauge().set(3) == 3
    try:
        module.Meter() + 1
    except TypeError:
        pass
    else:
        raise AssertionError
