"""Streams that hold each other, and code that runs while one of them goes."""

import gc


class Collecting:
    def __del__(self):
        gc.collect()


def exercise(module):
    handler, stream = module.Handler(), module.Stream()
    handler.formatter = [1]
    stream.stream = handler
    stream.filters.append(2)
    assert ([2], None, handler) == (stream.filters, stream.formatter, stream.stream)
    return [module.Filter(), handler, stream]


def check(module):
    class Loud(module.Stream):
        pass

    for kind in (module.Handler, module.Stream, Loud):
        made = kind()
        made.formatter = Collecting()
        made.filters.append(Collecting())
        if kind is not module.Handler:
            made.stream = Collecting()
        del made
    assert [] == Loud().filters
