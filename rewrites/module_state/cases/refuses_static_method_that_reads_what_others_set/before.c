/* A static method gives what methods set, which find their own module: the interpreter leads to the last one. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} Box;

static PyTypeObject Box_Type;
static PyObject *last;

static PyObject *
Box_open(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *opened = PyObject_CallObject((PyObject *)&Box_Type, NULL);

    if (opened == NULL) {
        return NULL;
    }
    Py_XSETREF(last, PyUnicode_FromFormat("%R opened", self));
    return opened;
}

static PyObject *
Box_last(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    if (last == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(last);
    return last;
}

static PyMethodDef Box_methods[] = {
    {"open", Box_open, METH_NOARGS, NULL},
    {"last", Box_last, METH_NOARGS | METH_STATIC, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "case.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static PyModuleDef case_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "case",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_case(void)
{
    PyObject *module = PyModule_Create(&case_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
