"""Open and close doors by functions that are given to others."""


def exercise(module):
    door = module.Door()
    assert door.open() == "done 2"
    assert door.is_open
    door.close()
    assert not door.is_open
    found = [*module.doors(True), *module.doors(False), *module.closed_doors()]
    assert [item.is_open for item in found] == [True, True, False, False, False]
    assert all(type(item) is module.Door for item in found)
    return [door, *found]


def check(module):
    try:
        module.fail()
    except module.DoorError as error:
        assert str(error) == "no door"
    else:
        raise AssertionError("no error")
