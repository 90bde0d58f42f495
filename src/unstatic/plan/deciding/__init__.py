"""Model + settings -> plan: all choosing, every refusal included, happens here."""

from __future__ import annotations

from unstatic.plan.deciding.all_obstacles import Obstacles, all_obstacles, with_obstacles
from unstatic.plan.deciding.choices import Choices, selected_rewrites
from unstatic.plan.deciding.decide import decide

__all__ = ["Choices", "Obstacles", "all_obstacles", "decide", "selected_rewrites", "with_obstacles"]
