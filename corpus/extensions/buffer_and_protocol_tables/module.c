#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Block: a byte block of fixed size with most of the protocol tables that there are. */

typedef struct
{
    PyObject_HEAD
    Py_ssize_t size;
    int exports;
    unsigned char *bytes;
} Block;

static PyTypeObject BlockType;

static PyObject *Block_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Py_ssize_t size;
    Block *self;

    if (!PyArg_ParseTuple(args, "n:Block", &size))
        return NULL;
    if (size < 0 || size > 4096)
        return PyErr_Format(PyExc_ValueError, "size %zd is not in 0..4096", size);
    self = (Block *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->bytes = PyMem_Calloc(size + 1, 1);
    if (self->bytes == NULL)
    {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    self->size = size;
    return (PyObject *)self;
}

static void Block_dealloc(Block *self)
{
    PyMem_Free(self->bytes);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static Py_ssize_t Block_length(Block *self)
{
    return self->size;
}

static int index_of(Block *self, PyObject *key, Py_ssize_t *index)
{
    *index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (*index == -1 && PyErr_Occurred())
        return -1;
    if (*index < 0)
        *index += self->size;
    if (*index < 0 || *index >= self->size)
    {
        PyErr_SetString(PyExc_IndexError, "index out of range");
        return -1;
    }
    return 0;
}

static PyObject *Block_subscript(Block *self, PyObject *key)
{
    Py_ssize_t index;

    if (index_of(self, key, &index) < 0)
        return NULL;
    return PyLong_FromLong(self->bytes[index]);
}

static int Block_ass_subscript(Block *self, PyObject *key, PyObject *value)
{
    Py_ssize_t index;
    long byte;

    if (value == NULL)
    {
        PyErr_SetString(PyExc_TypeError, "bytes can't be deleted");
        return -1;
    }
    if (index_of(self, key, &index) < 0)
        return -1;
    byte = PyLong_AsLong(value);
    if (byte == -1 && PyErr_Occurred())
        return -1;
    self->bytes[index] = (unsigned char)byte;
    return 0;
}

static PyObject *Block_matmul(PyObject *left, PyObject *right)
{
    long sum = 0;
    Py_ssize_t i;

    if (Py_TYPE(left) != &BlockType || Py_TYPE(right) != &BlockType)
        Py_RETURN_NOTIMPLEMENTED;
    for (i = 0; i < ((Block *)left)->size && i < ((Block *)right)->size; i++)
        sum += ((Block *)left)->bytes[i] * ((Block *)right)->bytes[i];
    return PyLong_FromLong(sum);
}

static PyObject *Block_await(PyObject *self)
{
    PyErr_SetString(PyExc_RuntimeError, "blocks are always ready");
    return NULL;
}

static int Block_getbuffer(Block *self, Py_buffer *view, int flags)
{
    if (PyBuffer_FillInfo(view, (PyObject *)self, self->bytes, self->size, 0, flags) < 0)
        return -1;
    self->exports++;
    return 0;
}

static void Block_releasebuffer(Block *self, Py_buffer *view)
{
    self->exports--;
}

static PyObject *Block_exports(Block *self, void *closure)
{
    return PyLong_FromLong(self->exports);
}

static PySequenceMethods Block_sequence = {.sq_length = (lenfunc)Block_length};
static PyMappingMethods Block_mapping =
{
    (lenfunc)Block_length,
    (binaryfunc)Block_subscript,
    (objobjargproc)Block_ass_subscript
};
static PyNumberMethods Block_number = {.nb_matrix_multiply = Block_matmul};
static PyAsyncMethods Block_async = {.am_await = Block_await};
static PyBufferProcs Block_buffer = {(getbufferproc)Block_getbuffer, (releasebufferproc)Block_releasebuffer};
static PyGetSetDef Block_getset[] = {{"exports", (getter)Block_exports}, {NULL}};

static PyTypeObject BlockType =
{
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "buffer_and_protocol_tables.Block",
    .tp_basicsize = sizeof(Block),
    .tp_dealloc = (destructor)Block_dealloc,
    .tp_as_async = &Block_async,
    .tp_as_number = &Block_number,
    .tp_as_sequence = &Block_sequence,
    .tp_as_mapping = &Block_mapping,
    .tp_as_buffer = &Block_buffer,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = Block_getset,
    .tp_new = Block_new,
};

static PyModuleDef definition =
{
    PyModuleDef_HEAD_INIT,
    .m_name = "buffer_and_protocol_tables",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit_buffer_and_protocol_tables(void)
{
    PyObject *module;

    if (PyType_Ready(&BlockType) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&BlockType);
    if (PyModule_AddObject(module, "Block", (PyObject *)&BlockType) < 0)
    {
        Py_DECREF(&BlockType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
