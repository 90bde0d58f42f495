/* Two struct sequences that are made once per process: one behind a variable, one behind its own name. */
#include <Python.h>

static PyStructSequence_Field size_fields[] = {
    {"width", "in millimetres"},
    {"height", "in millimetres"},
    {NULL, NULL}
};

static PyStructSequence_Desc size_desc = {"paper.size", "The size of a sheet.", size_fields, 2};

/* A name without a module: it gets one, but messages stay as they are. */
static PyStructSequence_Desc margin_desc = {
    .name = "margin",
    .doc = "What stays white.",
    .fields = size_fields,
    .n_in_sequence = 2,
};

static PyTypeObject SizeType, MarginType = {0};

static PyObject *
a4(PyObject *self, PyObject *unused)
{
    PyObject *result = PyStructSequence_New(&SizeType);

    if (result != NULL) {
        PyStructSequence_SetItem(result, 0, PyLong_FromLong(210));
        PyStructSequence_SetItem(result, 1, PyLong_FromLong(297));
    }
    return result;
}

static PyMethodDef functions[] = {
    {"a4", a4, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef paper_module = {
    PyModuleDef_HEAD_INIT, "paper", NULL, -1, functions
};

static int
init_margin(void)
{
    if (MarginType.tp_name == NULL) {
        /* Other modules may have been first. */
        PyStructSequence_InitType(&MarginType, &margin_desc);
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_paper(void)
{
    static int initialized;
    PyObject *m = PyModule_Create(&paper_module);

    if (m == NULL)
        return NULL;
    if (!initialized) {
        if (PyStructSequence_InitType2(&SizeType, &size_desc) < 0)
            goto fail;
    }
    if (init_margin() < 0)
        goto fail;
    Py_INCREF(&SizeType);
    PyModule_AddObject(m, "size", (PyObject *)&SizeType);
    PyModule_AddObject(m, "margin", (PyObject *)&MarginType);
    initialized = 1;
    return m;

fail:
    Py_DECREF(m);
    return NULL;
}
