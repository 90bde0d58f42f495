/* Shape stays, as it has its own tp_free. Circle can't be made before that is ready, and where it is can't be seen. */
#include <Python.h>

static void
shape_free(void *self)
{
    PyObject_Free(self);
}

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "geometry.Shape",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_free = shape_free,
};

static PyTypeObject Circle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "geometry.Circle",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Shape_Type,
};

static struct PyModuleDef geometry_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "geometry",
    .m_size = -1,
};

#define ADD_TYPE(name, type) \
    do { \
        if (PyType_Ready(type) < 0) \
            goto error; \
        Py_INCREF(type); \
        if (PyModule_AddObject(module, name, (PyObject *)type) < 0) \
            goto error; \
    } while (0)

PyMODINIT_FUNC
PyInit_geometry(void)
{
    PyObject *module = PyModule_Create(&geometry_module);
    if (module == NULL) {
        return NULL;
    }
    ADD_TYPE("Circle", &Circle_Type);
    ADD_TYPE("Shape", &Shape_Type);
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
