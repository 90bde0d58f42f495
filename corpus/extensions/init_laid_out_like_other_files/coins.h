#ifndef COINS_H
#define COINS_H

#include <Python.h>

extern PyTypeObject Coin_Type;
extern PyMethodDef coins_functions[];

#endif
