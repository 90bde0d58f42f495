"""The GIL: what takes it, gives it up, or runs functions that don't hold it, one row a name.

Source: "Initialization, Finalization, and Threads" in the C API manual.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Does(enum.Enum):
    """What a call has to do with the GIL."""

    TAKES = "takes it"
    GIVES_UP = "gives it up"
    ASKS = "asks about it, or about the interpreter"
    HANDS_ON = "has a function called by the system, by another thread or without an interpreter"
    RETURNS = "goes back to how it was before, inside of what gave it up or at the end of that"


@dataclass(frozen=True, slots=True)
class Function:
    """One function or macro; *bare*: a macro that is written without arguments and a semicolon.

    *leaves_held*: whether the lines below it hold the GIL, where that doesn't follow from what it does.
    """

    name: str
    does: Does
    bare: bool = False
    leaves_held: bool | None = None

    @property
    def is_held_below(self) -> bool | None:
        """Whether the lines below it hold the GIL; None where it changes nothing of that."""
        return {Does.TAKES: True, Does.GIVES_UP: False}.get(self.does, self.leaves_held)


ROWS = (
    Function("PyGILState_Ensure", Does.TAKES),
    Function("PyEval_RestoreThread", Does.TAKES),
    Function("PyEval_AcquireThread", Does.TAKES),
    Function("PyEval_AcquireLock", Does.TAKES),
    Function("PyThreadState_Swap", Does.TAKES),
    Function("Py_BLOCK_THREADS", Does.ASKS, bare=True, leaves_held=True),
    Function("PyGILState_Check", Does.ASKS),
    Function("PyThreadState_New", Does.ASKS),
    Function("Py_IsInitialized", Does.ASKS),
    Function("Py_IsFinalizing", Does.ASKS),
    Function("_Py_IsFinalizing", Does.ASKS),
    Function("Py_BEGIN_ALLOW_THREADS", Does.GIVES_UP, bare=True),
    Function("PyEval_SaveThread", Does.GIVES_UP),
    Function("PyEval_ReleaseThread", Does.GIVES_UP),
    Function("PyEval_ReleaseLock", Does.GIVES_UP),
    Function("Py_END_ALLOW_THREADS", Does.RETURNS, bare=True, leaves_held=True),
    Function("Py_UNBLOCK_THREADS", Does.RETURNS, bare=True, leaves_held=False),
    Function("PyOS_setsig", Does.HANDS_ON),
    Function("Py_AtExit", Does.HANDS_ON),
    Function("PyThread_start_new_thread", Does.HANDS_ON),
    Function("Py_AddPendingCall", Does.HANDS_ON),
    *(Function(name, Does.HANDS_ON) for name in ("signal", "sigaction", "sysv_signal", "bsd_signal")),
    *(Function(name, Does.HANDS_ON) for name in ("atexit", "on_exit", "at_quick_exit")),
    *(Function(name, Does.HANDS_ON) for name in ("pthread_create", "pthread_atfork", "thrd_create")),
    *(Function(name, Does.HANDS_ON) for name in ("CreateThread", "_beginthreadex")),
)

TAKES = frozenset(row.name for row in ROWS if row.does is Does.TAKES)
GIVES_UP = frozenset(row.name for row in ROWS if row.does is Does.GIVES_UP and not row.bare)
DEALS_WITH_IT = frozenset(row.name.encode() for row in ROWS if row.does in (Does.TAKES, Does.ASKS))
RELEASES = frozenset(row.name.encode() for row in ROWS if row.does is Does.GIVES_UP)
BLOCKS = frozenset(row.name.encode() for row in ROWS if row.does is Does.GIVES_UP and row.bare)
"""What gives it up until the end of a block that it opens."""
RUNS_WITHOUT = frozenset(row.name.encode() for row in ROWS if row.does is Does.HANDS_ON)
BARE = frozenset(row.name.encode() for row in ROWS if row.bare)
FREE_FROM = frozenset(row.name.encode() for row in ROWS if row.is_held_below is False)
HELD_FROM = frozenset(row.name.encode() for row in ROWS if row.is_held_below is True)
