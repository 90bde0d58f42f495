"""Hooks of the process: what it calls when it ends or forks. Each call of these functions adds its hook once more.

Sources: "Py_AtExit" in the C API manual, which has place for 32 hooks (`NEXITFUNCS` in CPython); POSIX.
"""

REGISTERING = frozenset((b"Py_AtExit", b"at_quick_exit", b"atexit", b"on_exit", b"pthread_atfork"))
