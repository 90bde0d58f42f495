"""Functions of C libraries that are about the whole process: its hooks, attributes, what it has one of or calls once.

Sources: "Py_AtExit" in the C API manual, which has place for 32 hooks (`NEXITFUNCS` in CPython); POSIX; the manuals of
libuv, libev, libevent, GLib, GTK, Fontconfig, D-Bus, ncurses, SDL 1.2, Core Foundation, MPI, GLUT, SQLite, OpenSSL and
DPDK; Linux' prctl(2); CPython's `Modules/main.c` for `Py_GetArgcArgv`, whose strings `ps` shows. What counts its calls,
or does nothing from the second on, has no row: `curl_global_init`, `mysql_library_init`, `SDL_Init`, `g_type_init`.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass


class Is(enum.Enum):
    """What there is one of."""

    DATA = "the data that it gives: whoever asks gets the same"
    CALL = "the call: a second one fails, or ends the process"
    ATTRIBUTE = "what it sets, or hands out: a variable that is set beside the call tells of the process"
    HOOK = "what calls the function that it is given, when the process ends or forks: each call adds it once more"


@dataclass(frozen=True, slots=True)
class OfProcess:
    """One function or macro."""

    name: bytes
    once: Is


ROWS = (
    OfProcess(b"Py_AtExit", Is.HOOK),
    OfProcess(b"at_quick_exit", Is.HOOK),
    OfProcess(b"atexit", Is.HOOK),
    OfProcess(b"on_exit", Is.HOOK),
    OfProcess(b"pthread_atfork", Is.HOOK),
    OfProcess(b"uv_default_loop", Is.DATA),
    OfProcess(b"ev_default_loop", Is.DATA),
    OfProcess(b"ev_default_loop_uc_", Is.DATA),
    OfProcess(b"EV_DEFAULT", Is.DATA),
    OfProcess(b"EV_DEFAULT_UC", Is.DATA),
    OfProcess(b"event_init", Is.DATA),
    OfProcess(b"g_main_context_default", Is.DATA),
    OfProcess(b"g_application_get_default", Is.DATA),
    OfProcess(b"g_resolver_get_default", Is.DATA),
    OfProcess(b"g_settings_backend_get_default", Is.DATA),
    OfProcess(b"g_vfs_get_default", Is.DATA),
    OfProcess(b"g_volume_monitor_get", Is.DATA),
    OfProcess(b"gdk_display_get_default", Is.DATA),
    OfProcess(b"gdk_screen_get_default", Is.DATA),
    OfProcess(b"gtk_icon_theme_get_default", Is.DATA),
    OfProcess(b"gtk_settings_get_default", Is.DATA),
    OfProcess(b"pango_cairo_font_map_get_default", Is.DATA),
    OfProcess(b"FcConfigGetCurrent", Is.DATA),
    OfProcess(b"dbus_bus_get", Is.DATA),
    OfProcess(b"dbus_connection_open", Is.DATA),
    OfProcess(b"initscr", Is.DATA),
    OfProcess(b"SDL_GetVideoSurface", Is.DATA),
    OfProcess(b"SDL_SetVideoMode", Is.DATA),
    OfProcess(b"CFRunLoopGetMain", Is.DATA),
    OfProcess(b"MPI_Init", Is.CALL),
    OfProcess(b"MPI_Init_thread", Is.CALL),
    OfProcess(b"glutInit", Is.CALL),
    OfProcess(b"sqlite3_config", Is.CALL),
    OfProcess(b"CRYPTO_set_mem_functions", Is.CALL),
    OfProcess(b"rte_eal_init", Is.CALL),
    OfProcess(b"Py_GetArgcArgv", Is.ATTRIBUTE),
    OfProcess(b"_Py_GetArgcArgv", Is.ATTRIBUTE),
    OfProcess(b"chdir", Is.ATTRIBUTE),
    OfProcess(b"chroot", Is.ATTRIBUTE),
    OfProcess(b"nice", Is.ATTRIBUTE),
    OfProcess(b"personality", Is.ATTRIBUTE),
    OfProcess(b"prctl", Is.ATTRIBUTE),
    OfProcess(b"setenv", Is.ATTRIBUTE),
    OfProcess(b"setgid", Is.ATTRIBUTE),
    OfProcess(b"setitimer", Is.ATTRIBUTE),
    OfProcess(b"setlocale", Is.ATTRIBUTE),
    OfProcess(b"setpgid", Is.ATTRIBUTE),
    OfProcess(b"setpriority", Is.ATTRIBUTE),
    OfProcess(b"setrlimit", Is.ATTRIBUTE),
    OfProcess(b"setsid", Is.ATTRIBUTE),
    OfProcess(b"setuid", Is.ATTRIBUTE),
    OfProcess(b"sigaction", Is.ATTRIBUTE),
    OfProcess(b"sigaltstack", Is.ATTRIBUTE),
    OfProcess(b"signal", Is.ATTRIBUTE),
    OfProcess(b"sigprocmask", Is.ATTRIBUTE),
    OfProcess(b"tcsetattr", Is.ATTRIBUTE),
    OfProcess(b"umask", Is.ATTRIBUTE),
)
ATTRIBUTES = frozenset(row.name for row in ROWS if row.once is Is.ATTRIBUTE)
DATA = frozenset(row.name for row in ROWS if row.once is Is.DATA)
CALLS = frozenset(row.name for row in ROWS if row.once is Is.CALL)
REGISTERING = frozenset(row.name for row in ROWS if row.once is Is.HOOK)
MAIN_INTERPRETER = b"PyInterpreterState_Main"
"""What gives the one interpreter that each other one can be told from."""
DONE_ONCE = re.compile(rb"(?i)once")
"""What does something once in a process by itself, and what it goes by: `pthread_once`, `INIT_ONCE`."""
