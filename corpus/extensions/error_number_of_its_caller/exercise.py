"""Pipes that aren't there."""

import errno


def exercise(module):
    for _ in range(3):
        try:
            module.drain(-1)
        except Exception as error:
            # That of the module that was imported last.
            assert (type(error).__name__, error.args[0]) == ("Error", errno.EBADF)
        else:
            raise AssertionError
    return [module.Error]
