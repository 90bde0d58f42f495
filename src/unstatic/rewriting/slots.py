"""The slots of the module: the table that the module definition names."""

from __future__ import annotations

from unstatic.model.extension import Extension, Table
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import filled


def slot_table(model: Extension) -> Table | None:
    """Return the array of PyModuleDef_Slot of the extension's own module; None if it has none."""
    definition = model.module_def()
    field = definition.fields.get("m_slots") if definition else None
    return model.tables.get(field.symbol) if field and field.symbol else None


def exec_row(style: Style, function: bytes) -> bytes:
    """Return the entry of a function that fills the module."""
    return filled(b"{Py_mod_exec, $cast$function},", cast=style.function_cast, function=function)
