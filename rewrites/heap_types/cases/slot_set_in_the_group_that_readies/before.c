/* A type that only some builds have gets its tp_new where it is made ready: no build makes it without. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Shelf;

static PyTypeObject Shelf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "slot_set_in_the_group_that_readies.Shelf",
    .tp_basicsize = sizeof(Shelf),
    .tp_flags = Py_TPFLAGS_DEFAULT,
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
    Shelf_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Shelf_Type) < 0)
        return NULL;
    Py_INCREF(&Shelf_Type);
    PyModule_AddObject(module, "Shelf", (PyObject *)&Shelf_Type);
#endif
    return module;
}
