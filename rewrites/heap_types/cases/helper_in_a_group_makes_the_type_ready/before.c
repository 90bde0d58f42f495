#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Item;

static PyTypeObject Item_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "items.Item",
    .tp_basicsize = sizeof(Item),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#ifdef MS_WIN32

static PyTypeObject Error_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "items.Error",
    .tp_basicsize = sizeof(PyBaseExceptionObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static int
create_error(void)
{
    Error_Type.tp_base = (PyTypeObject *)PyExc_Exception;
    if (PyType_Ready(&Error_Type) < 0)
        return -1;
    return 0;
}

#endif

static struct PyModuleDef items_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "items",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_items(void)
{
    PyObject *m;

    if (PyType_Ready(&Item_Type) < 0)
        return NULL;
    m = PyModule_Create(&items_module);
    if (m == NULL)
        return NULL;
#ifdef MS_WIN32
    if (create_error() < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Error_Type);
    PyModule_AddObject(m, "Error", (PyObject *)&Error_Type);
#endif
    Py_INCREF(&Item_Type);
    PyModule_AddObject(m, "Item", (PyObject *)&Item_Type);
    return m;
}
