"""Boxes that are closed, forgotten, and in cycles with what uses them when it ends."""

import gc
import sys


def failing(word):
    raise OSError(word)


class Holder:
    """Uses its box once more when it ends, in a cycle with it."""

    def __init__(self, kind, said):
        self.said = said
        self.box = kind(self.note)

    def note(self, word):
        self.said.append(word)

    def __del__(self):
        self.box.close()
        self.said.append("end")


def exercise(module):
    said = []
    box = module.Box(said.append)
    box.close()
    box.close()
    del box
    module.Box(said.append)
    try:
        raise KeyError("pending")
    except KeyError as error:
        module.Box(said.append)
        said.append(type(error).__name__)

    told = []
    hook, sys.unraisablehook = sys.unraisablehook, lambda given: told.append(given.exc_type.__name__)
    try:
        module.Box(failing)
    finally:
        sys.unraisablehook = hook
    broken = module.Box(failing)
    try:
        broken.close()
    except module.BoxError as error:
        said.append(str(error))
    return [said, told]


def check(module):
    said = []
    holder = Holder(module.Box, said)
    del holder
    gc.collect()
    assert sorted(said) == ["end", "shut"], said

    class Plain:
        pass

    plain = Plain()
    said.clear()
    plain.box = module.Box(lambda word, plain=plain: said.append(word))
    del plain
    gc.collect()
