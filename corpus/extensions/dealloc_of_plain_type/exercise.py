"""Instances that change the module's data when they go, also when the module is on its way out."""

import gc
import importlib.util
import sys


def exercise(module):
    ticket = module.Ticket()
    assert ticket.number > 0
    return [ticket]


def check(module):
    gc.collect()
    before = module.lent()
    tickets = [module.Ticket() for _ in range(5)]
    numbers = sorted(ticket.number for ticket in tickets)
    assert len(set(numbers)) == 5
    view = memoryview(tickets[0])
    assert module.lent() == before + 6
    view.release()
    del tickets, view
    assert module.lent() == before
    assert sorted(module.Ticket().number for _ in range(1))[0] in numbers
    check_outlived(module)
    check_cycles(module)


def copy_of(module):
    """Return another module from the same file."""
    spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def check_outlived(module):
    """Instances, and views of them, live longer than their module."""
    other = copy_of(module)
    tickets = [other.Ticket() for _ in range(10)]
    view = memoryview(other.Ticket())
    del other
    gc.collect()
    del tickets[::2]
    view.release()
    del tickets[:]
    gc.collect()


def check_cycles(module):
    """Instances that a cycle holds, collected together with what else held their module."""
    for _ in range(3):
        other = copy_of(module)
        cycle = [other, other.Ticket(), memoryview(other.Ticket())]
        cycle.append(cycle)
        del other, cycle
        gc.collect()
    assert module.__name__ in sys.modules
