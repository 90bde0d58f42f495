"""PyType_FromModuleAndSpec for types that were made without their module, and deallocators that release them."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.module.specs_without_module import specs_without_module
from unstatic.facts.types.specs.lifetimes import unreleasing
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.parameters import ModuleArguments
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ...heap_types.lifetime import dealloc_edits


def spec_edits(model: Extension, plan: Plan, modules: ModuleArguments) -> Iterator[Edit]:
    """Yield what gives types their module, through which they reach the state, and has instances release them."""
    deallocs = {}
    for item in specs_without_module(model):
        path = model.functions[item.function].definition.path
        start, end = item.call.arguments[0][0].start, item.call.arguments[-1][-1].end
        yield Edit(path, item.call.name.span, b"PyType_FromModuleAndSpec")
        yield Edit(path, Span(start, start), modules.name(item.function) + b", ")
        if item.call.name.text == b"PyType_FromSpec":
            yield Edit(path, Span(end, end), b", NULL")
        dealloc = unreleasing(model, item.spec)
        if dealloc is not None:
            deallocs[dealloc.function] = dealloc
    for dealloc in deallocs.values():
        yield from dealloc_edits(model, plan, dealloc, gc=False)


def spec_offsets(model: Extension) -> list[int]:
    """Return where the builder makes types from specs: the module must exist there."""
    assert model.init is not None
    return [call.name.start for call in model.calls(model.init.builder) if call.name.text.startswith(b"PyType_From")]
