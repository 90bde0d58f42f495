/* What a deallocator does first stands on the line of its brace. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

static int
Box_init(Box *self, PyObject *args, PyObject *kwds)
{   PyObject *content = NULL;

    if (!PyArg_ParseTuple(args, "|O", &content))
        return -1;
    Py_XINCREF(content);
    Py_XSETREF(self->content, content);
    return 0;
}

static void
Box_dealloc(Box *self)
{   Py_XDECREF(self->content);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "first_statement_behind_the_brace.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = (initproc)Box_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "first_statement_behind_the_brace", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_first_statement_behind_the_brace(void)
{   PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&shelf_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
