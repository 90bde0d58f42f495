from collections.abc import Callable

import pytest

from unstatic.cparse import ParsedUnit

Parse = Callable[..., ParsedUnit]

_C = ["stddef", "stdarg", "limits", "float", "stdbool", "stdatomic", "iso646", "stdalign", "stdnoreturn", "tgmath"]
_C += ["stdint", "inttypes", "math", "setjmp", "stdio", "stdlib", "string", "wchar", "time", "errno", "pthread"]
_VALUES = b"""
#include <limits.h>
#include <float.h>
#include <stddef.h>
_Static_assert(CHAR_BIT == 8 && INT_MIN < 0 && INT_MAX == -(INT_MIN + 1), "int");
_Static_assert(UINT_MAX == 2u * INT_MAX + 1 && ULLONG_MAX == ~0ull && LONG_MAX == ~0ul >> 1, "unsigned");
_Static_assert(MB_LEN_MAX >= 1 && PATH_MAX > 0, "system");
_Static_assert(DBL_MANT_DIG == 53 && FLT_DIG == 6, "float");
_Static_assert(offsetof(struct { char a; max_align_t b; }, b) == _Alignof(max_align_t), "offsetof");
"""
_USE = b"""
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int count = ATOMIC_VAR_INIT(1);
static atomic_flag flag = ATOMIC_FLAG_INIT;
bool f(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    int value = va_arg(list, int), expected = 2;
    va_end(copy);
    va_end(list);
    atomic_fetch_add(&count, value);
    atomic_compare_exchange_strong(&count, &expected, 3);
    return atomic_flag_test_and_set(&flag) || atomic_load(&count);
}
"""


@pytest.mark.parametrize("standard", ["-std=gnu89", "-std=c99", "-std=gnu17", "-std=c2x"])
def test_the_usual_headers_of_c_parse_without_errors(parsed: Parse, standard: str) -> None:
    text = b"".join(f"#include <{name}.h>\n#include <{name}.h>\n".encode() for name in _C)

    assert () == parsed(text + b"size_t n;\n", standard).diagnostics


def test_each_header_stands_alone(parsed: Parse) -> None:
    for name in _C:
        assert () == parsed(f"#include <{name}.h>\n".encode()).diagnostics


def test_limits_have_their_values(parsed: Parse) -> None:
    assert () == parsed(_VALUES).diagnostics


def test_variable_arguments_and_atomics_work(parsed: Parse) -> None:
    assert () == parsed(_USE).diagnostics


def test_vector_types_mean_something(parsed: Parse) -> None:
    text = b"#include <immintrin.h>\n#include <emmintrin.h>\nstatic __m128i a; __m256d b;\n"
    unit = parsed(text + b'_Static_assert(sizeof a == 16, "");\n')

    assert () == unit.diagnostics
    assert ["__m128i", "__m256d"] == [item.type for item in unit.declarations]


def test_code_for_another_system_is_read_as_that_system_does(parsed: Parse) -> None:
    text = b'#include <mm_malloc.h>\n#ifndef _WIN32\n#error\n#endif\n_Static_assert(sizeof(long) == 4, "");\n'

    assert () == parsed(text, "--target=x86_64-w64-mingw32").diagnostics


@pytest.mark.parametrize("language", ["c", "c++"])
def test_python_h_parses_without_errors(parsed: Parse, language: str) -> None:
    text = b"#define PY_SSIZE_T_CLEAN\n#include <Python.h>\n#include <structmember.h>\nPyObject *x;\n"

    assert () == parsed(text, language=language).diagnostics
