#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

static PyMemberDef Box_members[] = {
#if USE_VECTORCALL
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Box, vectorcall), READONLY},
#endif
    {NULL}
};

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
#if USE_VECTORCALL
    {Py_tp_call, PyVectorcall_Call},
#else
    {Py_tp_call, Box_call},
#endif
    {Py_tp_doc, "Counts its calls."},
    {Py_tp_new, Box_new},
    {Py_tp_members, Box_members},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT
#if USE_VECTORCALL
        | Py_TPFLAGS_HAVE_VECTORCALL
#endif
        | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m;

    m = PyModule_Create(&boxes_module);
    if (m == NULL)
        return NULL;

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL)
        return NULL;
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
