"""What reads `errno`, the number of the last error of a system call, and what warns."""

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

WARNS = {b"PyErr_WarnEx": 2, b"PyErr_WarnFormat": 1, b"PyErr_ResourceWarning": 1}
"""The functions that warn, and which argument says how many frames of Python are left out."""
