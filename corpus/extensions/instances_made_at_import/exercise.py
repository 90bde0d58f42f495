"""Instances that are there once the module is imported, of a type that makes them with tp_alloc and of a called one."""


def exercise(module):
    return [module.one, module.marker, module.count_down(2)]


def check(module):
    assert (int(module.one), int(module.two)) == (1, 2)
    assert type(module.marker).__name__ == "Marker"
    assert module.known == (type(module.count_down(3)),)
    assert list(module.count_down(3)) == [3, 2, 1]
