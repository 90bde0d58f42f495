"""`MOD_DEF(m, ...)` is written out, so that the module definition can be changed (G130)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.modules import CREATE, DEFINITION_HEAD
from unstatic.model.extension import Extension
from unstatic.rewriting.opening import opened, with_semicolon
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Edit, Safety

_HIDDEN = (*CREATE, DEFINITION_HEAD)


class InitMacros(Preparation):
    """Write out the macros that create the module."""

    name = "init-macros"
    title = "Write out the macro that creates the module"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002
        """Yield one change for each macro that calls PyModule_Create or makes a module definition."""
        if model.init is None or model.init.multi_phase or model.module_def() is not None:
            return
        definition = model.functions[model.init.builder].definition
        file = model.files[definition.path]
        for _, expansion in sorted(file.expansions.items()):
            macro = model.macros.get(expansion.name)
            if macro is None or not any(token.text in _HIDDEN for token in macro.body):
                continue
            text = opened(model, file, expansion)
            if text is None:
                continue
            reason = f"{expansion.name} hides the module definition, which changes"
            edit = Edit(definition.path, with_semicolon(file, expansion, text), text)
            subject = f"init:{model.functions[model.init.entry].name}"
            yield Change(subject, self.name, reason, Safety.SAFE, (edit,))


REWRITE: Preparation = InitMacros()
