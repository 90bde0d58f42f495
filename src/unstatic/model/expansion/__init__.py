"""What macros expand to, token by token, with the place at which each token is written (G130, G131).

Clang says what an expansion means; this says which bytes of which macro body, or of which argument, made it. An edit in
a macro's body is right only if it's right for every expansion, so each of them must be known.
"""

from __future__ import annotations

from unstatic.model.expansion.definitions import Definitions
from unstatic.model.expansion.expander import Expander
from unstatic.model.expansion.made import Expanded, MacroKey, Made, Place, Unfollowed, text_of

__all__ = ["Definitions", "Expanded", "Expander", "MacroKey", "Made", "Place", "Unfollowed", "text_of"]
