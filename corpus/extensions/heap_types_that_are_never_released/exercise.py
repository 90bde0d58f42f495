"""Boxes and trays, some of which hold themselves."""

import gc


def exercise(module):
    tray = module.Tray()
    tray.__init__(tray)
    assert module.box(5).content() == 5
    return [module.box(5), module.Tray(tray)]


def check(module):
    class Drawer(module.Tray):
        pass

    drawer = Drawer()
    drawer.__init__([drawer])
    del drawer
    gc.collect()
    assert isinstance(module.box(module.Tray()).content(), module.Tray)
