#include <Python.h>

/* Marks derive from a type that a macro finds in a capsule, and only PyModule_AddType makes them ready. */

typedef struct {
    PyTypeObject *base_type;
} StoreAPI;

#define STORED_BASE (*store_api->base_type)

static StoreAPI *store_api;

static PyTypeObject Mark_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "marks.Mark",
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef marks = {PyModuleDef_HEAD_INIT, "marks", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_marks(void)
{
    PyObject *module;

    store_api = (StoreAPI *)PyCapsule_Import("store._C_API", 0);
    if (store_api == NULL)
        return NULL;
    Mark_Type.tp_base = &STORED_BASE;
    module = PyModule_Create(&marks);
    if (module == NULL)
        return NULL;
    if (PyModule_AddType(module, &Mark_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
