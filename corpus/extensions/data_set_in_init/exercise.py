"""Counts that stay with the process go on while other modules are made."""

import importlib.util


def exercise(module):
    assert (1, 2) == module.sorted_pair(2, 1)
    compared, swapped, pending, in_table = module.counts()
    assert compared >= swapped >= 1 and pending > compared and in_table == compared
    return []


def check(module):
    exercise(module)
    before = module.counts()
    spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
    spec.loader.exec_module(importlib.util.module_from_spec(spec))

    assert before == module.counts()
