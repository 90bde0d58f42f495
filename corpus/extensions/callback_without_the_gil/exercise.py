"""A callable that a thread calls which Python didn't start."""


def exercise(module):
    thunk = module.Thunk(lambda calls: ("called", calls))
    thunk.run()
    thunk.run()
    assert module.last() == ("called", 2)
    return [thunk]


def check(module):
    assert module.last() is None or module.last()[0] == "called"
