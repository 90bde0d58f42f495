/* A pointer into a table of types is given away: what is done with it can't be seen. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_pointer_that_leaves_the_loop.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject *types[] = {
    &Box_Type,
    NULL,
};

static PyTypeObject **last;

static int
shelf_exec(PyObject *module)
{
    PyTypeObject **type;

    for (type = types; *type; type++) {
        last = type;
        if (PyModule_AddType(module, *type) < 0)
            return -1;
    }
    return 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL},
};

static PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_pointer_that_leaves_the_loop",
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_refuses_pointer_that_leaves_the_loop(void)
{
    return PyModuleDef_Init(&shelf_module);
}
