#ifndef GAUGE_H
#define GAUGE_H

#include <Python.h>

#ifdef HAVE_GAUGES
extern PyTypeObject Gauge_Type;
#endif

#endif
