#include "book.h"

static PyObject *
book_unit(PyObject *module, PyObject *Py_UNUSED(unused))
{
    source_state *state = PyModule_GetState(module);

    Py_INCREF(state->unit);
    return state->unit;
}

static int
book_traverse(PyObject *module, visitproc visit, void *arg)
{
    source_state *state = PyModule_GetState(module);

    Py_VISIT(state->LevelIter_Type);
    Py_VISIT(state->unit);
    return 0;
}

static int
book_clear(PyObject *module)
{
    source_state *state = PyModule_GetState(module);

    Py_CLEAR(state->LevelIter_Type);
    Py_CLEAR(state->unit);
    return 0;
}

static void
book_free(void *module)
{
    book_clear((PyObject *)module);
}

static int
state_in_the_header_of_one_source_exec(PyObject *module)
{
    source_state *module_state =
        get_state_in_the_header_of_one_source_state(module);
    source_state *state;

    module_state->LevelIter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &LevelIter_spec, NULL);
    if (module_state->LevelIter_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    module_state->LevelIter_Type->tp_new = NULL;
#endif
    state = PyModule_GetState(module);
    state->unit = PyUnicode_FromString("cent");
    if (state->unit == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_state_in_the_header_of_one_source(void)
{
    return PyModuleDef_Init(&book_module);
}
