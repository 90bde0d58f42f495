"""Handles that a pool closes later, also those of subclasses: nothing is left of them then, and of no type."""

import gc
import sys


def exercise(module):
    pool = module.Pool()

    class Named(module.Handle):
        pass

    for make in (module.Handle, Named):
        make(pool)
        assert pool.drain() == 1
        assert pool.drain() == 0
        try:
            make(1)
        except TypeError as error:
            assert "pools.Pool" in str(error) or "Pool" in str(error)
        else:
            raise AssertionError("a pool was expected")
    del Named
    gc.collect()
    held = module.Handle.__new__(module.Handle)
    return [pool, held]


def check(module):
    class Named(module.Handle):
        pass

    pool = module.Pool()
    for make in (module.Handle, Named):
        gc.collect()
        before = sys.getrefcount(make)
        for _ in range(40):
            make(pool)
        assert pool.drain() == 40
        assert sys.getrefcount(make) == before, (make, before)
