/* What a function is given by value is a copy of the type, which stays as it is. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int weight;
} Parcel;

static PyTypeObject ParcelType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "parcels.Parcel",
    .tp_basicsize = sizeof(Parcel),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
size_of(PyTypeObject type)
{
    return PyLong_FromSsize_t(type.tp_basicsize);
}

static PyObject *
heavier(PyObject *module, PyObject *args)
{
    PyObject *a;

    if (!PyArg_ParseTuple(args, "O", &a))
        return NULL;
    return size_of(ParcelType);
}

static PyMethodDef functions[] = {
    {"heavier", heavier, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef parcels = {
    PyModuleDef_HEAD_INIT, "parcels", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_parcels(void)
{
    PyObject *module;
    if (PyType_Ready(&ParcelType) < 0)
        return NULL;
    module = PyModule_Create(&parcels);
    if (module == NULL)
        return NULL;
    Py_INCREF(&ParcelType);
    if (PyModule_AddObject(module, "Parcel", (PyObject *)&ParcelType) < 0) {
        Py_DECREF(&ParcelType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
