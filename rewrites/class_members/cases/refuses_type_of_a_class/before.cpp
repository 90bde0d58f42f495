#include <Python.h>

class Item {
public:
    PyObject_HEAD
    PyObject *name;

    static PyTypeObject Type;
    static PyObject *New(PyTypeObject *type, PyObject *args, PyObject *kwargs);
    static bool Ready() { return PyType_Ready(&Type) == 0; }
};

PyObject *
Item::New(PyTypeObject *type, PyObject *, PyObject *)
{
    return type->tp_alloc(&Type, 0);
}

PyTypeObject Item::Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "module.Item",
    sizeof(Item),
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    Py_TPFLAGS_DEFAULT,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    New,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_module(void)
{
    if (!Item::Ready()) {
        return NULL;
    }
    return PyModule_Create(&definition);
}
