#include "shared.h"

static int reader_traverse(PyObject *m, visitproc visit, void *arg) {
    Py_VISIT(GET_STATE(m)->ReaderError);
    Py_VISIT(GET_STATE(m)->ProtocolError);
    return 0;
}

static int reader_clear(PyObject *m) {
    Py_CLEAR(GET_STATE(m)->ReaderError);
    Py_CLEAR(GET_STATE(m)->ProtocolError);
    return 0;
}

static PyObject *reader_kind(PyObject *self, PyObject *error) {
    struct reader_state *state = GET_STATE(self);

    if (PyErr_GivenExceptionMatches(error, state->ProtocolError))
        return PyUnicode_FromString("protocol");
    return PyUnicode_FromString("other");
}

static PyMethodDef methods[] = {
    {"kind", reader_kind, METH_O, "Tell which kind of error it is."},
    {NULL},
};

static void reader_free(void *module) {
    reader_clear((PyObject *)module);
}

static int state_of_module_in_global_exec(PyObject *reader_module);

static PyModuleDef_Slot state_of_module_in_global_slots[] = {
    {Py_mod_exec, state_of_module_in_global_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef reader_def = {
    PyModuleDef_HEAD_INIT,
    "state_of_module_in_global",
    NULL,
    sizeof(struct reader_state), /* m_size */
    methods, /* m_methods */
    state_of_module_in_global_slots, /* m_slots */
    reader_traverse, /* m_traverse */
    reader_clear, /* m_clear */
    reader_free /* m_free */
};

static int state_of_module_in_global_exec(PyObject *reader_module) {
    struct reader_state *state = GET_STATE(reader_module);

    PyTypeObject *Reader_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(reader_module, &Reader_spec, NULL);
    if (Reader_Type == NULL) {
        return -1;
    }

    state->ReaderError = PyErr_NewException("state_of_module_in_global.ReaderError", NULL, NULL);
    state->ProtocolError =
        PyErr_NewException("state_of_module_in_global.ProtocolError", state->ReaderError, NULL);
    if (state->ProtocolError == NULL) {
        Py_DECREF(Reader_Type);
        return -1;
    }

    Py_INCREF(state->ReaderError);
    PyModule_AddObject(reader_module, "ReaderError", state->ReaderError);
    Py_INCREF(state->ProtocolError);
    PyModule_AddObject(reader_module, "ProtocolError", state->ProtocolError);
    PyModule_AddObject(reader_module, "Reader", (PyObject *)Reader_Type);

    return 0;
}

PyMODINIT_FUNC PyInit_state_of_module_in_global(void) {
    return PyModuleDef_Init(&reader_def);
}
