"""C data that tells what was set for the process, such as a cached answer of a system call: one for all modules."""

from __future__ import annotations

from unstatic.capi.process import ATTRIBUTES
from unstatic.model.extension import Extension, Global


def tells_of_process(model: Extension, item: Global) -> bool:
    """Tell whether a function that sets *item* also sets an attribute of the process, or is handed its memory."""
    functions = {use.function for use in item.written if use.function is not None and use.function in model.functions}
    return any(call.name.text in ATTRIBUTES for function in functions for call in model.calls(function))
