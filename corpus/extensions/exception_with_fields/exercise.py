"""Exceptions with objects of their own."""


def exercise(module):
    error = module.Error("broken", 7)
    assert error.code == error.args == ("broken", 7)
    holder = [module.Error(1)]
    holder[0].again = holder
    return [error, *holder]


def check(module):
    class Fault(module.Error):
        """One that Python code derives."""

    try:
        module.fail(3)
    except module.Error as error:
        assert isinstance(error, Exception) and error.code == (3,)
    else:
        raise AssertionError
    assert str(Fault("late")) == "late" and Fault("late").code == ("late",)
