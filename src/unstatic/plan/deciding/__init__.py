"""Model + settings -> plan: all choosing, every refusal included, happens here."""

from __future__ import annotations

from unstatic.plan.deciding.choices import Choices, selected_rewrites
from unstatic.plan.deciding.decide import decide

__all__ = ["Choices", "decide", "selected_rewrites"]
