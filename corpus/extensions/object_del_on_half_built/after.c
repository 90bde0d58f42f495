#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Arrays of doubles, and windows that look into another array's data. */

typedef struct {
    PyObject_HEAD
    double *data;
    Py_ssize_t length;
    PyObject *base;         /* owned; whose data a window looks at, else NULL */
} ArrayObject;

static PyObject *
array_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *items;
    ArrayObject *self;
    Py_ssize_t i;

    if (!PyArg_ParseTuple(args, "O!:Array", &PyTuple_Type, &items))
        return NULL;
    self = (ArrayObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->base = NULL;
    self->length = PyTuple_GET_SIZE(items);
    self->data = PyMem_Malloc((self->length + 1) * sizeof(double));
    if (self->data == NULL) {
        PyTypeObject *tp = Py_TYPE(self);

        PyObject_GC_UnTrack(self);
        tp->tp_free(self);
        Py_DECREF(tp);
        return PyErr_NoMemory();
    }
    for (i = 0; i < self->length; i++) {
        self->data[i] = PyFloat_AsDouble(PyTuple_GET_ITEM(items, i));
        if (self->data[i] == -1.0 && PyErr_Occurred()) {
            /* data is ours: let dealloc free it */
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static int
array_traverse(ArrayObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->base);
    return 0;
}

static void
array_dealloc(ArrayObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->base != NULL)
        Py_DECREF(self->base);
    else
        PyMem_Free(self->data);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
array_window(ArrayObject *self, PyObject *args)
{
    Py_ssize_t start, stop;
    ArrayObject *window =
        (ArrayObject *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);

    if (window == NULL)
        return NULL;
    window->base = NULL;
    window->data = self->data;
    if (!PyArg_ParseTuple(args, "nn:window", &start, &stop)) {
        /* not Py_DECREF: dealloc would free the data of self */
        PyTypeObject *tp = Py_TYPE(window);

        PyObject_GC_UnTrack(window);
        tp->tp_free(window);
        Py_DECREF(tp);
        return NULL;
    }
    if (start < 0 || stop < start || stop > self->length) {
        PyErr_SetString(PyExc_IndexError, "window out of range");
        {
            PyTypeObject *tp = Py_TYPE(window);
            PyObject_GC_UnTrack(window);
            tp->tp_free(window);
            Py_DECREF(tp);
        }
        return NULL;
    }
    window->data += start;
    window->length = stop - start;
    window->base = self->base != NULL ? self->base : (PyObject *)self;
    Py_INCREF(window->base);
    return (PyObject *)window;
}

static Py_ssize_t
array_length(ArrayObject *self)
{
    return self->length;
}

static PyObject *
array_item(ArrayObject *self, Py_ssize_t i)
{
    if (i < 0 || i >= self->length) {
        PyErr_SetString(PyExc_IndexError, "index out of range");
        return NULL;
    }
    return PyFloat_FromDouble(self->data[i]);
}

static PyMethodDef array_methods[] = {
    {"window", (PyCFunction)array_window, METH_VARARGS, "window(start, stop) -> Array that shares the data"},
    {NULL}
};

static PyType_Slot Array_slots[] = {
    {Py_tp_dealloc, array_dealloc},
    {Py_tp_methods, array_methods},
    {Py_tp_new, array_new},
    {Py_sq_length, array_length},
    {Py_sq_item, array_item},
    {Py_tp_traverse, array_traverse},
    {0, NULL},
};

static PyType_Spec Array_spec = {
    .name = "object_del_on_half_built.Array",
    .basicsize = sizeof(ArrayObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Array_slots,
};

static int object_del_on_half_built_exec(PyObject *m);

static PyModuleDef_Slot object_del_on_half_built_slots[] = {
    {Py_mod_exec, object_del_on_half_built_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "object_del_on_half_built", NULL, 0, NULL,
    object_del_on_half_built_slots,
};

static int
object_del_on_half_built_exec(PyObject *m)
{
    PyTypeObject *ArrayType =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Array_spec, NULL);
    if (ArrayType == NULL)
        return -1;
    if (PyModule_AddObject(m, "Array", (PyObject *)ArrayType) < 0) {
        Py_DECREF(ArrayType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_object_del_on_half_built(void)
{
    return PyModuleDef_Init(&moduledef);
}
