#ifndef UTIL_H
#define UTIL_H

#include <Python.h>

typedef int BOOL;
#define TRUE    1
#define FALSE   0

#endif
