"""What is added up, by a library that shows nothing of what it keeps."""


def exercise(module):
    module.start()
    total = module.add(1)
    module.stop()
    return [total]


def check(module):
    assert error_of(module.add, 5) == "TallyError: not started"
    module.start()
    assert error_of(module.add, -1) == "TallyError: below zero"
    assert (module.add(2), module.add(3)) == (2, 5)
    module.stop()


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
