#include <Python.h>

/* Porters look up what things weigh, by a function of the module that doesn't need the module. */

static PyObject *weights;       /* dict */
static PyObject *WeightError;

typedef struct {
    PyObject_HEAD
    PyObject *last;
} PorterObject;

static PyTypeObject Porter_Type;

static PyObject *find_weight(PyObject *ignored, PyObject *thing);

static PyObject *
porter_lift(PorterObject *self, PyObject *thing)
{
    PyObject *weight = find_weight(NULL, thing);

    if (weight == NULL)
        return NULL;
    Py_INCREF(weight);
    Py_XSETREF(self->last, weight);
    return weight;
}

static Py_ssize_t
porter_length(PyObject *porter)
{
    PyObject *weight = find_weight((PyObject *)NULL, Py_None);
    Py_ssize_t size = weight != NULL ? PyLong_AsSsize_t(weight) : -1;

    Py_XDECREF(weight);
    return size;
}

static int
porter_traverse(PorterObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->last);
    return 0;
}

static int
porter_clear(PorterObject *self)
{
    Py_CLEAR(self->last);
    return 0;
}

static void
porter_dealloc(PorterObject *self)
{
    PyObject_GC_UnTrack(self);
    porter_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef porter_methods[] = {
    {"lift", (PyCFunction)porter_lift, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PySequenceMethods porter_as_sequence = {
    .sq_length = porter_length,
};

static PyTypeObject Porter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module_from_methods_object.Porter",
    .tp_basicsize = sizeof(PorterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)porter_dealloc,
    .tp_traverse = (traverseproc)porter_traverse,
    .tp_clear = (inquiry)porter_clear,
    .tp_as_sequence = &porter_as_sequence,
    .tp_methods = porter_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
find_weight(PyObject *ignored, PyObject *thing)
{
    PyObject *weight = PyDict_GetItemWithError(weights, thing);

    if (weight == NULL) {
        if (!PyErr_Occurred())
            PyErr_Format(WeightError, "nobody weighed %R", thing);
        return NULL;
    }
    Py_INCREF(weight);
    return weight;
}

static PyObject *
weigh(PyObject *module, PyObject *args)
{
    PyObject *thing, *weight;

    if (!PyArg_ParseTuple(args, "OO", &thing, &weight))
        return NULL;
    if (PyDict_SetItem(weights, thing, weight) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef porters_functions[] = {
    {"find_weight", find_weight, METH_O, NULL},
    {"weigh", weigh, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef porters_module = {
    PyModuleDef_HEAD_INIT, "module_from_methods_object", "Porters.", -1, porters_functions
};

PyMODINIT_FUNC
PyInit_module_from_methods_object(void)
{
    PyObject *m;

    if (PyType_Ready(&Porter_Type) < 0)
        return NULL;
    weights = PyDict_New();
    if (weights == NULL)
        return NULL;
    m = PyModule_Create(&porters_module);
    if (m == NULL)
        return NULL;
    WeightError = PyErr_NewException("module_from_methods_object.WeightError", NULL, NULL);
    Py_XINCREF(WeightError);
    if (PyModule_AddObject(m, "WeightError", WeightError) < 0) {
        Py_XDECREF(WeightError);
        Py_CLEAR(WeightError);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Porter_Type);
    if (PyModule_AddObject(m, "Porter", (PyObject *)&Porter_Type) < 0) {
        Py_DECREF(&Porter_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
