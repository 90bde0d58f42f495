"""Finalisers that change the module's data, also for sessions that are collected together with their module."""

import gc
import importlib.util


def exercise(module):
    class Named(module.Session):
        pass

    return [module.Session(), Named()]


def check(module):
    gc.collect()
    ended, noted = module.ended()
    session = module.Session()
    session.keep(session)
    del session
    gc.collect()
    assert module.ended() == (ended + 1, noted + 1)
    assert module.Session().keep(1) is None
    assert module.ended() == (ended + 2, noted + 2)
    for _ in range(3):
        collected_together(copy_of(module))
    gc.collect()


def copy_of(module):
    """Return another module from the same file."""
    spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def collected_together(module):
    """Leave cycles of sessions, a subclass, its instances and the module."""

    class Named(module.Session):
        pass

    for make in (module.Session, Named):
        session = make()
        session.keep([session, module, Named])
        module.__dict__.setdefault("kept", []).append(session)
