"""Types that are called without a tuple of arguments."""


def exercise(module):
    class Crate(module.Box):
        """What is derived is made by tp_new."""

    boxes = [module.Box(1), module.Box(boxed := []), Crate("crate"), Crate.__new__(Crate, 2)]
    boxed.append(boxes[1])
    assert [box.value for box in boxes] == [1, boxed, "crate", 2]
    return [*boxes, module.Lid()]


def check(module):
    # tp_vectorcall says something else than tp_new would.
    for arguments in ((), (1, 2)):
        try:
            module.Box(*arguments)
        except module.EmptyError as error:
            assert str(error) == "a box holds one value"
        else:
            raise AssertionError
    try:
        module.Lid(1)
    except TypeError as error:
        assert str(error) == "a lid takes nothing"
    else:
        raise AssertionError
