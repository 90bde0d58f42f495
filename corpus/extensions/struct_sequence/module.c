#include <Python.h>

/* usage(): what a process used, as a structure sequence. */

static PyStructSequence_Field usage_fields[] = {
    {"user", "seconds in user mode"},
    {"system", "seconds in the kernel"},
    {"faults", NULL},
    {"label", "not part of the tuple"},
    {NULL, NULL}
};

static PyStructSequence_Desc usage_desc = {
    (char *)"struct_sequence.usage_result",
    "What was used.",
    usage_fields,
    3
};

static PyTypeObject UsageType;
static PyTypeObject PairType;
static int initialized = 0;

static PyStructSequence_Field pair_fields[] = {
    {"left", NULL},
    {"right", NULL},
    {NULL, NULL}
};

static PyStructSequence_Desc pair_desc = {
    .name = "struct_sequence.pair",
    .fields = pair_fields,
    .n_in_sequence = 2,
};

static PyObject *
usage(PyObject *self, PyObject *args)
{
    double user, system;
    long faults = 0;
    PyObject *result;

    if (!PyArg_ParseTuple(args, "dd|l:usage", &user, &system, &faults))
        return NULL;
    result = PyStructSequence_New(&UsageType);
    if (result == NULL)
        return NULL;
    PyStructSequence_SET_ITEM(result, 0, PyFloat_FromDouble(user));
    PyStructSequence_SET_ITEM(result, 1, PyFloat_FromDouble(system));
    PyStructSequence_SET_ITEM(result, 2, PyLong_FromLong(faults));
    PyStructSequence_SET_ITEM(result, 3, PyUnicode_FromString(faults ? "slow" : "fast"));
    if (PyErr_Occurred())
        Py_CLEAR(result);
    return result;
}

static PyObject *
swap(PyObject *self, PyObject *object)
{
    PyObject *result;
    int i;

    if (!PyObject_TypeCheck(object, &PairType)) {
        if (!PyTuple_Check(object) || PyTuple_GET_SIZE(object) != 2) {
            PyErr_SetString(PyExc_TypeError, "a pair is required");
            return NULL;
        }
    }
    result = PyStructSequence_New(&PairType);
    for (i = 0; result != NULL && i < 2; i++) {
        PyObject *item = PyTuple_GET_ITEM(object, 1 - i);
        Py_INCREF(item);
        PyStructSequence_SET_ITEM(result, i, item);
    }
    return result;
}

static PyMethodDef functions[] = {
    {"usage", usage, METH_VARARGS, NULL},
    {"swap", swap, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "struct_sequence", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_struct_sequence(void)
{
    PyObject *m = PyModule_Create(&module);

    if (m == NULL)
        return NULL;
    if (!initialized) {
        if (PyStructSequence_InitType2(&UsageType, &usage_desc) < 0)
            goto fail;
        PyStructSequence_InitType(&PairType, &pair_desc);
        if (PyErr_Occurred())
            goto fail;
        initialized = 1;
    }
    Py_INCREF(&UsageType);
    if (PyModule_AddObject(m, "usage_result", (PyObject *)&UsageType) < 0)
        goto fail;
    Py_INCREF(&PairType);
    if (PyModule_AddObject(m, "pair", (PyObject *)&PairType) < 0)
        goto fail;
    return m;

fail:
    Py_DECREF(m);
    return NULL;
}
