/* None of the functions that make types ready can say that it failed; the module is returned in any case. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} BoxObject;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "helpers_in_a_row.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "helpers_in_a_row.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

void init_lid(PyObject *module);

static void
init_box(PyObject *module)
{
    Box_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Box_Type) < 0)
        return;
    if (PyModule_AddStringConstant(module, "version", "1.0") < 0)
        return;
    Py_INCREF(&Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)&Box_Type);
}

void
init_lid(PyObject *module)
{
    if (sizeof(long) < 4) {
        PyErr_SetString(PyExc_ImportError, "lids need four bytes");
        return;
    }
    PyType_Ready(&Lid_Type);
    Py_INCREF(&Lid_Type);
    PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type);
    if (PyErr_Occurred())
        return;
    PyModule_AddIntConstant(module, "lids", 1);
}

static void
add_types(PyObject *module)
{
    init_box(module);
    init_lid(module);
}

static struct PyModuleDef helpers_in_a_row_module = {
    PyModuleDef_HEAD_INIT, "helpers_in_a_row", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_helpers_in_a_row(void)
{
    PyObject *module = PyModule_Create(&helpers_in_a_row_module);

    if (module == NULL)
        return NULL;
    add_types(module);
    return module;
}
