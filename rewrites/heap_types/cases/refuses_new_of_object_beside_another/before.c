/* Given object's tp_new, a type has another than its base: made from a spec, it would inherit that of the base. */
#include <Python.h>

#define OBJECT(O) ((PyObject *)(O))

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

static void
Box_dealloc(Box *self)
{
    Py_CLEAR(self->item);
    Py_TYPE(self)->tp_free(OBJECT(self));
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_new_of_object_beside_another.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "A box.",
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_new_of_object_beside_another.Crate",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Box_Type,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_new_of_object_beside_another",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_new_of_object_beside_another(void)
{
    PyObject *module;

    Box_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    Crate_Type.tp_new = PyBaseObject_Type.tp_new;
    if (PyType_Ready(&Crate_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", OBJECT(&Box_Type)) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Crate_Type);
    if (PyModule_AddObject(module, "Crate", OBJECT(&Crate_Type)) < 0) {
        Py_DECREF(&Crate_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
