"""Listen to messages: each is an object of a type that only the callback makes."""

import sys


def exercise(module):
    summary = module.listen(print, 0)
    assert tuple(summary) == (0, 0)
    heard = []
    if sys.version_info >= (3, 12):
        # Before, PyGILState_Ensure waits for ever in other interpreters.
        assert module.listen(heard.append, 3).count == 3
        assert [message.number for message in heard] == [0, 1, 2]
        assert type(heard[0]).__name__ == "Message"
    return [summary]


def check(module):
    assert module.listen(print, 0).first == 0
