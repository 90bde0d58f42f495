"""A module that starts in several phases, but whose type is one for all copies before the migration."""

import gc
import weakref


def exercise(module):
    tracer = module.Tracer(max)
    assert tracer(1, 2, key=int) == 2
    assert tracer.calls == 1
    silent = module.Tracer()
    assert silent() == "no callback"
    return [tracer, silent]


def check(module):
    class Logger(module.Tracer):
        pass

    assert Logger()() == "no callback"
    logger = Logger([].append)
    logger.__init__(logger)
    gone = weakref.ref(logger)
    del logger
    gc.collect()
    assert gone() is None
    assert error_of(module.Tracer, 1, 2) == "TypeError: Tracer() takes at most 1 argument (2 given)"
    assert error_of(module.Tracer(1)) == "TypeError: 'int' object is not callable"
    assert module.Tracer.__new__(module.Tracer)() == "no callback"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
