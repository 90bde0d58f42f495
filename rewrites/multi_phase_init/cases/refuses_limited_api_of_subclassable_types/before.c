/* What can be derived from a type leads to the module by PyType_GetModuleByDef alone, which is of 3.13. */
#define Py_LIMITED_API 0x030A0000
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} Box;

static PyObject *BoxError;
static PyObject *Box_Type;

static PyObject *
Box_take(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    Box *box = (Box *)self;

    if (box->count == 0) {
        PyErr_SetString(BoxError, "the box is empty");
        return NULL;
    }
    return PyLong_FromLong(box->count--);
}

static PyObject *
Box_copy(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallFunction(Box_Type, "l", ((Box *)self)->count);
}

static int
Box_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"count", NULL};
    long count = 1;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|l", names, &count)) {
        return -1;
    }
    if (count < 0) {
        PyErr_SetString(BoxError, "a box holds at least nothing");
        return -1;
    }
    ((Box *)self)->count = count;
    return 0;
}

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc free_box = (freefunc)PyType_GetSlot(type, Py_tp_free);

    free_box(self);
    Py_DECREF(type);
}

static PyMethodDef Box_methods[] = {
    {"take", Box_take, METH_NOARGS, NULL},
    {"copy", Box_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_init, Box_init},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    "shelf.Box", sizeof(Box), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, Box_slots
};

static PyObject *
make(PyObject *module, PyObject *count)
{
    return PyObject_CallFunctionObjArgs(Box_Type, count, NULL);
}

static PyMethodDef functions[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    BoxError = PyErr_NewException("shelf.BoxError", NULL, NULL);
    Box_Type = PyType_FromSpec(&Box_spec);
    if (BoxError == NULL || Box_Type == NULL) {
        goto error;
    }
    if (PyModule_AddObjectRef(module, "BoxError", BoxError) < 0
        || PyModule_AddObjectRef(module, "Box", Box_Type) < 0) {
        goto error;
    }
    return module;

error:
    Py_CLEAR(BoxError);
    Py_CLEAR(Box_Type);
    Py_DECREF(module);
    return NULL;
}
