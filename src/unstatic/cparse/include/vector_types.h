/* The vector types of x86, without the operations on them: enough for declarations to mean something. */

#ifndef UNSTATIC_VECTOR_TYPES_H
#define UNSTATIC_VECTOR_TYPES_H

#define UNSTATIC_VECTOR(element, name, bytes) \
    typedef element name __attribute__((__vector_size__(bytes), __aligned__(bytes), __may_alias__)); \
    typedef element name##_u __attribute__((__vector_size__(bytes), __aligned__(1), __may_alias__))

UNSTATIC_VECTOR(long long, __m64, 8);
UNSTATIC_VECTOR(float, __m128, 16);
UNSTATIC_VECTOR(double, __m128d, 16);
UNSTATIC_VECTOR(long long, __m128i, 16);
UNSTATIC_VECTOR(float, __m256, 32);
UNSTATIC_VECTOR(double, __m256d, 32);
UNSTATIC_VECTOR(long long, __m256i, 32);
UNSTATIC_VECTOR(float, __m512, 64);
UNSTATIC_VECTOR(double, __m512d, 64);
UNSTATIC_VECTOR(long long, __m512i, 64);

#undef UNSTATIC_VECTOR

typedef unsigned char __mmask8;
typedef unsigned short __mmask16;
typedef unsigned int __mmask32;
typedef unsigned long long __mmask64;

#define _MM_SHUFFLE(a, b, c, d) (((a) << 6) | ((b) << 4) | ((c) << 2) | (d))

#endif
