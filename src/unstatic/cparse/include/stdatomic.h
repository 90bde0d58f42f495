/* Atomic types and operations. */

#ifndef UNSTATIC_STDATOMIC_H
#define UNSTATIC_STDATOMIC_H

#if defined __cplusplus

#if __cplusplus > 202002L
#if __has_include_next(<stdatomic.h>)
#include_next <stdatomic.h>
#endif
#else
/* Before C++23 the header isn't standard; what compilers make of it is close to this. */
#include <atomic>
using namespace std;
#endif

#else

#include <stddef.h>
#include <stdint.h>

#define ATOMIC_BOOL_LOCK_FREE __CLANG_ATOMIC_BOOL_LOCK_FREE
#define ATOMIC_CHAR_LOCK_FREE __CLANG_ATOMIC_CHAR_LOCK_FREE
#define ATOMIC_CHAR16_T_LOCK_FREE __CLANG_ATOMIC_CHAR16_T_LOCK_FREE
#define ATOMIC_CHAR32_T_LOCK_FREE __CLANG_ATOMIC_CHAR32_T_LOCK_FREE
#define ATOMIC_WCHAR_T_LOCK_FREE __CLANG_ATOMIC_WCHAR_T_LOCK_FREE
#define ATOMIC_SHORT_LOCK_FREE __CLANG_ATOMIC_SHORT_LOCK_FREE
#define ATOMIC_INT_LOCK_FREE __CLANG_ATOMIC_INT_LOCK_FREE
#define ATOMIC_LONG_LOCK_FREE __CLANG_ATOMIC_LONG_LOCK_FREE
#define ATOMIC_LLONG_LOCK_FREE __CLANG_ATOMIC_LLONG_LOCK_FREE
#define ATOMIC_POINTER_LOCK_FREE __CLANG_ATOMIC_POINTER_LOCK_FREE

#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_FLAG_INIT { 0 }

typedef enum memory_order {
    memory_order_relaxed = __ATOMIC_RELAXED,
    memory_order_consume = __ATOMIC_CONSUME,
    memory_order_acquire = __ATOMIC_ACQUIRE,
    memory_order_release = __ATOMIC_RELEASE,
    memory_order_acq_rel = __ATOMIC_ACQ_REL,
    memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;

typedef struct atomic_flag {
    _Atomic(_Bool) value;
} atomic_flag;

typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(__CHAR16_TYPE__) atomic_char16_t;
typedef _Atomic(__CHAR32_TYPE__) atomic_char32_t;
typedef _Atomic(wchar_t) atomic_wchar_t;
typedef _Atomic(int_least8_t) atomic_int_least8_t;
typedef _Atomic(uint_least8_t) atomic_uint_least8_t;
typedef _Atomic(int_least16_t) atomic_int_least16_t;
typedef _Atomic(uint_least16_t) atomic_uint_least16_t;
typedef _Atomic(int_least32_t) atomic_int_least32_t;
typedef _Atomic(uint_least32_t) atomic_uint_least32_t;
typedef _Atomic(int_least64_t) atomic_int_least64_t;
typedef _Atomic(uint_least64_t) atomic_uint_least64_t;
typedef _Atomic(int_fast8_t) atomic_int_fast8_t;
typedef _Atomic(uint_fast8_t) atomic_uint_fast8_t;
typedef _Atomic(int_fast16_t) atomic_int_fast16_t;
typedef _Atomic(uint_fast16_t) atomic_uint_fast16_t;
typedef _Atomic(int_fast32_t) atomic_int_fast32_t;
typedef _Atomic(uint_fast32_t) atomic_uint_fast32_t;
typedef _Atomic(int_fast64_t) atomic_int_fast64_t;
typedef _Atomic(uint_fast64_t) atomic_uint_fast64_t;
typedef _Atomic(intptr_t) atomic_intptr_t;
typedef _Atomic(uintptr_t) atomic_uintptr_t;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(ptrdiff_t) atomic_ptrdiff_t;
typedef _Atomic(intmax_t) atomic_intmax_t;
typedef _Atomic(uintmax_t) atomic_uintmax_t;

#define kill_dependency(value) (value)
#define atomic_init(object, value) __c11_atomic_init(object, value)
#define atomic_is_lock_free(object) __c11_atomic_is_lock_free(sizeof(*(object)))
#define atomic_thread_fence(order) __c11_atomic_thread_fence(order)
#define atomic_signal_fence(order) __c11_atomic_signal_fence(order)

#define atomic_store_explicit(object, value, order) __c11_atomic_store(object, value, order)
#define atomic_load_explicit(object, order) __c11_atomic_load(object, order)
#define atomic_exchange_explicit(object, value, order) __c11_atomic_exchange(object, value, order)
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure) \
    __c11_atomic_compare_exchange_strong(object, expected, value, success, failure)
#define atomic_compare_exchange_weak_explicit(object, expected, value, success, failure) \
    __c11_atomic_compare_exchange_weak(object, expected, value, success, failure)
#define atomic_fetch_add_explicit(object, value, order) __c11_atomic_fetch_add(object, value, order)
#define atomic_fetch_sub_explicit(object, value, order) __c11_atomic_fetch_sub(object, value, order)
#define atomic_fetch_or_explicit(object, value, order) __c11_atomic_fetch_or(object, value, order)
#define atomic_fetch_xor_explicit(object, value, order) __c11_atomic_fetch_xor(object, value, order)
#define atomic_fetch_and_explicit(object, value, order) __c11_atomic_fetch_and(object, value, order)

#define atomic_store(object, value) atomic_store_explicit(object, value, __ATOMIC_SEQ_CST)
#define atomic_load(object) atomic_load_explicit(object, __ATOMIC_SEQ_CST)
#define atomic_exchange(object, value) atomic_exchange_explicit(object, value, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong(object, expected, value) \
    atomic_compare_exchange_strong_explicit(object, expected, value, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak(object, expected, value) \
    atomic_compare_exchange_weak_explicit(object, expected, value, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_fetch_add(object, value) atomic_fetch_add_explicit(object, value, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub(object, value) atomic_fetch_sub_explicit(object, value, __ATOMIC_SEQ_CST)
#define atomic_fetch_or(object, value) atomic_fetch_or_explicit(object, value, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor(object, value) atomic_fetch_xor_explicit(object, value, __ATOMIC_SEQ_CST)
#define atomic_fetch_and(object, value) atomic_fetch_and_explicit(object, value, __ATOMIC_SEQ_CST)

#define atomic_flag_test_and_set_explicit(flag, order) __c11_atomic_exchange(&(flag)->value, 1, order)
#define atomic_flag_clear_explicit(flag, order) __c11_atomic_store(&(flag)->value, 0, order)
#define atomic_flag_test_and_set(flag) atomic_flag_test_and_set_explicit(flag, __ATOMIC_SEQ_CST)
#define atomic_flag_clear(flag) atomic_flag_clear_explicit(flag, __ATOMIC_SEQ_CST)

#endif
#endif
