"""An empty box that the module holds."""

import gc
import weakref


def exercise(module):
    assert module.empty.width() == 0
    box = type(module.empty)()
    assert (module.is_box(box), module.is_box(module.empty), module.is_lid(box)) == (True, True, False)
    return [box]


def check(module):
    twin = type(module)(module.__name__)
    seen = weakref.ref(twin)
    twin.empty = module.empty
    del twin
    gc.collect()
    assert seen() is None
