"""Tickets with numbers."""

import signal


def exercise(module):
    return [module.ticket(), module.ticket()]


def check(module):
    first = module.ticket()
    assert module.ticket() == first + 1
    module.close_on(signal.SIGUSR1)
    signal.raise_signal(signal.SIGUSR1)
    try:
        module.ticket()
    except module.TicketError as error:
        assert str(error) == "closed"
    else:
        raise AssertionError("no error")
    module.close_on(signal.SIGUSR2)
    assert module.ticket() == first + 2
