"""A table that stays one per process, and an error that every module has for itself."""


def exercise(module):
    module.add("tty0")
    assert module.count() >= 1
    return []


def check(module):
    before = module.count()
    module.add("a name that nobody else uses")
    assert module.count() >= before
    assert error_of(module, 3) == "a name is a text"


def error_of(module, name):
    try:
        module.add(name)
    except module.DeviceError as error:
        return str(error)
    return "nothing raised"
