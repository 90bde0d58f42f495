/* The vector types of ARM, without the operations on them. */

#ifndef UNSTATIC_ARM_NEON_H
#define UNSTATIC_ARM_NEON_H

#include <stdint.h>

#define UNSTATIC_VECTOR(element, name, bytes) typedef element name __attribute__((__vector_size__(bytes)))

UNSTATIC_VECTOR(int8_t, int8x8_t, 8);
UNSTATIC_VECTOR(int8_t, int8x16_t, 16);
UNSTATIC_VECTOR(int16_t, int16x4_t, 8);
UNSTATIC_VECTOR(int16_t, int16x8_t, 16);
UNSTATIC_VECTOR(int32_t, int32x2_t, 8);
UNSTATIC_VECTOR(int32_t, int32x4_t, 16);
UNSTATIC_VECTOR(int64_t, int64x1_t, 8);
UNSTATIC_VECTOR(int64_t, int64x2_t, 16);
UNSTATIC_VECTOR(uint8_t, uint8x8_t, 8);
UNSTATIC_VECTOR(uint8_t, uint8x16_t, 16);
UNSTATIC_VECTOR(uint16_t, uint16x4_t, 8);
UNSTATIC_VECTOR(uint16_t, uint16x8_t, 16);
UNSTATIC_VECTOR(uint32_t, uint32x2_t, 8);
UNSTATIC_VECTOR(uint32_t, uint32x4_t, 16);
UNSTATIC_VECTOR(uint64_t, uint64x1_t, 8);
UNSTATIC_VECTOR(uint64_t, uint64x2_t, 16);
UNSTATIC_VECTOR(float, float32x2_t, 8);
UNSTATIC_VECTOR(float, float32x4_t, 16);
UNSTATIC_VECTOR(double, float64x2_t, 16);

#undef UNSTATIC_VECTOR

#endif
