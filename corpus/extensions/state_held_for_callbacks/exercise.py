"""Feeds that send what they read to a list, or to a sink of the same module."""

import contextlib


def exercise(module):
    events = []
    feed = module.Feed(events)
    feed.send("3 pears")
    sink = module.Sink()
    other = module.Feed(sink)
    other.send("1 2")
    other.send("fig")
    for wrong in (module.Feed, feed.__init__, feed.send):
        with contextlib.suppress(TypeError, RuntimeError):
            wrong(7) if wrong is not feed.__init__ else wrong([])
    return [events, sink.counts]


def check(module):
    events = []
    module.Feed(events).send("3 pears")
    assert events == [("number", 3), ("word", "pears"), (None, None)]
    sink = module.Sink()
    feed = module.Feed(sink)
    feed.send("a b 5")
    assert sink.counts == (1, 3)
