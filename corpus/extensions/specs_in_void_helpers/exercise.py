"""Fill a box twice, put lids on boxes."""


def exercise(module):
    box = module.Box()
    box.put(1)
    try:
        box.put(2)
    except module.FullError as error:
        assert str(error) == "the box is full"
    else:
        raise AssertionError
    try:
        module.lid_for(1)
    except TypeError as error:
        assert str(error) == "lids are for boxes"
    return [box, module.lid_for(box)]


def check(module):
    exercise(module)
