"""APIs of other packages that extensions use: datetime, NumPy, and headers that projects copy.

Sources: "DateTime Objects" in the C API manual, "Array API" in NumPy's, `__multiarray_api.py` of NumPy.
"""

from dataclasses import dataclass

IMPORT_DATETIME = b"PyDateTime_IMPORT"
MODULES = {
    IMPORT_DATETIME: "datetime",
    b"PyDateTimeAPI": "datetime",
    b"import_array": "numpy",
    b"import_array1": "numpy",
    b"_import_array": "numpy",
    b"import_umath": "numpy",
}
"""What fills a variable of a header, one for the process, with objects of the module whose API it is (G85)."""
OWNING_TABLES = frozenset((b"PyDateTimeAPI",))
"""Pointers to the C API of a module whose members are that module's own objects: `PyDateTimeAPI->DateType`."""
LOADED_ONCE = frozenset(("numpy",))
"""Of these modules, a process has one: imported in a further interpreter, they raise ImportError."""
CRASHING_BEFORE = {"decimal": (3, 13), "_decimal": (3, 13)}
"""Modules of the standard library that crash once one of several interpreters with them ends: before which Python.

`_decimal` kept its context variable in a C variable, which each import replaced, and which the end of its interpreter
freed, until it got a module state in 3.13 (gh-103092). Seen on 3.9 to 3.12 with the debug allocator.
"""
NUMPY_IMPORTS = (b"import_array", b"import_umath")
"""Each has a sibling, with 1 at the end, that returns its argument."""
RETURNED_BY_NUMPY = {b"import_array1": 0, b"import_array2": 1, b"import_umath1": 0, b"import_umath2": 0}
"""What the siblings return where the import fails: which argument."""
VENDORED_HEADERS = frozenset(("pythoncapi_compat.h", "pythoncapi-compat.h", "npy_3kcompat.h", "pybind11.h", "uthash.h"))
"""Headers that projects copy from elsewhere."""
_OF_C = """
aio.h alloca.h argp.h argz.h ar.h assert.h byteswap.h complex.h conio.h cpio.h crt_externs.h crtdbg.h crypt.h ctype.h
devctl.h direct.h dirent.h dlfcn.h elf.h endian.h envz.h err.h errno.h error.h execinfo.h fcntl.h features.h fenv.h
float.h fmtmsg.h fnmatch.h fts.h ftw.h getopt.h glob.h grp.h iconv.h ifaddrs.h immintrin.h intrin.h inttypes.h io.h
iso646.h langinfo.h libc.h libgen.h libintl.h libutil.h limits.h link.h locale.h malloc.h math.h memory.h mntent.h
monetary.h mqueue.h mstcpip.h ndbm.h netdb.h nl_types.h nmmintrin.h objbase.h obstack.h paths.h pmmintrin.h poll.h
process.h pthread.h pty.h pwd.h regex.h resolv.h sched.h search.h semaphore.h setjmp.h shadow.h shlobj.h signal.h
smmintrin.h spawn.h stdalign.h stdarg.h stdatomic.h stdbool.h stdckdint.h stddef.h stdint.h stdio.h stdio_ext.h
stdlib.h stdnoreturn.h stdsimd.h string.h strings.h syscall.h sysexits.h syslog.h tar.h tchar.h term.h termio.h
termios.h tgmath.h threads.h time.h tmmintrin.h uchar.h ucontext.h ulimit.h unistd.h util.h utime.h utmp.h utmpx.h
values.h wait.h wchar.h wctype.h winbase.h windows.h winerror.h winioctl.h winnls.h winnt.h winsock.h winsock2.h
wordexp.h ws2tcpip.h x86intrin.h xlocale.h xmmintrin.h emmintrin.h arm_neon.h cpuid.h
"""
C_HEADERS = frozenset(_OF_C.split())
"""Headers of the C runtime, the compiler and the system: ISO C, POSIX, glibc, BSD, Windows."""
_SYSTEM_FOLDERS = """
arpa asm asm-generic bits gnu libkern linux mach mach-o machine net netinet netpacket nfs os protocols scsi sys
"""
C_HEADER_FOLDERS = frozenset(_SYSTEM_FOLDERS.split())
"""The folders of such headers."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A C++ class whose objects take over the reference that they are made of, or are assigned."""

    name: str
    gives_new: frozenset[bytes]
    """The methods that return a new reference."""


OWNERS = {
    item.name: item
    for item in (
        Owner(
            "cppy::ptr",
            frozenset(
                (
                    *(b"release", b"getattr", b"getitem", b"call", b"iter", b"next"),
                    *(b"repr", b"str", b"bytes", b"unicode"),
                )
            ),
        ),
    )
}
