"""What counts as a day."""

import datetime


def exercise(module):
    assert module.is_day(datetime.date(2020, 2, 29))
    return [module.zone()]


def check(module):
    assert module.Date is datetime.date
    assert module.zone() is datetime.timezone.utc  # noqa: UP017 - Python 3.9
    assert module.is_day(datetime.datetime(2020, 2, 29))
    assert not module.is_day(datetime.timedelta(1))
