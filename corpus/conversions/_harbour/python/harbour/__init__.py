"""Berths in a harbour, with the names of some ships."""

import os


class Delay(Exception):
    """A ship has to wait."""


try:
    import _harbour
    from _harbour import Berth
except ImportError:
    # There would be a slower one.
    _harbour = Berth = None


def guide(ship):
    """Return what the pilot says."""
    return ship + " comes in"


if _harbour is not None:
    _harbour.appoint(guide)


def ships():
    """Return names of ships."""
    with open(os.path.join(os.path.dirname(__file__), "ships.txt"), encoding="utf-8") as stream:
        return stream.read().split()
