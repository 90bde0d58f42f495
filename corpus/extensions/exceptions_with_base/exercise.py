"""Four exceptions, three of them derived from the first."""


def exercise(module):
    module.acquire("door", 1)
    try:
        module.acquire("door", 2)
    except module.BusyError as error:
        assert str(error) == "door is held by 1"
        assert isinstance(error, module.Error)
    else:
        raise AssertionError("acquired twice")
    module.release("door", 1)
    return [module.Error(), module.BusyError("x")]


def check(module):
    assert error_of(module.release, "gate", 1) == "ExistentialError: gate doesn't exist"
    module.acquire("gate", 1)
    assert error_of(module.release, "gate", 2) == "PermissionsError: not yours"
    module.release("gate", 1)
    for name in ("PermissionsError", "ExistentialError", "BusyError"):
        assert getattr(module, name).__bases__ == (module.Error,)
        assert getattr(module, name).__module__ == "exceptions_with_base"
    assert module.Error.__bases__ == (Exception,)
    assert module.ExistentialError.__doc__ == "No such name."
    assert (module.WAIT_FOREVER, module.VERSION) == (-1, "1.0")
    assert error_of(module.acquire, 1, 2).startswith("TypeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
