"""Send messages, which the callback notes."""

import sys


def exercise(module):
    if sys.version_info >= (3, 12):
        # Before, PyGILState_Ensure waits for ever in other interpreters.
        assert module.send("here") == 0
        assert module.messages()[-1] == "here"
    return [module.messages()]


def check(module):
    exercise(module)
