/* Piles for Python. */
#include <Python.h>
#include "pile.h"

static PyObject *
make(PyObject *module, PyObject *arg)
{
    static_type_in_a_header_state *state =
        get_static_type_in_a_header_state(module);
    Pile *pile =
        (Pile *)state->pile_prototype->tp_alloc(state->pile_prototype, 0);

    if (pile == NULL) {
        return NULL;
    }
    pile->count = PyLong_AsSsize_t(arg);
    if (pile->count == -1 && PyErr_Occurred()) {
        Py_DECREF(pile);
        return NULL;
    }
    return (PyObject *)pile;
}

static PyMethodDef module_methods[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
static_type_in_a_header_traverse(PyObject *module, visitproc visit, void *arg)
{
    static_type_in_a_header_state *state =
        get_static_type_in_a_header_state(module);
    Py_VISIT(state->pile_prototype);
    return 0;
}

static int
static_type_in_a_header_clear(PyObject *module)
{
    static_type_in_a_header_state *state =
        get_static_type_in_a_header_state(module);
    Py_CLEAR(state->pile_prototype);
    return 0;
}

static void
static_type_in_a_header_free(void *module)
{
    static_type_in_a_header_clear((PyObject *)module);
}

static int static_type_in_a_header_exec(PyObject *module);

static PyModuleDef_Slot static_type_in_a_header_slots[] = {
    {Py_mod_exec, static_type_in_a_header_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_type_in_a_header",
    .m_size = sizeof(static_type_in_a_header_state),
    .m_methods = module_methods,
    .m_traverse = static_type_in_a_header_traverse,
    .m_clear = static_type_in_a_header_clear,
    .m_free = static_type_in_a_header_free,
    .m_slots = static_type_in_a_header_slots,
};

static int
static_type_in_a_header_exec(PyObject *module)
{
    static_type_in_a_header_state *state =
        get_static_type_in_a_header_state(module);

    state->pile_prototype = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &pile_prototype_spec, NULL);
    if (state->pile_prototype == NULL) {
        return -1;
    }
    Py_INCREF(state->pile_prototype);
    if (PyModule_AddObject(module, "Pile",
                           (PyObject *)state->pile_prototype) < 0) {
        Py_DECREF(state->pile_prototype);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_static_type_in_a_header(void)
{
    return PyModuleDef_Init(&module_def);
}
