"""Errors and lists that the module made."""

import sys


def exercise(module):
    assert module.registry() is module.REGISTRY
    first, second = module.shared()
    assert first is second
    for code, error in enumerate((module.ReadError, module.WriteError, module.SeekError)):
        try:
            module.fail(code)
        except error as raised:
            assert str(raised) == "failed"
        else:
            raise AssertionError("no error")
    return []


def check(module):
    kept = [module.registry(), module.shared()[0], module.ReadError, module.WriteError, module.SeekError]
    before = [sys.getrefcount(one) for one in kept]
    for _ in range(1000):
        exercise(module)
    assert [sys.getrefcount(one) for one in kept] == before
    # The globals don't need what the module's dictionary has.
    for name in ("REGISTRY", "ReadError", "WriteError", "SeekError"):
        value = getattr(module, name)
        delattr(module, name)
        setattr(module, name, value)
    exercise(module)
