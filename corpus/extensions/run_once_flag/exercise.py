"""Raise the module's own error, and make instances of its type."""


def exercise(module):
    box = module.Box()
    try:
        module.fail()
    except Exception as error:
        assert type(error).__name__ == "Error"
        assert type(error).__module__ == "run_once_flag"
    else:
        raise AssertionError
    return [box]


def check(module):
    exercise(module)
