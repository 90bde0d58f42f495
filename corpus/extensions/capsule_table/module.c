#include <Python.h>

typedef struct {
    PyObject_HEAD
    long grams;
} Weight;

static PyTypeObject Weight_Type;

/* C API: what other extensions make weights with. */
static PyObject *
Weight_FromLong(long grams)
{
    Weight *self = PyObject_New(Weight, &Weight_Type);

    if (self != NULL) {
        self->grams = grams;
    }
    return (PyObject *)self;
}

/* C API: -1 and an exception if it is none. */
static long
Weight_AsLong(PyObject *weight)
{
    if (!PyObject_TypeCheck(weight, &Weight_Type)) {
        PyErr_SetString(PyExc_TypeError, "a weight is needed");
        return -1;
    }
    return ((Weight *)weight)->grams;
}

static PyObject *
weight_int(PyObject *self)
{
    return PyLong_FromLong(((Weight *)self)->grams);
}

static PyNumberMethods weight_as_number = {
    .nb_int = weight_int,
};

static PyTypeObject Weight_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "capsule_table.Weight",
    .tp_basicsize = sizeof(Weight),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_number = &weight_as_number,
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "capsule_table",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_capsule_table(void)
{
    /* The table of the C API. */
    static void *api[3];
    PyObject *module, *capsule;

    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Weight_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    api[0] = &Weight_Type;
    api[1] = Weight_FromLong;
    api[2] = Weight_AsLong;
    capsule = PyCapsule_New(api, "capsule_table._API", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
