"""Ask boxes for their types."""


def exercise(module):
    box = module.Box(3)
    same = module.Box(box)
    assert same == box and same.value == 3 and same != module.Box() and box != 3
    assert box.kind is module.Box is box.same_class
    assert box.__reduce__() == (module.Box, (3,))
    assert box.pair() == (module.Box, 3)
    assert box.describe(1) == "int"
    try:
        module.lid_of(1)
    except TypeError as error:
        assert str(error) == "no lids for int"
    else:
        raise AssertionError
    return [box, same, box.copy(), module.lid_of(box)]


def check(module):
    for _ in range(100):
        exercise(module)
