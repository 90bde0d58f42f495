/* A type that only some builds have gets its tp_new where it is made ready: no build makes it without. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Shelf;

static PyTypeObject *Shelf_Type;

static PyType_Slot Shelf_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Shelf_spec = {
    .name = "slot_set_in_the_group_that_readies.Shelf",
    .basicsize = sizeof(Shelf),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shelf_slots,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "slot_set_in_the_group_that_readies",
    NULL,
    -1,
    NULL,
};

PyMODINIT_FUNC
PyInit_slot_set_in_the_group_that_readies(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;

#ifndef WITHOUT_SHELF
    Shelf_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shelf_spec, NULL);
    if (Shelf_Type == NULL)
        return NULL;
    Py_INCREF(Shelf_Type);
    PyModule_AddObject(module, "Shelf", (PyObject *)Shelf_Type);
#endif
    return module;
}
