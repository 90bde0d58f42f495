#include <Python.h>

typedef struct { PyBaseExceptionObject base; } ErrorObject;
typedef struct { PyTupleObject base; } ClusterObject;
static PyTypeObject Error_Type;
extern PyTypeObject Cluster_Type;

static int
error_init(ErrorObject *self, PyObject *args, PyObject *kwds)
{
    if (Error_Type.tp_base->tp_init((PyObject *)self, args, kwds) < 0)
        return -1;
    return PyObject_SetAttrString((PyObject *)self, "__status", Py_None);
}

static PyObject *
error_str(ErrorObject *self)
{
    return Error_Type.tp_base->tp_str((PyObject *)self);
}

static PyTypeObject Error_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_types_are_tuple_and_exception.Error",
    .tp_basicsize = sizeof(ErrorObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_str = (reprfunc)error_str,
    .tp_init = (initproc)error_init,
};

static PyObject *
cluster_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    int a, b;
    PyObject *tuple_args, *result;

    if (!PyArg_ParseTuple(args, "ii", &a, &b))
        return NULL;
    tuple_args = Py_BuildValue("((ii))", a, b);
    if (tuple_args == NULL)
        return NULL;
    result = PyTuple_Type.tp_new(type, tuple_args, NULL);
    Py_DECREF(tuple_args);
    return result;
}

static PyObject *
is_cluster(PyObject *self, PyObject *arg)
{
    return PyBool_FromLong(PyObject_TypeCheck(arg, &Cluster_Type));
}

static PyMethodDef functions[] = {{"is_cluster", is_cluster, METH_O, NULL}, {NULL}};

PyTypeObject Cluster_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_types_are_tuple_and_exception.Cluster",
    .tp_basicsize = sizeof(ClusterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = cluster_new,
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "base_types_are_tuple_and_exception", NULL, 0, functions};

int init_error(PyObject *module)
{
    PyObject *error;
    Error_Type.tp_base = (PyTypeObject *)PyExc_Exception;
    if (PyType_Ready(&Error_Type) < 0)
        return -1;
    error = (PyObject *)&Error_Type;
    Py_INCREF(error);
    if (PyModule_AddObject(module, "Error", error) < 0) {
        Py_DECREF(error);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_base_types_are_tuple_and_exception(void)
{
    PyObject *m;

    Cluster_Type.tp_base = &PyTuple_Type;
    if (PyType_Ready(&Cluster_Type) < 0)
        return NULL;
    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    if (init_error(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Cluster_Type);
    if (PyModule_AddObject(m, "Cluster", (PyObject *)&Cluster_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
