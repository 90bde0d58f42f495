"""Listen to messages: each is an object of a type that only the callback makes."""

import sys


def exercise(module):
    summary = module.listen(print, 0)
    assert tuple(summary) == (0, 0)
    heard = []
    if can_take_the_gil():
        assert module.listen(heard.append, 3).count == 3
        assert [message.number for message in heard] == [0, 1, 2]
        assert type(heard[0]).__name__ == "Message"
    return [summary]


def can_take_the_gil():
    """Tell whether PyGILState_Ensure works here: before 3.12 it waits for ever in other interpreters than the main."""
    if sys.version_info >= (3, 12):
        return True
    import _xxsubinterpreters as interpreters

    return interpreters.get_current() == interpreters.get_main()


def check(module):
    assert module.listen(print, 0).first == 0
