#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long count;
} Box;

static PyObject *
Box_add(Box *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++self->count);
}

static PyMethodDef Box_methods[] = {
    {"add", (PyCFunction)Box_add, METH_NOARGS, "Count one more."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "module_declared_late_among_others.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int module_declared_late_among_others_exec(PyObject *m);

static PyModuleDef_Slot module_declared_late_among_others_slots[] = {
    {Py_mod_exec, module_declared_late_among_others_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef late_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_declared_late_among_others",
    .m_size = 0,
    .m_slots = module_declared_late_among_others_slots,
};

static int
module_declared_late_among_others_exec(PyObject *m)
{
    PyObject *dict;

    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }

    static const char unit[] = "boxes";
    PyObject *text;

    /* What it counts */
    dict = PyModule_GetDict(m);
    text = PyUnicode_FromString(unit);
    if (text == NULL || PyDict_SetItemString(dict, "UNIT", text) < 0) {
        Py_XDECREF(text);
        Py_DECREF(Box_Type);
        return -1;
    }
    Py_DECREF(text);
    if (PyModule_AddObject(m, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module_declared_late_among_others(void)
{
    return PyModuleDef_Init(&late_module);
}
