#include <Python.h>

#define METER_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)

int clamped(int level);

typedef struct {
    PyObject_HEAD
    int level;
} Meter;

static PyTypeObject Meter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "class_template_in_another_source.Meter",
    sizeof(Meter)
};

static PyObject *
meter_set(PyObject *self, PyObject *value)
{
    long level = PyLong_AsLong(value);

    if (level == -1 && PyErr_Occurred()) {
        return NULL;
    }
    ((Meter *)self)->level = clamped((int)level);
    return PyLong_FromLong(((Meter *)self)->level);
}

static PyMethodDef meter_methods[] = {
    {"set", meter_set, METH_O, "Set the level, and return what it is then."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef meter_module = {
    PyModuleDef_HEAD_INIT,
    "class_template_in_another_source",
    NULL,
    -1,
    NULL
};

PyMODINIT_FUNC
PyInit_class_template_in_another_source(void)
{
    PyObject *module;

    Meter_Type.tp_flags = METER_FLAGS;
    Meter_Type.tp_methods = meter_methods;
    Meter_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Meter_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&meter_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Meter_Type);
    if (PyModule_AddObject(module, "Meter", (PyObject *)&Meter_Type) < 0) {
        Py_DECREF(&Meter_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
