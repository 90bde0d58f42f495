"""Counting references along the paths of a function: what it stores, returns and takes over.

Each path through a function is followed with the values of a few variables and the references that are held to
each. The answers are for those paths only; what can't be read on a path is in doubt, and says so.
"""

from unstatic.facts.references.paths.leftovers import Fixes, Ownership, fixes
from unstatic.facts.references.paths.states import TooManyPathsError
from unstatic.facts.references.paths.summaries import Summaries, summaries_of

__all__ = ["Fixes", "Ownership", "Summaries", "TooManyPathsError", "fixes", "summaries_of"]
