"""The rewrites, in running order."""

from __future__ import annotations

from .dead_branches.rewrite import DeadBranches
from .direct_converters.rewrite import DirectConverters
from .heap_types.rewrite import HeapTypes
from .init_macros.rewrite import InitMacros
from .interpreter_dict.rewrite import InterpreterDict
from .isolation_claims.rewrite import IsolationClaims
from .module_state.rewrite import ModuleState
from .multi_phase_init.rewrite import MultiPhaseInit
from .split_macros.rewrite import SplitMacros
from .static_instances.rewrite import StaticInstances
from .tp_alloc.rewrite import TpAlloc
from .type_aliases.rewrite import TypeAliases
from .type_tables.rewrite import TypeTables

PASSES = (TpAlloc(), HeapTypes(), ModuleState(), InterpreterDict(), MultiPhaseInit(), IsolationClaims())
PREPARATIONS = (
    DeadBranches(),
    InitMacros(),
    TypeAliases(),
    TypeTables(),
    StaticInstances(),
    DirectConverters(),
    SplitMacros(),
)
