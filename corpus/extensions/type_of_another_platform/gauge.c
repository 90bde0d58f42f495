#include "gauge.h"

#ifdef HAVE_GAUGES

#include <gauges/of_another_platform.h>

PyTypeObject Gauge_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_of_another_platform.Gauge",
    .tp_basicsize = sizeof(gauge),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#endif
