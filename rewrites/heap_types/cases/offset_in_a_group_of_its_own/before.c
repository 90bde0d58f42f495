#include <Python.h>
#include <structmember.h>

#if defined(PYPY_VERSION)
#  define USE_VECTORCALL 0
#else
#  define USE_VECTORCALL 1
#endif

typedef struct {
    PyObject_HEAD
    long count;
#if USE_VECTORCALL
    vectorcallfunc vectorcall;
#endif
} Box;

#if USE_VECTORCALL
static PyObject *
Box_vectorcall(PyObject *self, PyObject *const *Py_UNUSED(args), size_t Py_UNUSED(nargsf),
               PyObject *Py_UNUSED(names))
{
    return PyLong_FromLong(++((Box *)self)->count);
}
#else
static PyObject *
Box_call(Box *self, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    return PyLong_FromLong(++self->count);
}
#endif

static PyObject *
Box_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    Box *self = (Box *)type->tp_alloc(type, 0);
#if USE_VECTORCALL
    if (self != NULL) {
        self->vectorcall = Box_vectorcall;
    }
#endif
    return (PyObject *)self;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "boxes.Box",                                /* tp_name */
    sizeof(Box),                                /* tp_basicsize */
    0,                                          /* tp_itemsize */
    0,                                          /* tp_dealloc */
#if USE_VECTORCALL
    offsetof(Box, vectorcall),                  /* tp_vectorcall_offset */
#else
    (printfunc)0,                               /* tp_print */
#endif
    0,                                          /* tp_getattr */
    0,                                          /* tp_setattr */
    0,                                          /* tp_as_async */
    0,                                          /* tp_repr */
    0,                                          /* tp_as_number */
    0,                                          /* tp_as_sequence */
    0,                                          /* tp_as_mapping */
    0,                                          /* tp_hash */
#if USE_VECTORCALL
    (ternaryfunc)PyVectorcall_Call,             /* tp_call */
#else
    (ternaryfunc)Box_call,                      /* tp_call */
#endif
    0,                                          /* tp_str */
    0,                                          /* tp_getattro */
    0,                                          /* tp_setattro */
    0,                                          /* tp_as_buffer */
    Py_TPFLAGS_DEFAULT
#if USE_VECTORCALL
        | Py_TPFLAGS_HAVE_VECTORCALL
#endif
    ,                                           /* tp_flags */
    "Counts its calls.",                        /* tp_doc */
    .tp_new = Box_new,
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    m = PyModule_Create(&boxes_module);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
