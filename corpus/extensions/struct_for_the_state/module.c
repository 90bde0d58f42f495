#include <Python.h>

/* What stands in for the state: its hooks look after a struct of the process. */

static PyType_Slot Box_slots[] = {
    {Py_tp_doc, "A box."},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "struct_for_the_state.Box",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_doc, "A lid."},
    {0, NULL}
};

static PyType_Spec Lid_spec = {
    .name = "struct_for_the_state.Lid",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Lid_slots,
};

typedef struct {
    /* What is raised. */
    PyObject *Error;
    PyTypeObject *Box_type;
    PyTypeObject *Lid_type;
} struct_for_the_state_state;

static struct_for_the_state_state static_state;

static PyObject *
fail(PyObject *module, PyObject *text)
{
    PyErr_SetObject(static_state.Error, text);
    return NULL;
}

static PyMethodDef struct_for_the_state_functions[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
struct_for_the_state_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(static_state.Error);
    Py_VISIT(static_state.Box_type);
    return 0;
}

static int
struct_for_the_state_clear(PyObject *module)
{
    Py_CLEAR(static_state.Error);
    Py_CLEAR(static_state.Box_type);
    return 0;
}

static void
struct_for_the_state_free(void *module)
{
    struct_for_the_state_clear((PyObject *)module);
}

static PyModuleDef struct_for_the_state_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "struct_for_the_state",
    .m_size = -1,
    .m_methods = struct_for_the_state_functions,
    .m_traverse = struct_for_the_state_traverse,
    .m_clear = struct_for_the_state_clear,
    .m_free = struct_for_the_state_free,
};

static int
add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **place)
{
    PyObject *type = PyType_FromSpec(spec);

    if (PyModule_AddObject(module, name, type) < 0) {
        Py_XDECREF(type);
        return -1;
    }
    Py_INCREF(type);
    *place = (PyTypeObject *)type;
    return 0;
}

PyMODINIT_FUNC
PyInit_struct_for_the_state(void)
{
    PyObject *module = PyModule_Create(&struct_for_the_state_module);

    if (module == NULL) {
        goto error;
    }
    static_state.Error = PyErr_NewException("struct_for_the_state.Error", NULL, NULL);
    if (static_state.Error == NULL) {
        goto error;
    }
    Py_INCREF(static_state.Error);
    if (PyModule_AddObject(module, "Error", static_state.Error) < 0) {
        Py_DECREF(static_state.Error);
        goto error;
    }
    if (add_type(module, "Box", &Box_spec, &static_state.Box_type) < 0) {
        goto error;
    }
    /* The same place again: only one of them is needed. */
    if (add_type(module, "Lid", &Lid_spec, &static_state.Box_type) < 0) {
        goto error;
    }
    return module;

error:
    struct_for_the_state_clear(NULL);
    Py_XDECREF(module);
    return NULL;
}
