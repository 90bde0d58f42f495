/* A function looks types up in a table that nothing else reads. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} table_read_in_one_function_state;

static inline table_read_in_one_function_state *
get_table_read_in_one_function_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (table_read_in_one_function_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "table_read_in_one_function.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "table_read_in_one_function.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static PyObject *
shelf_is_kind(PyObject *module, PyObject *args)
{
    PyObject *object;
    unsigned int kind;

    if (!PyArg_ParseTuple(args, "OI", &object, &kind))
        return NULL;
    if (object != Py_None) {
        table_read_in_one_function_state *state =
            get_table_read_in_one_function_state(module);
        /* By kind. */
        PyTypeObject *types[] = {
            state->Box_Type,
            state->Lid_Type
        };

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

static int
table_read_in_one_function_traverse(PyObject *module, visitproc visit, void *arg)
{
    table_read_in_one_function_state *state =
        get_table_read_in_one_function_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
table_read_in_one_function_clear(PyObject *module)
{
    table_read_in_one_function_state *state =
        get_table_read_in_one_function_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
table_read_in_one_function_free(void *module)
{
    table_read_in_one_function_clear((PyObject *)module);
}

static int table_read_in_one_function_exec(PyObject *module);

static PyModuleDef_Slot table_read_in_one_function_slots[] = {
    {Py_mod_exec, table_read_in_one_function_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "table_read_in_one_function", NULL,
    sizeof(table_read_in_one_function_state), shelf_functions,
    table_read_in_one_function_slots, table_read_in_one_function_traverse,
    table_read_in_one_function_clear, table_read_in_one_function_free
};

static int
table_read_in_one_function_exec(PyObject *module)
{
    table_read_in_one_function_state *state =
        get_table_read_in_one_function_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        return -1;
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0)
        return -1;
    Py_INCREF(state->Lid_Type);
    if (PyModule_AddObject(module, "Lid", (PyObject *)state->Lid_Type) < 0)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_table_read_in_one_function(void)
{
    return PyModuleDef_Init(&shelf_module);
}
