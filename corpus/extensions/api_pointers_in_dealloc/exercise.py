"""Dates are told by a table of another module's C API, in deallocators too."""

import datetime


def exercise(module):
    calendar = module.Calendar()
    calendar.mark(datetime.date(2000, 2, 29))
    copy = calendar.copy()
    before = module.let_go()
    del calendar
    assert module.let_go() == before + 1
    return [copy]


def check(module):
    calendar = module.Calendar()
    calendar.mark(datetime.datetime(2000, 2, 29))
    try:
        calendar.mark("today")
    except TypeError as error:
        assert str(error) == "only a date can be marked"
    else:
        raise AssertionError("no error")
