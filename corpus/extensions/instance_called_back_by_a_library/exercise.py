"""Subscriptions that a library calls back, without the GIL and from their deallocator."""


def exercise(module):
    seen = []
    subscription = module.Subscription(seen.append)
    for number in range(3):
        subscription.send(number)
    assert all(map(module.is_message, seen))
    return [subscription, seen, module.Subscription(seen.append)]


def check(module):
    seen = []
    subscription = module.Subscription(seen.append)
    subscription.send(7)
    try:
        subscription.__init__(seen.append)
    except module.ClosedError:
        pass
    else:
        raise AssertionError("subscribed twice")
    del subscription
    assert [repr(message) for message in seen] == ["<Message 7>", "<Message -1>"], seen
    assert all(map(module.is_message, seen))
