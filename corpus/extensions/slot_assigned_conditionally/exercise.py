"""Secrets, shown or not."""

import os


def exercise(module):
    secret = module.Secret("a")
    assert repr(secret) == ("Secret('a')" if "SHOW_SECRETS" in os.environ else "Secret(...)")
    return [secret, module.Hint()]


def check(module):
    try:
        module.Secret()
    except TypeError:
        return
    raise AssertionError("no error")
