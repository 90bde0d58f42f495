"""Run a loop that calls back, with a budget, a handler that fails, and one that runs the loop itself."""


def exercise(module):
    assert module.run(lambda event: event.number, 5) == [0, 1, 2] and module.get_handled() == 3
    module.set_budget(4)
    assert module.run(lambda event: -event.number, 5) == [0, -1, -2, -3] and module.get_handled() == 4
    told = []

    def again(event):
        for call in (lambda: module.run(print, 1), lambda: module.set_budget(1)):
            try:
                call()
            except Exception as error:
                told.append(f"{type(error).__name__}: {error}")
        return event

    events = module.run(again, 2)
    assert told == ["LoopError: the loop runs already"] * 4 and [event.number for event in events] == [0, 1]
    module.set_budget(3)
    return [told, [type(event).__name__ for event in events]]


def check(module):
    assert module.run(lambda event: event, 0) == []
    module.set_budget(2)
    assert module.run(lambda event: None, 3) == [None, None]
    module.set_budget(3)
