"""Sizes of sheets."""


def exercise(module):
    size, margin = module.a4(), module.a4_margin()
    assert type(size) is module.size and tuple(size) == (210, 297)
    assert type(margin) is module.margin and margin.height == 25
    return [size, margin]
