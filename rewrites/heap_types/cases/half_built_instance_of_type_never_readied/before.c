#include <Python.h>

/* Nothing makes the type ready, and it joins the collector: its instances have a head that PyObject_Del knows not. */

typedef struct {
    PyObject_HEAD
    PyObject *rest;
} Stream;

static PyTypeObject Stream_Type;

static PyObject *
stream_open(PyObject *self, PyObject *args)
{
    Stream *stream = PyObject_New(Stream, &Stream_Type);

    if (stream == NULL) {
        return NULL;
    }
    stream->rest = PyList_New(0);
    if (stream->rest == NULL) {
        PyObject_Del(stream);
        return NULL;
    }
    return (PyObject *)stream;
}

static void
stream_dealloc(Stream *self)
{
    Py_XDECREF(self->rest);
    PyObject_Del(self);
}

static PyTypeObject Stream_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "stream.Stream",
    .tp_basicsize = sizeof(Stream),
    .tp_dealloc = (destructor)stream_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyMethodDef stream_functions[] = {
    {"open", stream_open, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef stream_module = {PyModuleDef_HEAD_INIT, "stream", NULL, -1, stream_functions};

PyMODINIT_FUNC
PyInit_stream(void)
{
    return PyModule_Create(&stream_module);
}
