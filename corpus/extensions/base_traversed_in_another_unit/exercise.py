"""Boxes, crates and subclasses of both, alone and in cycles."""

import gc
import weakref


def exercise(module):
    box, crate = module.Box(3), module.Crate(4)
    crate.label("heavy")
    return [box.holds(3), box.holds(crate), crate.holds(box), crate.holds(5)]


def check(module):
    for base in (module.Box, module.Crate):

        class Sub(base):
            pass

        for kind in (base, Sub):
            items = []
            items.append(kind(items))
            if base is module.Crate:
                items[0].label(items)
            del items
        one = Sub(None)
        one.self = one
        gone = weakref.ref(one)
        del one, Sub, kind
        gc.collect()
        assert gone() is None
