"""Whom warnings are told of when the module is imported once more."""

import sys
import warnings

_asked = []


def exercise(module):
    if not _asked:
        _asked.append(module.__name__)
        assert _told_of(module.__name__) == [_told_of.__code__.co_filename] * 2
    return [module.Box()]


def _told_of(name):
    """Return the files that the first warnings of an import here are told of."""
    kept = sys.modules.pop(name)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        __import__(name)
    sys.modules[name] = kept
    return [warning.filename for warning in caught[:2]]
