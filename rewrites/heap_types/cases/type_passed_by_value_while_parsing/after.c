/* "O!" reads a pointer to a type, and is given the type itself by mistake: C compiles that. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int weight;
} Parcel;

static PyTypeObject *ParcelType;

static PyType_Slot Parcel_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Parcel_spec = {
    .name = "parcels.Parcel",
    .basicsize = sizeof(Parcel),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Parcel_slots,
};

static PyObject *
heavier(PyObject *module, PyObject *args)
{
    PyObject *a;

    if (!PyArg_ParseTuple(args, "O!", ParcelType, &a))
        return NULL;
    Py_INCREF(a);
    return a;
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
    module = PyModule_Create(&parcels);
    if (module == NULL)
        return NULL;

    ParcelType = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Parcel_spec, NULL);
    if (ParcelType == NULL)
        return NULL;
    Py_INCREF(ParcelType);
    if (PyModule_AddObject(module, "Parcel", (PyObject *)ParcelType) < 0) {
        Py_DECREF(ParcelType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
