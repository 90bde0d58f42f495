#include "gauge.h"

typedef struct {
    PyObject_HEAD
} Dial;

static PyTypeObject Dial_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_of_another_platform.Dial",
    .tp_basicsize = sizeof(Dial),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_of_another_platform",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_type_of_another_platform(void)
{
    PyObject *module;

#ifdef HAVE_GAUGES
    if (PyType_Ready(&Gauge_Type) < 0) {
        return NULL;
    }
#endif
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Dial_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#ifdef HAVE_GAUGES
    if (PyModule_AddType(module, &Gauge_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    return module;
}
