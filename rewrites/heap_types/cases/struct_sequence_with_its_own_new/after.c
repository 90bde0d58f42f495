#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Level: a number from 0 to 9, as a structure sequence with constructor and comparisons of its own. */

PyTypeObject *LevelType;

static PyStructSequence_Field level_fields[] = {
    {.name = "value"},
    {NULL},
};

static PyStructSequence_Desc level_desc = {
    .name = "builtins.Level",
    .doc = "A number from 0 to 9.",
    .fields = level_fields,
    .n_in_sequence = 1,
};

static PyObject *
level_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *keywords[] = {"value", NULL};
    PyObject *result;
    int value;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i", keywords, &value))
        return NULL;
    if (value < 0 || value > 9) {
        PyErr_SetString(PyExc_ValueError, "a level is a number from 0 to 9");
        return NULL;
    }
    result = PyStructSequence_New(type);
    if (result != NULL)
        PyStructSequence_SET_ITEM(result, 0, PyLong_FromLong(value));
    return result;
}

static PyObject *
level_richcompare(PyObject *a, PyObject *b, int op)
{
    int same = PyObject_IsInstance(b, (PyObject *) Py_TYPE(a));

    if (same < 0)
        return NULL;
    if (same)
        b = PyStructSequence_GET_ITEM(b, 0);
    else if (!PyLong_Check(b))
        Py_RETURN_NOTIMPLEMENTED;
    return PyObject_RichCompare(PyStructSequence_GET_ITEM(a, 0), b, op);
}

static PyObject *
level_str(PyObject *self)
{
    return PyObject_Str(PyStructSequence_GET_ITEM(self, 0));
}

static PyObject *
highest(PyObject *module, PyObject *ignored)
{
    PyObject *result = PyStructSequence_New(LevelType);

    if (result != NULL)
        PyStructSequence_SET_ITEM(result, 0, PyLong_FromLong(9));
    return result;
}

static PyMethodDef functions[] = {
    {"highest", highest, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "levels", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_levels(void)
{
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    LevelType = PyStructSequence_NewType(&level_desc);
    if (LevelType == NULL)
        goto error;
    LevelType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    LevelType->tp_name = "Level";  /* without the module, as before */
    LevelType->tp_new = level_new;
    LevelType->tp_richcompare = level_richcompare;
    LevelType->tp_str = level_str;
    Py_INCREF((PyObject *) LevelType);
    if (PyModule_AddObject(module, "Level", (PyObject *) LevelType) < 0)
        goto error;
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
