"""Put numbers into boxes."""


def exercise(module):
    class Crate(module.Box):
        pass

    boxes = [module.Box(), module.Box(1.5), module.Box(number=2), Crate(3.5)]
    assert [box.open() for box in boxes] == [0.0, 1.5, 2.0, 3.5]
    return boxes


def check(module):
    try:
        module.Box("x")
    except TypeError:
        pass
    else:
        raise AssertionError
