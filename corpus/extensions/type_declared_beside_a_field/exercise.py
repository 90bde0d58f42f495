"""A type and an exception that two sources share by a header."""


def exercise(module):
    box = module.Box()
    try:
        module.fail()
    except module.Error as error:
        assert str(error) == "no"
    else:
        raise AssertionError("no error")
    return [box]
