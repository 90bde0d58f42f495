#include <Python.h>

/* Half way, the other half: starts in several phases, but the type is static and the message global. */

typedef struct {
    PyObject_HEAD
    PyObject *callback;
    long calls;
} TracerObject;

static PyTypeObject TracerType;
static PyObject *no_callback_text;

static int
Tracer_init(TracerObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *callback = Py_None;

    if (!PyArg_ParseTuple(args, "|O:Tracer", &callback))
        return -1;
    Py_INCREF(callback);
    Py_XSETREF(self->callback, callback);
    return 0;
}

static int
Tracer_traverse(TracerObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->callback);
    return 0;
}

static int
Tracer_clear(TracerObject *self)
{
    Py_CLEAR(self->callback);
    return 0;
}

static void
Tracer_dealloc(TracerObject *self)
{
    PyObject_GC_UnTrack(self);
    Tracer_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Tracer_call(TracerObject *self, PyObject *args, PyObject *kwds)
{
    self->calls++;
    if (self->callback == NULL || self->callback == Py_None) {
        Py_INCREF(no_callback_text);
        return no_callback_text;
    }
    return PyObject_Call(self->callback, args, kwds);
}

static PyObject *
Tracer_get_calls(TracerObject *self, void *closure)
{
    return PyLong_FromLong(self->calls);
}

static PyGetSetDef Tracer_getset[] = {
    {"calls", (getter)Tracer_get_calls, NULL, "how often it was called", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject TracerType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "multi_phase_with_static_types.Tracer",     /*tp_name*/
    sizeof(TracerObject),       /*tp_basicsize*/
    0,                          /*tp_itemsize*/
    (destructor)Tracer_dealloc, /*tp_dealloc*/
    0,                          /*tp_print*/
    0,                          /*tp_getattr*/
    0,                          /*tp_setattr*/
    0,                          /*tp_compare*/
    0,                          /*tp_repr*/
    0,                          /*tp_as_number*/
    0,                          /*tp_as_sequence*/
    0,                          /*tp_as_mapping*/
    0,                          /*tp_hash */
    (ternaryfunc)Tracer_call,   /*tp_call*/
    0,                          /*tp_str*/
    0,                          /*tp_getattro*/
    0,                          /*tp_setattro*/
    0,                          /*tp_as_buffer*/
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, /*tp_flags*/
    "Tracer objects",           /* tp_doc */
    (traverseproc)Tracer_traverse, /* tp_traverse */
    (inquiry)Tracer_clear,      /* tp_clear */
    0,                          /* tp_richcompare */
    0,                          /* tp_weaklistoffset */
    0,                          /* tp_iter */
    0,                          /* tp_iternext */
    0,                          /* tp_methods */
    0,                          /* tp_members */
    Tracer_getset,              /* tp_getset */
    0,                          /* tp_base */
    0,                          /* tp_dict */
    0,                          /* tp_descr_get */
    0,                          /* tp_descr_set */
    0,                          /* tp_dictoffset */
    (initproc)Tracer_init,      /* tp_init */
    0,                          /* tp_alloc */
    PyType_GenericNew,          /* tp_new */
};

static int
tracer_exec(PyObject *module)
{
    if (no_callback_text == NULL) {
        no_callback_text = PyUnicode_InternFromString("no callback");
        if (no_callback_text == NULL)
            return -1;
    }
    if (PyType_Ready(&TracerType) < 0)
        return -1;
    Py_INCREF(&TracerType);
    if (PyModule_AddObject(module, "Tracer", (PyObject *)&TracerType) < 0) {
        Py_DECREF(&TracerType);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot tracer_slots[] = {
    {Py_mod_exec, tracer_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef tracer_module = {
    PyModuleDef_HEAD_INIT, "multi_phase_with_static_types", "Tracers.", 0, NULL, tracer_slots
};

PyMODINIT_FUNC
PyInit_multi_phase_with_static_types(void)
{
    return PyModuleDef_Init(&tracer_module);
}
