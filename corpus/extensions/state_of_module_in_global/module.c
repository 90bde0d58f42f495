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
    if (PyErr_GivenExceptionMatches(error, READER_STATE->ProtocolError))
        return PyUnicode_FromString("protocol");
    return PyUnicode_FromString("other");
}

static PyMethodDef methods[] = {
    {"kind", reader_kind, METH_O, "Tell which kind of error it is."},
    {NULL},
};

static struct PyModuleDef reader_def = {
    PyModuleDef_HEAD_INIT,
    "state_of_module_in_global",
    NULL,
    sizeof(struct reader_state), /* m_size */
    methods, /* m_methods */
    NULL, /* m_reload */
    reader_traverse, /* m_traverse */
    reader_clear, /* m_clear */
    NULL /* m_free */
};

/* Keep the module around for other classes to access its state. */
PyObject *reader_module;

PyMODINIT_FUNC PyInit_state_of_module_in_global(void)
{
    if (PyType_Ready(&Reader_Type) < 0) {
        return NULL;
    }

    reader_module = PyModule_Create(&reader_def);
    if (reader_module == NULL) {
        return NULL;
    }

    READER_STATE->ReaderError = PyErr_NewException("state_of_module_in_global.ReaderError", NULL, NULL);
    READER_STATE->ProtocolError =
        PyErr_NewException("state_of_module_in_global.ProtocolError", READER_STATE->ReaderError, NULL);
    if (READER_STATE->ProtocolError == NULL) {
        return NULL;
    }

    Py_INCREF(READER_STATE->ReaderError);
    PyModule_AddObject(reader_module, "ReaderError", READER_STATE->ReaderError);
    Py_INCREF(READER_STATE->ProtocolError);
    PyModule_AddObject(reader_module, "ProtocolError", READER_STATE->ProtocolError);
    Py_INCREF(&Reader_Type);
    PyModule_AddObject(reader_module, "Reader", (PyObject *)&Reader_Type);

    return reader_module;
}
