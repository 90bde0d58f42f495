"""Model + settings -> plan: all choosing, every refusal included, happens here."""

from __future__ import annotations

from unstatic.plan.deciding.decide import Choices, decide, selected_rewrites

__all__ = ["Choices", "decide", "selected_rewrites"]
