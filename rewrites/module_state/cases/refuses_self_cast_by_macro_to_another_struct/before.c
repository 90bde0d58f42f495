/* The macro casts to a struct that begins alike: the object may be of any type. */
#include <Python.h>

static PyObject *names;

typedef struct {
    PyObject_HEAD
    long way;
} Context;

typedef struct {
    PyObject_HEAD
    long way;
} Anything;

#define WAY(o) (((Anything *)(o))->way)

static int
context_set_way(PyObject *self, PyObject *value, void *closure)
{
    long at = PyLong_AsLong(value);

    if (at < 0 || at >= PyTuple_GET_SIZE(names)) {
        PyErr_SetNone(PyExc_ValueError);
        return -1;
    }
    WAY(self) = at;
    return 0;
}

static PyGetSetDef context_getset[] = {
    {"way", NULL, context_set_way, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Context_slots[] = {
    {Py_tp_getset, context_getset},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Context_spec = {
    .name = "ways.Context",
    .basicsize = sizeof(Context),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Context_slots,
};

static int
set_all(PyObject *self, PyObject *way)
{
    if (way != Py_None && context_set_way(self, way, NULL) < 0) {
        return -1;
    }
    return 0;
}

static PyObject *
changed(PyObject *module, PyObject *args)
{
    PyObject *context, *way;

    if (!PyArg_ParseTuple(args, "OO", &context, &way) || set_all(PyTuple_GET_ITEM(context, 0), way) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"changed", changed, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ways",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_ways(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *type;

    if (module == NULL) {
        return NULL;
    }
    names = Py_BuildValue("(ss)", "up", "down");
    type = PyType_FromModuleAndSpec(module, &Context_spec, NULL);
    if (names == NULL || type == NULL || PyModule_AddObject(module, "Context", type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
