"""Who needs the module state, and where each function gets it.

Nodes of the graph are functions and macros. What CPython calls (an entry) fetches the state from its own arguments;
everything else that needs it takes it as first parameter. A function that can't do either blocks what it reaches.
"""

from __future__ import annotations

from unstatic.facts.state.routes.functions import NO_WAY
from unstatic.facts.state.routes.route import Asking, Route, RouteKind, Routes
from unstatic.facts.state.routes.router import Router

__all__ = ["NO_WAY", "Asking", "Route", "RouteKind", "Router", "Routes"]
