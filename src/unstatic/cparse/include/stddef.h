/* Basic types of C. The C library asks for single ones by defining __need_... before each inclusion. */

#if defined __need_size_t || defined __need_ptrdiff_t || defined __need_wchar_t || defined __need_wint_t \
    || defined __need_NULL || defined __need_max_align_t || defined __need_offsetof || defined __need_rsize_t \
    || defined __need_nullptr_t || defined __need_unreachable || defined __need_STDDEF_H_misc
#define UNSTATIC_STDDEF_PARTS
#endif

#if !defined UNSTATIC_STDDEF_PARTS || defined __need_size_t
typedef __SIZE_TYPE__ size_t;
#endif

#if !defined UNSTATIC_STDDEF_PARTS || defined __need_ptrdiff_t
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif

#if (!defined UNSTATIC_STDDEF_PARTS || defined __need_wchar_t) && !defined __cplusplus
typedef __WCHAR_TYPE__ wchar_t;
#endif

#if defined __need_wint_t
typedef __WINT_TYPE__ wint_t;
#endif

#if defined __need_rsize_t
typedef __SIZE_TYPE__ rsize_t;
#endif

#if !defined UNSTATIC_STDDEF_PARTS || defined __need_NULL
#undef NULL
#ifdef __cplusplus
#define NULL __null
#else
#define NULL ((void *)0)
#endif
#endif

#if !defined UNSTATIC_STDDEF_PARTS || defined __need_offsetof
#undef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif

#if (!defined UNSTATIC_STDDEF_PARTS || defined __need_max_align_t) && !defined UNSTATIC_MAX_ALIGN_T
#define UNSTATIC_MAX_ALIGN_T
/* libstdc++ and libc++ look for these before they declare the type themselves. */
#define _GCC_MAX_ALIGN_T
#define __CLANG_MAX_ALIGN_T_DEFINED
typedef struct {
    long long integer __attribute__((__aligned__(__alignof__(long long))));
    long double real __attribute__((__aligned__(__alignof__(long double))));
} max_align_t;
#endif

#if (!defined UNSTATIC_STDDEF_PARTS || defined __need_nullptr_t) && !defined UNSTATIC_NULLPTR_T
#if defined __cplusplus && __cplusplus >= 201103L
#define UNSTATIC_NULLPTR_T
namespace std {
typedef decltype(nullptr) nullptr_t;
}
using std::nullptr_t;
#elif defined __STDC_VERSION__ && __STDC_VERSION__ >= 202311L
#define UNSTATIC_NULLPTR_T
typedef __typeof__(nullptr) nullptr_t;
#endif
#endif

#undef UNSTATIC_STDDEF_PARTS
#undef __need_size_t
#undef __need_ptrdiff_t
#undef __need_wchar_t
#undef __need_wint_t
#undef __need_NULL
#undef __need_max_align_t
#undef __need_offsetof
#undef __need_rsize_t
#undef __need_nullptr_t
#undef __need_unreachable
#undef __need_STDDEF_H_misc
