"""Two types that another unit makes ready and adds."""


def exercise(module):
    ring = module.Ring()
    ring.put(1)
    other = module.Ring()
    other.put("two")
    ring.merge(other)
    assert list(ring) == [1, "two"]
    return [ring, iter(ring)]


def check(module):
    class Sub(module.Ring):
        pass

    sub = Sub()
    for number in range(10):
        sub.put(number)
    assert list(sub) == list(range(2, 10))
    sub.merge(sub)
    assert type(iter(sub)) is type(iter(module.Ring()))
    try:
        sub.merge([])
    except TypeError as error:
        assert str(error) == "a Ring is required"
    else:
        raise AssertionError("no error")
