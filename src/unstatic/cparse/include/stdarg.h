/* Variable arguments. The C library defines __need___va_list to get only the type's reserved name. */

#ifndef __GNUC_VA_LIST
#define __GNUC_VA_LIST
typedef __builtin_va_list __gnuc_va_list;
#endif

#if defined __need___va_list || defined __need_va_list || defined __need_va_arg || defined __need_va_copy \
    || defined __need___va_copy
#define UNSTATIC_STDARG_PARTS
#endif

#if !defined UNSTATIC_STDARG_PARTS || defined __need_va_list
typedef __builtin_va_list va_list;
#ifndef _VA_LIST
#define _VA_LIST
#endif
#endif

#if !defined UNSTATIC_STDARG_PARTS || defined __need_va_arg
#undef va_start
#undef va_arg
#undef va_end
#define va_start(list, ...) __builtin_va_start(list, __VA_ARGS__)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_end(list) __builtin_va_end(list)
#endif

#if !defined UNSTATIC_STDARG_PARTS || defined __need_va_copy
#undef va_copy
#define va_copy(to, from) __builtin_va_copy(to, from)
#endif

#if !defined UNSTATIC_STDARG_PARTS || defined __need___va_copy
#undef __va_copy
#define __va_copy(to, from) __builtin_va_copy(to, from)
#endif

#undef UNSTATIC_STDARG_PARTS
#undef __need___va_list
#undef __need_va_list
#undef __need_va_arg
#undef __need_va_copy
#undef __need___va_copy
