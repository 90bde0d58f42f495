/* A running CRC-8 in the manner of hashlib's objects. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    unsigned char value;
    Py_ssize_t length;
} Crc8Object;

static PyTypeObject Crc8_Type;

static void
crc8_feed(Crc8Object *self, const unsigned char *data, Py_ssize_t length)
{
    unsigned char value = self->value;
    int bit;

    self->length += length;
    while (length-- > 0) {
        value ^= *data++;
        for (bit = 0; bit < 8; bit++)
            value = (unsigned char)(value & 0x80 ? (value << 1) ^ 0x07 : value << 1);
    }
    self->value = value;
}

static Crc8Object *
new_crc8(unsigned char value, Py_ssize_t length)
{
    Crc8Object *self = (Crc8Object *)Crc8_Type.tp_alloc(&Crc8_Type, 0);

    if (self == NULL)
        return NULL;
    self->value = value;
    self->length = length;
    return self;
}

static void
crc8_dealloc(Crc8Object *self)
{
    Py_TYPE(self)->tp_free(self);
}

PyDoc_STRVAR(crc8_update_doc, "update($self, data, /)\n--\n\nFeed more bytes.");

static PyObject *
crc8_update(Crc8Object *self, PyObject *args)
{
    Py_buffer view;

    if (!PyArg_ParseTuple(args, "y*:update", &view))
        return NULL;
    crc8_feed(self, view.buf, view.len);
    PyBuffer_Release(&view);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(crc8_copy_doc, "copy($self, /)\n--\n\nReturn an independent copy.");

static PyObject *
crc8_copy(Crc8Object *self, PyObject *unused)
{
    return (PyObject *)new_crc8(self->value, self->length);
}

static PyObject *
crc8_digest(Crc8Object *self, PyObject *unused)
{
    return PyLong_FromLong(self->value);
}

static PyObject *
crc8_repr(Crc8Object *self)
{
    return PyUnicode_FromFormat("<crc8 of %zd bytes: %d>", self->length, (int)self->value);
}

static PyMethodDef crc8_methods[] = {
    {"update", (PyCFunction)crc8_update, METH_VARARGS, crc8_update_doc},
    {"copy", (PyCFunction)crc8_copy, METH_NOARGS, crc8_copy_doc},
    {"digest", (PyCFunction)crc8_digest, METH_NOARGS, NULL},
    {NULL, NULL}  /* sentinel */
};

PyDoc_STRVAR(crc8_type_doc, "A checksum that is fed piece by piece.");

static PyTypeObject Crc8_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "positional_type_without_gc.Crc8",  /* tp_name */
    sizeof(Crc8Object),                 /* tp_basicsize */
    0,                                  /* tp_itemsize */
    (destructor)crc8_dealloc,           /* tp_dealloc */
    0,                                  /* tp_print */
    0,                                  /* tp_getattr */
    0,                                  /* tp_setattr */
    0,                                  /* tp_compare */
    (reprfunc)crc8_repr,                /* tp_repr */
    0,                                  /* tp_as_number */
    0,                                  /* tp_as_sequence */
    0,                                  /* tp_as_mapping */
    0,                                  /* tp_hash */
    0,                                  /* tp_call */
    0,                                  /* tp_str */
    0,                                  /* tp_getattro */
    0,                                  /* tp_setattro */
    0,                                  /* tp_as_buffer */
    Py_TPFLAGS_DEFAULT,                 /* tp_flags */
    crc8_type_doc,                      /* tp_doc */
    0,                                  /* tp_traverse */
    0,                                  /* tp_clear */
    0,                                  /* tp_richcompare */
    0,                                  /* tp_weaklistoffset */
    0,                                  /* tp_iter */
    0,                                  /* tp_iternext */
    crc8_methods,                       /* tp_methods */
};

static PyObject *
crc8_new(PyObject *module, PyObject *args)
{
    Py_buffer view = {NULL, NULL};
    Crc8Object *self;

    if (!PyArg_ParseTuple(args, "|y*:new", &view))
        return NULL;
    self = new_crc8(0, 0);
    if (self != NULL && view.obj != NULL)
        crc8_feed(self, view.buf, view.len);
    if (view.obj != NULL)
        PyBuffer_Release(&view);
    return (PyObject *)self;
}

static PyMethodDef module_functions[] = {
    {"new", crc8_new, METH_VARARGS, PyDoc_STR("new([data]) -> Crc8")},
    {NULL, NULL}
};

static struct PyModuleDef crc8_module = {
    PyModuleDef_HEAD_INIT,
    "positional_type_without_gc",
    "CRC-8 checksums.",
    -1,
    module_functions,
    NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_positional_type_without_gc(void)
{
    PyObject *m;

    if (PyType_Ready(&Crc8_Type) < 0)
        return NULL;

    m = PyModule_Create(&crc8_module);
    if (m == NULL)
        return NULL;

    Py_INCREF(&Crc8_Type);
    if (PyModule_AddObject(m, "Crc8", (PyObject *)&Crc8_Type) < 0) {
        Py_DECREF(&Crc8_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
