"""Slots that each build gives in another way, and that lead to the module's error in one of them."""


def exercise(module):
    box, other = module.Box(3), module.Box(2)
    assert box + other == 5
    assert box - other in (1, 5)
    assert repr(box) in ("Box(3)", "a box of 3")
    return [box, other]


def check(module):
    with_errors = repr(module.Box()) == "Box(0)"
    assert module.Box(3) - module.Box(2) == (1 if with_errors else 5)
    for wrong in (lambda: module.Box() - 1, lambda: 1 - module.Box()):
        try:
            wrong()
        except (module.BoxError, TypeError) as error:
            assert isinstance(error, module.BoxError) == with_errors
        else:
            raise AssertionError("subtracted")
    try:
        module.Box(-1)
    except module.BoxError as error:
        assert str(error) == "less than nothing"
    else:
        raise AssertionError("made")

    class Sub(module.Box):
        pass

    assert Sub(3) + module.Box(1) == 4
    try:
        text = repr(Sub(101))
    except module.BoxError as error:
        assert with_errors and str(error) == "too full"
    else:
        assert text == "a box of 101"
