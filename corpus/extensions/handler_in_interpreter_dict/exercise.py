"""A handler and a filter from Python, called by C code that knows no module."""


def exercise(module):
    levels = []
    module.set_handler(levels.append)
    module.set_filter(lambda level: level > 1)
    try:
        assert module.get_handler() == levels.append
        module.report(1)
        module.report(2)
        module.report(3)
    finally:
        module.set_handler(None)
        module.set_filter(None)
    assert levels == [2, 3], levels
    assert module.get_handler() is None
    return []


def check(module):
    exercise(module)
    assert module.report(1) < module.report(1)
    for wrong in ((), (1,), (1, 2)):
        try:
            module.set_handler(*wrong)
        except TypeError:
            pass
        else:
            raise AssertionError(wrong)
    try:
        module.report("high")
    except TypeError:
        pass
    else:
        raise AssertionError("a level is a number")
    # What is set stays set while the interpreter ends.
    module.set_handler(print)
