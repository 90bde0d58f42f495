/* Two functions read the table: neither can have it. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_table_of_two_functions.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_table_of_two_functions.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

/* By kind. */
static PyTypeObject *types[] = {
    &Box_Type,
    &Lid_Type
};

static int
count_kinds(void)
{
    return (int)(sizeof(types) / sizeof(types[0]));
}

static PyObject *
shelf_is_kind(PyObject *module, PyObject *args)
{
    PyObject *object;
    unsigned int kind;

    if (!PyArg_ParseTuple(args, "OI", &object, &kind))
        return NULL;
    if (object != Py_None && count_kinds() == 2) {
        switch (kind) {
        case 0:
        case 1:
            return PyBool_FromLong(Py_TYPE(object) == types[kind]);
        }
    }
    Py_RETURN_FALSE;
}

static PyMethodDef shelf_functions[] = {
    {"is_kind", shelf_is_kind, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_table_of_two_functions", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_refuses_table_of_two_functions(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0)
        return NULL;
    Py_INCREF(&Lid_Type);
    if (PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type) < 0)
        return NULL;
    return module;
}
