#include <Python.h>

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

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module_declared_late_among_others.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef late_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_declared_late_among_others",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module_declared_late_among_others(void)
{
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }

    PyObject *m, *dict;
    static const char unit[] = "boxes";
    PyObject *text;

    m = PyModule_Create(&late_module);
    if (m == NULL) {
        return NULL;
    }

    /* What it counts */
    dict = PyModule_GetDict(m);
    text = PyUnicode_FromString(unit);
    if (text == NULL || PyDict_SetItemString(dict, "UNIT", text) < 0) {
        Py_XDECREF(text);
        Py_DECREF(m);
        return NULL;
    }
    Py_DECREF(text);
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
