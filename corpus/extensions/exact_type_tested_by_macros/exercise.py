"""Boxes that are finalised, of the type itself and of subclasses."""

import gc


def exercise(module):
    box = module.Box(3)
    assert box.item() == 3
    assert module.is_exact(box) and not module.is_exact(module.Crate([box]))
    return [box, module.Crate([box])]


def check(module):
    class Own(module.Box):
        pass

    class Late(module.Crate):
        __slots__ = ()

    gc.collect()
    finalised, others = module.freed()
    module.Box(), module.Crate()
    assert module.freed() == (finalised + 1, others)
    Own(), Late()
    assert module.freed() == (finalised + 2, others + 2)
    ring = []
    ring.append(module.Box(ring))
    ring.append(Own(ring))
    del ring
    gc.collect()
    assert module.freed() == (finalised + 4, others + 3)
