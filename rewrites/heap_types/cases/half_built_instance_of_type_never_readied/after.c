#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Nothing makes the type ready, and it joins the collector: its instances have a head that PyObject_Del knows not. */

typedef struct {
    PyObject_HEAD
    PyObject *rest;
} Stream;

static PyTypeObject *Stream_Type;

static PyObject *
stream_open(PyObject *self, PyObject *args)
{
    Stream *stream = (Stream *)Stream_Type->tp_alloc(Stream_Type, 0);

    if (stream == NULL) {
        return NULL;
    }
    stream->rest = PyList_New(0);
    if (stream->rest == NULL) {
        PyTypeObject *tp = Py_TYPE(stream);

        PyObject_GC_UnTrack(stream);
        tp->tp_free(stream);
        Py_DECREF(tp);
        return NULL;
    }
    return (PyObject *)stream;
}

static int
stream_traverse(Stream *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->rest);
    return 0;
}

static void
stream_dealloc(Stream *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->rest);
    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Stream_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Stream_methods[] = {
    {"__reduce__", Stream_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Stream_slots[] = {
    {Py_tp_dealloc, stream_dealloc},
    {Py_tp_traverse, stream_traverse},
    {Py_tp_methods, Stream_methods},
    {0, NULL},
};

static PyType_Spec Stream_spec = {
    .name = "stream.Stream",
    .basicsize = sizeof(Stream),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Stream_slots,
};

static PyMethodDef stream_functions[] = {
    {"open", stream_open, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef stream_module = {PyModuleDef_HEAD_INIT, "stream", NULL, -1, stream_functions};

PyMODINIT_FUNC
PyInit_stream(void)
{
    PyObject *module = PyModule_Create(&stream_module);
    if (module == NULL) {
        return NULL;
    }
    Stream_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Stream_spec, NULL);
    if (Stream_Type == NULL) {
        return NULL;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Stream_Type->tp_new = NULL;
#endif
    return module;
}
