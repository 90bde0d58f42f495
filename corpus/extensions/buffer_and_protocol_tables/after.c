#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Block: a byte block of fixed size with most of the protocol tables that there are. */

typedef struct
{
    PyObject_HEAD
    Py_ssize_t size;
    int exports;
    unsigned char *bytes;
} Block;

typedef struct {
    PyTypeObject *BlockType;
} buffer_and_protocol_tables_state;

static struct PyModuleDef definition;

static inline buffer_and_protocol_tables_state *
get_buffer_and_protocol_tables_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (buffer_and_protocol_tables_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++)
    {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE))
        {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def)
            {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline buffer_and_protocol_tables_state *
get_buffer_and_protocol_tables_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_buffer_and_protocol_tables_state(module);
}

static inline buffer_and_protocol_tables_state *
get_buffer_and_protocol_tables_state_by_types(PyTypeObject *first, PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE))
    {
        PyObject *module = PyType_GetModuleByDef(first, &definition);
        if (module != NULL)
        {
            return get_buffer_and_protocol_tables_state(module);
        }
        PyErr_Clear();
    }
    return get_buffer_and_protocol_tables_state_by_type(second);
}

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
    PyTypeObject *tp = Py_TYPE(self);

    PyMem_Free(self->bytes);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
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
    buffer_and_protocol_tables_state *state =
        get_buffer_and_protocol_tables_state_by_types(Py_TYPE(left), Py_TYPE(right));
    long sum = 0;
    Py_ssize_t i;

    if (Py_TYPE(left) != state->BlockType || Py_TYPE(right) != state->BlockType)
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

static PyGetSetDef Block_getset[] = {{"exports", (getter)Block_exports}, {NULL}};

static PyType_Slot Block_slots[] = {
    {Py_tp_dealloc, Block_dealloc},
    {Py_tp_getset, Block_getset},
    {Py_tp_new, Block_new},
    {Py_nb_matrix_multiply, Block_matmul},
    {Py_sq_length, Block_length},
    {Py_mp_length, Block_length},
    {Py_mp_subscript, Block_subscript},
    {Py_mp_ass_subscript, Block_ass_subscript},
    {Py_bf_getbuffer, Block_getbuffer},
    {Py_bf_releasebuffer, Block_releasebuffer},
    {Py_am_await, Block_await},
    {0, NULL},
};

static PyType_Spec Block_spec = {
    .name = "buffer_and_protocol_tables.Block",
    .basicsize = sizeof(Block),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Block_slots,
};

static int buffer_and_protocol_tables_traverse(PyObject *module, visitproc visit,
                                               void *arg)
{
    buffer_and_protocol_tables_state *state =
        get_buffer_and_protocol_tables_state(module);
    Py_VISIT(state->BlockType);
    return 0;
}

static int buffer_and_protocol_tables_clear(PyObject *module)
{
    buffer_and_protocol_tables_state *state =
        get_buffer_and_protocol_tables_state(module);
    Py_CLEAR(state->BlockType);
    return 0;
}

static void buffer_and_protocol_tables_free(void *module)
{
    buffer_and_protocol_tables_clear((PyObject *)module);
}

static int buffer_and_protocol_tables_exec(PyObject *module);

static PyModuleDef_Slot buffer_and_protocol_tables_slots[] = {
    {Py_mod_exec, buffer_and_protocol_tables_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef definition =
{
    PyModuleDef_HEAD_INIT,
    .m_name = "buffer_and_protocol_tables",
    .m_size = sizeof(buffer_and_protocol_tables_state),
    .m_traverse = buffer_and_protocol_tables_traverse,
    .m_clear = buffer_and_protocol_tables_clear,
    .m_free = buffer_and_protocol_tables_free,
    .m_slots = buffer_and_protocol_tables_slots,
};

static int buffer_and_protocol_tables_exec(PyObject *module)
{
    buffer_and_protocol_tables_state *state =
        get_buffer_and_protocol_tables_state(module);

    state->BlockType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Block_spec, NULL);
    if (state->BlockType == NULL)
        return -1;
    Py_INCREF(state->BlockType);
    if (PyModule_AddObject(module, "Block", (PyObject *)state->BlockType) < 0)
    {
        Py_DECREF(state->BlockType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_buffer_and_protocol_tables(void)
{
    return PyModuleDef_Init(&definition);
}
