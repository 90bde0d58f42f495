#define BOX_MODULE
#include "box.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "own_half_of_an_api_header.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
box_made(own_half_of_an_api_header_state *state)
{
    return PyObject_CallNoArgs((PyObject *)state->Box_Type);
}

static PyObject *
is_box(PyObject *module, PyObject *value)
{
    own_half_of_an_api_header_state *state =
        get_own_half_of_an_api_header_state(module);
    PyObject *other = box_made(state);
    int same = Box_Check(state, value);

    Py_XDECREF(other);
    return other == NULL ? NULL : PyBool_FromLong(same);
}

static PyMethodDef methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
own_half_of_an_api_header_traverse(PyObject *module, visitproc visit,
                                   void *arg)
{
    own_half_of_an_api_header_state *state =
        get_own_half_of_an_api_header_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
own_half_of_an_api_header_clear(PyObject *module)
{
    own_half_of_an_api_header_state *state =
        get_own_half_of_an_api_header_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
own_half_of_an_api_header_free(void *module)
{
    own_half_of_an_api_header_clear((PyObject *)module);
}

static int own_half_of_an_api_header_exec(PyObject *module);

static PyModuleDef_Slot own_half_of_an_api_header_slots[] = {
    {Py_mod_exec, own_half_of_an_api_header_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "own_half_of_an_api_header",
    .m_size = sizeof(own_half_of_an_api_header_state),
    .m_methods = methods,
    .m_traverse = own_half_of_an_api_header_traverse,
    .m_clear = own_half_of_an_api_header_clear,
    .m_free = own_half_of_an_api_header_free,
    .m_slots = own_half_of_an_api_header_slots,
};

static int
box_add(PyObject *module)
{
    own_half_of_an_api_header_state *state =
        get_own_half_of_an_api_header_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

static int
own_half_of_an_api_header_exec(PyObject *module)
{
    if (box_add(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_own_half_of_an_api_header(void)
{
    return PyModuleDef_Init(&definition);
}
