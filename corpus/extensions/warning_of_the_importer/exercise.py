"""Whom warnings are told of when the module is imported once more."""

import os
import sys
import warnings

_asked = []


def exercise(module):
    if not _asked:
        _asked.append(module.__name__)
        assert _told_of(module) == [_told_of.__code__.co_filename] * 2
    return [module.Box()]


def _told_of(module):
    """Return the files that the first warnings of an import here are told of."""
    name, folder = module.__name__, os.path.dirname(module.__file__)
    kept = sys.modules.pop(name, None)
    sys.path.insert(0, folder)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        __import__(name)
    sys.path.remove(folder)
    if kept is not None:
        sys.modules[name] = kept
    return [warning.filename for warning in caught[:2]]
