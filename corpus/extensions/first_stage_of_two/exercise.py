"""A box, and numbers in order."""


def exercise(module):
    box = module.Box()
    box.set(3)
    bag = module.Bag()
    bag.set(box)
    return [bag, box, box.get(), module.order(2, 1), module.is_box(box)]


def check(module):
    assert module.order(2, 1) == (1, 2)
    assert module.is_box(module.Box())
    assert not module.is_box(module.Bag())

    class Own(module.Box):
        pass

    assert module.is_box(Own())
    try:
        module.order(-1, 2)
    except module.error as error:
        assert str(error) == "negative"
    else:
        raise AssertionError("no error")
