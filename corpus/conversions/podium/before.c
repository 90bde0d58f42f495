/* Runners, ranked by a function of the C library whose callback is given nothing of the module. */

#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    long seconds;
} Runner;

static PyObject *key_name;

static PyObject *
Runner_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Runner *self;
    long seconds;

    if (!PyArg_ParseTuple(args, "l", &seconds)) {
        return NULL;
    }
    self = (Runner *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->seconds = seconds;
    }
    return (PyObject *)self;
}

static void
Runner_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
Runner_get_seconds(PyObject *self, void *closure)
{
    return PyLong_FromLong(((Runner *)self)->seconds);
}

static PyGetSetDef Runner_getset[] = {
    {"seconds", Runner_get_seconds, NULL, "How long it took.", NULL},
    {NULL}
};

static PyTypeObject Runner_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "podium.Runner",
    .tp_basicsize = sizeof(Runner),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A runner.",
    .tp_new = Runner_new,
    .tp_dealloc = Runner_dealloc,
    .tp_getset = Runner_getset,
};

static int
compare(const void *left, const void *right)
{
    PyObject *first, *second;
    int result;

    if (PyErr_Occurred()) {
        return 0;
    }
    first = PyObject_GetAttr(*(PyObject **)left, key_name);
    if (first == NULL) {
        return 0;
    }
    second = PyObject_GetAttr(*(PyObject **)right, key_name);
    if (second == NULL) {
        Py_DECREF(first);
        return 0;
    }
    result = PyObject_RichCompareBool(first, second, Py_LT);
    Py_DECREF(first);
    Py_DECREF(second);
    return result < 0 ? 0 : result ? -1 : 1;
}

static PyObject *
ranked(PyObject *self, PyObject *runners)
{
    PyObject *result = PySequence_List(runners);

    if (result == NULL) {
        return NULL;
    }
    qsort(((PyListObject *)result)->ob_item, PyList_GET_SIZE(result), sizeof(PyObject *), compare);
    if (PyErr_Occurred()) {
        Py_DECREF(result);
        return NULL;
    }
    return result;
}

static PyMethodDef functions[] = {
    {"ranked", ranked, METH_O, "Rank runners."},
    {NULL}
};

static struct PyModuleDef podium_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "podium",
    .m_doc = "Ranks.",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_podium(void)
{
    PyObject *module;

    if (PyType_Ready(&Runner_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&podium_module);
    if (module == NULL) {
        return NULL;
    }
    if (key_name == NULL) {
        key_name = PyUnicode_InternFromString("seconds");
    }
    Py_INCREF(&Runner_Type);
    if (key_name == NULL || PyModule_AddObject(module, "Runner", (PyObject *)&Runner_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
