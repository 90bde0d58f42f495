"""Set hooks and drop them again; what the module points to is kept here as long as it may be used."""

import gc
import weakref


class Hook:
    def __call__(self, *args):
        return ["called", *args]


def exercise(module):
    assert module.call_hook(1) is None
    hook = Hook()
    module.set_hook(hook)
    result = module.call_hook(1)
    assert result == ["called", 1] and module.get_last() is result
    result = module.call_hook(2)
    assert result == ["called", 2] and module.get_last() is result
    module.clear_hook()
    assert module.call_hook(3) is None
    names = {"shelf": 1}
    assert module.set_names(names)
    assert module.has_name("shelf") and not module.has_name("box")
    assert not module.set_names([])
    assert not module.has_name("shelf")
    return []


def check(module):
    for _ in range(100):
        exercise(module)
    hook = Hook()
    dead = weakref.ref(hook)
    module.set_hook(hook)
    module.clear_hook()
    del hook
    gc.collect()
    assert dead() is None
