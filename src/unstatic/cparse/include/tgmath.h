/* The functions of math.h and complex.h; without the choice by argument type, which no fact depends on. */

#ifndef UNSTATIC_TGMATH_H
#define UNSTATIC_TGMATH_H

#include <complex.h>
#include <math.h>

#endif
