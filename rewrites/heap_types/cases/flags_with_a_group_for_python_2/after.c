/* No supported Python compiles the group between the flags. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif
typedef struct { PyObject_HEAD } Box;
static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "flags.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};
static struct PyModuleDef mod = {PyModuleDef_HEAD_INIT, "flags", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_flags(void)
{
    PyObject *m;
    m = PyModule_Create(&mod);
    if (m == NULL)
        return NULL;

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL)
        return NULL;
    Py_INCREF(Box_Type);
    PyModule_AddObject(m, "Box", (PyObject *)Box_Type);
    return m;
}
