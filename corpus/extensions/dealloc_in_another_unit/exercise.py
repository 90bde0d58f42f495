"""Boxes and lids of all that there is."""

import gc


def exercise(module):
    made = module.box(3), module.lid([])
    assert gc.is_tracked([])
    return list(made)


def check(module):
    for make in (module.box, module.lid):
        whole = []
        whole.append(make(whole))
        del whole
    gc.collect()
