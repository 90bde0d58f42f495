"""The number of live handles, which dealloc counts down."""

import gc


def exercise(module):
    before = module.count()
    handle = module.open("me")
    assert handle.owner == "me"
    assert module.count() == before + 1
    other = module.open([])
    assert module.count() == before + 2
    return [handle, other]


def check(module):
    gc.collect()
    before = module.count()
    handles = [module.open(number) for number in range(50)]
    assert module.count() == before + 50
    del handles
    gc.collect()
    assert module.count() == before
    assert error_of(module.open, None) == "HandleError: a handle needs an owner"
    assert issubclass(module.HandleError, Exception)
    assert error_of(type(module.open(1))) == "TypeError: cannot create 'counter_in_dealloc.Handle' instances"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
