"""A box that is closed until something is put in."""


def exercise(module):
    box = module.Box()
    box.put(3)
    return [box, box.value(), box.apply()]


def check(module):
    box = module.Box()
    for method in (box.value, box.apply):
        try:
            method()
        except module.error as error:
            assert str(error) == "the box is closed"
        else:
            raise AssertionError("no error")
    box.put(3)
    assert (box.value(), box.apply()) == (3, 3)
    box.put(4)
    assert (box.value(), box.apply()) == (3, 3)
