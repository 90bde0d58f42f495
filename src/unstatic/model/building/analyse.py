"""Parsed units -> the model of one extension."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

from unstatic.cparse.facts import Declaration, MacroDefinition, ParsedUnit
from unstatic.model.building.chosen_heads import with_own_names
from unstatic.model.building.class_slots import class_method_owners, class_slots
from unstatic.model.building.complaints import complaints_of
from unstatic.model.building.dropped_arguments import with_dropped_names
from unstatic.model.building.functions import (
    functions_of,
    read_functions,
    roles_of,
    table_owners,
    tables_of,
    with_spare_ones,
)
from unstatic.model.building.globals import globals_of
from unstatic.model.building.handmade_functions import bound_owners, handmade_owners
from unstatic.model.building.init_function import find_local, init_of, module_defs_of
from unstatic.model.building.live_macros import live_definitions, names_in_dead_definitions
from unstatic.model.building.lost_names import with_lost_names
from unstatic.model.building.merge import (
    declarations_of,
    definitions_of,
    expander_of,
    files_of,
    macros_of,
    references_of,
    rival_macros_of,
    with_hidden_entries,
)
from unstatic.model.building.static_types import TypeReader
from unstatic.model.building.unused_functions import used_variables
from unstatic.model.configurations.leading_macros import with_leading_macros
from unstatic.model.configurations.news import accepted
from unstatic.model.configurations.other_halves import macros_of_others, own_variables, without
from unstatic.model.configurations.other_implementations import of_cpython
from unstatic.model.extension import Extension, File, InitFunction, declarations_by_symbol
from unstatic.model.functions import grouped
from unstatic.model.opened_code import Expansions
from unstatic.project.discovery.headers import public_headers

__all__ = ["analyse"]


def analyse(
    units: Sequence[ParsedUnit],
    name: str,
    name_is_known: bool,
    root: Path,
    libraries: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    passes: Sequence[ParsedUnit] = (),
) -> Extension:
    """Return the facts of the extension that *units* link into.

    *passes* are further parses, with groups made active that *units* skip; they add what stands in these groups.
    """
    units, passes = with_dropped_names(units, passes), with_own_names(units, passes)
    forced, files, others = _own_passes(units, accepted(units, passes))
    everything = (*units, *forced)
    declarations = with_leading_macros(with_hidden_entries(declarations_of(everything), passes, files), files)
    expander = expander_of(units, passes, files)
    references = with_lost_names(references_of(everything), files, declarations, expander)
    by_symbol = declarations_by_symbol(declarations, files)
    expansions = Expansions(files, references, expander)
    uses, uses_in = grouped(references, attrgetter("symbol")), grouped(references, attrgetter("function"))
    reader = TypeReader(files, by_symbol, uses, expansions)
    types, specs = reader.static_types(), reader.heap_specs()
    module_defs = module_defs_of(files, by_symbol)
    init = _with_local(init_of(files, by_symbol), by_symbol)
    module = next((item for item in module_defs if init is not None and item.symbol == init.definition), None)
    owners = {
        **bound_owners(files, by_symbol, uses, types, specs),
        **class_method_owners(files, by_symbol, uses, types, specs),
        **handmade_owners(files, by_symbol, uses, uses_in, init, module),
        **table_owners(types, specs, module_defs),
    }
    tables = with_spare_ones(tables_of(files, by_symbol, owners, expansions), uses)
    roles = roles_of(types, specs, module_defs, tables, files, class_slots(files, by_symbol, references, types, specs))
    understood = read_functions(types, specs, module_defs, tables, files)
    main = by_symbol[init.builder][0].path if init else units[0].path
    main = next((item.path for item in by_symbol[init.builder] if item.body), main) if init else main
    if init is not None and not name_is_known:
        name = by_symbol[init.entry][0].name.removeprefix("PyInit_")
    # A header has a place in the order of each unit that reads it: the main file's order counts first.
    first = sorted(everything, key=lambda unit: main not in unit.files)
    functions = functions_of(files, by_symbol, references, roles, understood)
    live = live_definitions((*units, *forced))
    macros = macros_of(units, forced, live)
    variables = own_variables(of_cpython(globals_of(files, by_symbol, uses, expander), by_symbol, files), units, files)
    complaints = complaints_of(units, passes)
    return Extension(
        name=name,
        name_is_known=name_is_known,
        root=root,
        main_path=main,
        language=next((unit.language for unit in units if main in unit.files), "c"),
        units=tuple(unit.path for unit in units),
        files=files,
        types=types,
        specs=specs,
        globals=used_variables(variables, functions, files, macros, references),
        functions=functions,
        tables=tables,
        module_defs=module_defs,
        init=init,
        macros=macros,
        macro_definitions=definitions_of(everything),
        rival_macros=rival_macros_of(units, live),
        macros_of_others=tuple(others),
        superseded_macros=names_in_dead_definitions((*units, *forced), live),
        declarations=declarations,
        references=references,
        uses=uses,
        uses_in=uses_in,
        inclusions=tuple(item for unit in first for item in unit.inclusions if item.path in files),
        readers={path: tuple(dict.fromkeys(u.path for u in everything if path in u.files)) for path in files},
        unit_inclusions={unit.path: unit.inclusions for unit in units},
        languages={unit.path: unit.language for unit in units},
        public_headers=public_headers(root, files),
        errors=complaints.errors,
        warnings=complaints.warnings,
        libraries=libraries,
        notes=notes,
        expander=expander,
        constructions=tuple({item: None for unit in units for item in unit.constructions}),
        lambdas=tuple({item: None for unit in units for item in unit.lambdas}),
        foreign_errors=complaints.foreign_errors,
        forced_errors=complaints.forced_errors,
    )


def _own_passes(
    units: Sequence[ParsedUnit], passes: Sequence[ParsedUnit]
) -> tuple[Sequence[ParsedUnit], dict[Path, File], Sequence[MacroDefinition]]:
    """Return *passes* without what only other extensions have, the files, and these macros."""
    files = files_of(units, passes)
    others = macros_of_others(passes, units, files)
    return [without(item, others) for item in passes] if others else passes, files, others


def _with_local(init: InitFunction | None, by_symbol: dict[str, list[Declaration]]) -> InitFunction | None:
    """Give the module variable its symbol when it is declared where it is assigned."""
    if init is None or init.module_variable is None or not init.module_variable.startswith("@"):
        return init
    path = next(item.path for item in by_symbol[init.builder] if item.body)
    return replace(init, module_variable=find_local(by_symbol, path, int(init.module_variable[1:])))
