/* From the limited API of Python 3.11 on, Py_TYPE takes nothing but objects. */
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} Box;

static PyObject *BoxError;
static PyObject *Box_Type;

static PyObject *
Box_take(Box *self, PyObject *Py_UNUSED(ignored))
{
    if (self->count == 0) {
        PyErr_SetString(BoxError, "the box is empty");
        return NULL;
    }
    return PyLong_FromLong(self->count--);
}

static PyObject *
Box_copy(Box *self, PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallFunction(Box_Type, "l", self->count);
}

static int
Box_init(Box *self, PyObject *args, PyObject *kwargs)
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
    self->count = count;
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
    {"take", (PyCFunction)Box_take, METH_NOARGS, NULL},
    {"copy", (PyCFunction)Box_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_init, Box_init},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    "limited_api_without_casts.Box", sizeof(Box), 0, Py_TPFLAGS_DEFAULT, Box_slots
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
    PyModuleDef_HEAD_INIT, "limited_api_without_casts", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_limited_api_without_casts(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    BoxError = PyErr_NewException("limited_api_without_casts.BoxError", NULL, NULL);
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
