"""More points than the free list holds, over and over."""


def exercise(module):
    point = module.Point(1, -2)
    negative = -point
    assert repr(negative) == "Point(-1, 2)"
    assert module.origin_name() == "origin"
    return [point, negative, -negative]


def check(module):
    for _ in range(5):
        points = [module.Point(number, 0) for number in range(100)]
        assert repr(points[99]) == "Point(99, 0)"
        assert len(set(map(id, points))) == 100
    try:
        module.Point("x", 0)
    except TypeError:
        return
    raise AssertionError("no error")
