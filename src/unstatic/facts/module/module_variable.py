"""The variable of the whole process that holds the module, if there is one."""

from __future__ import annotations

from unstatic.model.extension import Extension, Global


def process_module(model: Extension) -> Global | None:
    """Return the global that the builder keeps the module in."""
    if model.init is None or model.init.multi_phase or model.init.module_variable is None:
        return None
    return model.global_by_symbol(model.init.module_variable)


def is_process_module(model: Extension, item: Global) -> bool:
    """Tell whether *item* is that global."""
    found = process_module(model)
    return found is not None and found.symbol == item.symbol
