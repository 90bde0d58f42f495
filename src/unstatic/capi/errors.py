"""What reads `errno`, the number of the last error of a system call."""

from __future__ import annotations

READS_ERRNO = frozenset(
    (
        *("errno", "perror"),
        *("PyErr_SetFromErrno", "PyErr_SetFromErrnoWithFilename", "PyErr_SetFromErrnoWithUnicodeFilename"),
        *("PyErr_SetFromErrnoWithFilenameObject", "PyErr_SetFromErrnoWithFilenameObjects"),
    )
)
"""Names that stand for a reading of `errno`.

Nothing alike is needed for GetLastError: what CPython allocates memory by on Windows sets it only on failure.
"""
