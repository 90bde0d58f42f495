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

    Py_VISIT(state->unit);
    return 0;
}

static int
book_clear(PyObject *module)
{
    source_state *state = PyModule_GetState(module);

    Py_CLEAR(state->unit);
    return 0;
}

static void
book_free(void *module)
{
    book_clear((PyObject *)module);
}

PyMODINIT_FUNC
PyInit_state_in_the_header_of_one_source(void)
{
    PyObject *module;
    source_state *state;

    if (PyType_Ready(&LevelIter_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&book_module);
    if (module == NULL) {
        return NULL;
    }
    state = PyModule_GetState(module);
    state->unit = PyUnicode_FromString("cent");
    if (state->unit == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
