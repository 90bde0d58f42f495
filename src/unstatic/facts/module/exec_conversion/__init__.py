"""What the function that builds the module does with the module object: how it becomes an exec function.

An exec function receives the module, returns 0 or -1, and owns no reference to the module (G101, G103).
"""

from __future__ import annotations

from unstatic.facts.module.exec_conversion.flow import InitFlow, ReturnSite
from unstatic.facts.module.exec_conversion.module_releases import HelperRelease
from unstatic.facts.module.exec_conversion.null_module import early_returns
from unstatic.facts.module.exec_conversion.returning_macros import Returned
from unstatic.facts.module.exec_conversion.statements import init_flow, shared_macros, unowned_releases

__all__ = [
    "HelperRelease",
    "InitFlow",
    "ReturnSite",
    "Returned",
    "early_returns",
    "init_flow",
    "shared_macros",
    "unowned_releases",
]
