#ifndef LID_H
#define LID_H

#include <Python.h>

#ifdef __STDC__
#  define HAVE_LIDS
#endif

extern PyTypeObject Lid_Type;

#endif
