#include <Python.h>

static PyStructSequence_Field size_fields[] = {
    {"width", "in millimetres"},
    {"height", "in millimetres"},
    {NULL, NULL}
};

static PyStructSequence_Desc size_desc = {
    "struct_sequence_without_docstring.size",  /* name */
    NULL,  /* doc */
    size_fields,
    2
};

static PyStructSequence_Field margin_fields[] = {
    {"top", NULL},
    {NULL, NULL}
};

static PyStructSequence_Desc margin_desc = {
    .name = "struct_sequence_without_docstring.margin",
    .doc = "What stays white.",
    .fields = margin_fields,
    .n_in_sequence = 1,
};

static PyTypeObject SizeType, MarginType;

static PyObject *
size(PyObject *self, PyObject *unused)
{
    PyObject *result = PyStructSequence_New(&SizeType);

    if (result != NULL) {
        PyStructSequence_SetItem(result, 0, PyLong_FromLong(210));
        PyStructSequence_SetItem(result, 1, PyLong_FromLong(297));
    }
    return result;
}

static PyObject *
margin(PyObject *self, PyObject *unused)
{
    PyObject *result = PyStructSequence_New(&MarginType);

    if (result != NULL)
        PyStructSequence_SetItem(result, 0, PyLong_FromLong(10));
    return result;
}

static PyMethodDef functions[] = {
    {"size", size, METH_NOARGS, NULL},
    {"margin", margin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef paper_module = {
    PyModuleDef_HEAD_INIT, "struct_sequence_without_docstring", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_struct_sequence_without_docstring(void)
{
    static int initialized;

    if (!initialized) {
        if (PyStructSequence_InitType2(&SizeType, &size_desc) < 0)
            return NULL;
        if (PyStructSequence_InitType2(&MarginType, &margin_desc) < 0)
            return NULL;
    }
    initialized = 1;
    return PyModule_Create(&paper_module);
}
