#include "gauge.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
} Dial;

static PyType_Slot Dial_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Dial_spec = {
    .name = "type_of_another_platform.Dial",
    .basicsize = sizeof(Dial),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Dial_slots,
};

static int type_of_another_platform_exec(PyObject *module);

static PyModuleDef_Slot type_of_another_platform_slots[] = {
    {Py_mod_exec, type_of_another_platform_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_of_another_platform",
    .m_size = 0,
    .m_slots = type_of_another_platform_slots,
};

static int
type_of_another_platform_exec(PyObject *module)
{
#ifdef HAVE_GAUGES
    if (PyType_Ready(&Gauge_Type) < 0) {
        return -1;
    }
#endif
    PyTypeObject *Dial_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Dial_spec, NULL);
    if (Dial_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, Dial_Type) < 0) {
        Py_DECREF(Dial_Type);
        return -1;
    }
    Py_DECREF(Dial_Type);
#ifdef HAVE_GAUGES
    if (PyModule_AddType(module, &Gauge_Type) < 0) {
        return -1;
    }
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_type_of_another_platform(void)
{
    return PyModuleDef_Init(&definition);
}
