"""Instances of subclasses, alone and in cycles with their module, and what the tables hold afterwards."""

import gc


def kinds(module):
    class Deep(module.Text):
        def __del__(self):
            assert self.level is not None

    class Noted(module.Record):
        def __del__(self):
            self.note = None

    return Deep, Noted


def exercise(module):
    text = module.Text("a")
    text.level = 2
    deep, noted = kinds(module)
    other = deep("b")
    other.level = 3
    assert (text.level, other.level) == (2, 3)
    assert module.count()[0] >= 2
    return [str(text), str(other), text.level, module.Record("r"), noted("s")]


def check(module):
    gc.collect()
    before = module.count()
    deep, noted = kinds(module)
    for number in range(50):
        text, other, record = module.Text(number), deep(number), noted(str(number))
        text.level, other.level = number, number
        record.remark(number)
        record.own, other.own = [record, module], [other, module]
        assert module.count()[0] == before[0] + 2
        assert module.count()[2] == before[2] + 1
        del text, other, record
        gc.collect()
    assert module.count() == before
    ended = module.ended()
    module.Record("x")
    assert module.ended() == ended + 1
    try:
        raise KeyError("pending")
    except KeyError:
        del deep, noted
        gc.collect()


def instances(module):
    deep, noted = kinds(module)
    made = [deep(number) for number in range(9)] + [noted(str(number)) for number in range(9)]
    for one in made:
        one.own = made
        one.module = module
    return made
