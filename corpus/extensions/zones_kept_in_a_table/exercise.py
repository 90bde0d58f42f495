"""Ask for moments in zones that the module keeps."""


def exercise(module):
    moment = module.zone(3)
    assert moment.utcoffset().seconds == 3 * 3600
    assert module.zone(3).tzinfo is moment.tzinfo
    assert type(moment.tzinfo) is module.Zone
    try:
        module.zone(24)
    except ValueError as error:
        assert str(error) == "hours must be in 0..23"
    else:
        raise AssertionError
    return [moment, moment.tzinfo]


def check(module):
    exercise(module)
