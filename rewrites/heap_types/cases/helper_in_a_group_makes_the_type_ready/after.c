#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int number;
} Item;

static PyTypeObject *Item_Type;

static PyType_Slot Item_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Item_spec = {
    .name = "items.Item",
    .basicsize = sizeof(Item),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Item_slots,
};

#ifdef MS_WIN32
static PyTypeObject *
items_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}
#endif

#ifdef MS_WIN32

static int
Error_traverse(PyBaseExceptionObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_Exception)->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
Error_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_Exception)->tp_clear(self);
}

static PyTypeObject *Error_Type;

static PyType_Slot Error_slots[] = {
    {Py_tp_traverse, Error_traverse},
    {Py_tp_clear, Error_clear},
    {0, NULL},
};

static PyType_Spec Error_spec = {
    .name = "items.Error",
    .basicsize = sizeof(PyBaseExceptionObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Error_slots,
};

static int
create_error(PyObject *m)
{
    Error_Type = items_new_subtype(m, &Error_spec,
                                   (PyTypeObject *)PyExc_Exception);
    if (Error_Type == NULL)
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

    m = PyModule_Create(&items_module);
    if (m == NULL)
        return NULL;

    Item_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Item_spec, NULL);
    if (Item_Type == NULL)
        return NULL;
#ifdef MS_WIN32
    if (create_error(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Error_Type);
    PyModule_AddObject(m, "Error", (PyObject *)Error_Type);
#endif
    Py_INCREF(Item_Type);
    PyModule_AddObject(m, "Item", (PyObject *)Item_Type);
    return m;
}
