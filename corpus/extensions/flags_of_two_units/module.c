#include <Python.h>

extern PyTypeObject Point_Type;

PyObject *PlaneError;

typedef struct {
    PyObject_HEAD
} LineObject;

static PyObject *
Line_repr(PyObject *self)
{
    return PyUnicode_FromString("a line");
}

static PyTypeObject Line_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "flags_of_two_units.Line",
    .tp_basicsize = sizeof(LineObject),
    .tp_repr = Line_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
line(PyObject *module, PyObject *args)
{
    return (PyObject *)PyObject_New(LineObject, &Line_Type);
}

static PyMethodDef functions[] = {
    {"line", line, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef plane_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "flags_of_two_units",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_flags_of_two_units(void)
{
    PyObject *module;

    if (PyType_Ready(&Line_Type) < 0 || PyType_Ready(&Point_Type) < 0)
        return NULL;
    module = PyModule_Create(&plane_module);
    if (module == NULL)
        return NULL;
    PlaneError = PyErr_NewException("flags_of_two_units.PlaneError", NULL, NULL);
    if (PlaneError == NULL || PyObject_SetAttrString(module, "PlaneError", PlaneError) < 0)
        goto error;
    if (PyObject_SetAttrString(module, "Point", (PyObject *)&Point_Type) < 0)
        goto error;
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
