/* A running CRC-8 in the manner of hashlib's objects. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    unsigned char value;
    Py_ssize_t length;
} Crc8Object;

static PyTypeObject *Crc8_Type;

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
    Crc8Object *self = (Crc8Object *)Crc8_Type->tp_alloc(Crc8_Type, 0);

    if (self == NULL)
        return NULL;
    self->value = value;
    self->length = length;
    return self;
}

static void
crc8_dealloc(Crc8Object *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
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

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Crc8_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef crc8_methods[] = {
    {"update", (PyCFunction)crc8_update, METH_VARARGS, crc8_update_doc},
    {"copy", (PyCFunction)crc8_copy, METH_NOARGS, crc8_copy_doc},
    {"digest", (PyCFunction)crc8_digest, METH_NOARGS, NULL},
    {"__reduce__", Crc8_reduce, METH_NOARGS, NULL},
    {NULL, NULL}  /* sentinel */
};

PyDoc_STRVAR(crc8_type_doc, "A checksum that is fed piece by piece.");

static PyType_Slot Crc8_slots[] = {
    {Py_tp_dealloc, crc8_dealloc},
    {Py_tp_repr, crc8_repr},
    {Py_tp_doc, (void *)crc8_type_doc},
    {Py_tp_methods, crc8_methods},
    {0, NULL},
};

static PyType_Spec Crc8_spec = {
    .name = "positional_type_without_gc.Crc8",
    .basicsize = sizeof(Crc8Object),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crc8_slots,
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

    m = PyModule_Create(&crc8_module);
    if (m == NULL)
        return NULL;

    Crc8_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Crc8_spec, NULL);
    if (Crc8_Type == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Crc8_Type->tp_new = NULL;
#endif

    Py_INCREF(Crc8_Type);
    if (PyModule_AddObject(m, "Crc8", (PyObject *)Crc8_Type) < 0) {
        Py_DECREF(Crc8_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
