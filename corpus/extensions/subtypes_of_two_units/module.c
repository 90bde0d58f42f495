#include "degrees.h"

static PyTypeObject Celsius_Type;

/* Celsius(20).kelvin() is Kelvin(293). */
static PyObject *
Celsius_kelvin(PyObject *self, PyObject *args)
{
    return PyObject_CallFunction((PyObject *)&Kelvin_Type, "d", PyFloat_AS_DOUBLE(self) + 273.15);
}

static PyObject *
Celsius_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%d C", (int)PyFloat_AS_DOUBLE(self));
}

static PyMethodDef Celsius_methods[] = {
    {"kelvin", Celsius_kelvin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Celsius_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "subtypes_of_two_units.Celsius",
    .tp_repr = Celsius_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Celsius_methods,
};

static PyObject *
freezing(PyObject *module, PyObject *args)
{
    return PyObject_CallFunction((PyObject *)&Celsius_Type, "d", 0.0);
}

static PyMethodDef functions[] = {
    {"freezing", freezing, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef degrees_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "subtypes_of_two_units",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_subtypes_of_two_units(void)
{
    PyObject *module;

    Celsius_Type.tp_base = &PyFloat_Type;
    if (PyType_Ready(&Celsius_Type) < 0)
        return NULL;
    module = PyModule_Create(&degrees_module);
    if (module == NULL)
        return NULL;
    if (PyObject_SetAttrString(module, "Celsius", (PyObject *)&Celsius_Type) < 0 || kelvin_init(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
