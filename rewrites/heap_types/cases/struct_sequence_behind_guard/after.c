/* Two struct sequences that are made once per process: one behind a variable, one behind its own name. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyStructSequence_Field size_fields[] = {
    {"width", "in millimetres"},
    {"height", "in millimetres"},
    {NULL, NULL}
};

static PyStructSequence_Desc size_desc = {"paper.size", "The size of a sheet.", size_fields, 2};

/* A name without a module: it gets one, but messages stay as they are. */
static PyStructSequence_Desc margin_desc = {
    .name = "paper.margin",
    .doc = "What stays white.",
    .fields = size_fields,
    .n_in_sequence = 2,
};

static PyTypeObject *SizeType, *MarginType;

static PyObject *
a4(PyObject *self, PyObject *unused)
{
    PyObject *result = PyStructSequence_New(SizeType);

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
    /* Other modules may have been first. */
    MarginType = PyStructSequence_NewType(&margin_desc);
    if (MarginType == NULL) {
        return -1;
    }
    MarginType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    return 0;
}

PyMODINIT_FUNC
PyInit_paper(void)
{
    PyObject *m = PyModule_Create(&paper_module);

    if (m == NULL)
        return NULL;
    SizeType = PyStructSequence_NewType(&size_desc);
    if (SizeType == NULL)
        goto fail;
    SizeType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    if (init_margin() < 0)
        goto fail;
    Py_INCREF(SizeType);
    PyModule_AddObject(m, "size", (PyObject *)SizeType);
    Py_INCREF(MarginType);
    PyModule_AddObject(m, "margin", (PyObject *)MarginType);
    return m;

fail:
    Py_DECREF(m);
    return NULL;
}
