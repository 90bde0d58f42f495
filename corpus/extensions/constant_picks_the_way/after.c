#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Buffers that grow and shrink, and one function that raises every error there is. */

#define ERROR_MEMORY (-1)
#define ERROR_EMPTY (-2)
#define ERROR_LIMIT (-3)
#define ERROR_RANGE (-4)

typedef struct {
    PyObject_HEAD
    PyObject *owner;
    char *data;
    Py_ssize_t used;
    Py_ssize_t room;
} BufferObject;

typedef struct {
    PyObject *BufferError_;
} constant_picks_the_way_state;

static inline constant_picks_the_way_state *
get_constant_picks_the_way_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (constant_picks_the_way_state *)state;
}

static inline constant_picks_the_way_state *
get_constant_picks_the_way_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (constant_picks_the_way_state *)state;
}

static void
set_error(constant_picks_the_way_state *state, int code)
{
    PyErr_Clear();
    switch (code) {
    case ERROR_MEMORY:
        PyErr_NoMemory();
        break;
    case ERROR_LIMIT:
        PyErr_Format(PyExc_OverflowError, "a buffer holds %d bytes", 64);
        break;
    case ERROR_EMPTY:
        if (PyErr_WarnEx(PyExc_UserWarning, "empty", 1) < 0) {
            break;
        }
        /* fall through */
    case ERROR_RANGE:
        PyErr_SetString(state->BufferError_, code == ERROR_EMPTY ? "the buffer is empty" : "out of range");
        break;
    default:
        PyErr_SetString(state->BufferError_, "unknown error");
    }
}

static char *
resize(char *data, Py_ssize_t size)
{
    char *found = PyMem_Realloc(data, size > 0 ? (size_t)size : 1);

    if (found == NULL) {
        set_error(NULL, ERROR_MEMORY);
    }
    return found;
}

static void
release(BufferObject *self)
{
    if (self->room > 32) {
        /* Give back what can be given back early. */
        char *data = resize(self->data, 32);
        if (data != NULL) {
            self->data = data;
        }
        else {
            PyErr_Clear();
        }
    }
    PyMem_Free(self->data);
}

static int
Buffer_traverse(BufferObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return 0;
}

static int
Buffer_clear(BufferObject *self)
{
    Py_CLEAR(self->owner);
    return 0;
}

static void
Buffer_dealloc(BufferObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    release(self);
    Buffer_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Buffer_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    BufferObject *self;
    PyObject *owner;

    if (!PyArg_ParseTuple(args, "O:Buffer", &owner)) {
        return NULL;
    }
    self = (BufferObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(owner);
    self->owner = owner;
    return (PyObject *)self;
}

static int
check_room(BufferObject *self, Py_ssize_t size)
{
    if (size > 64) {
        set_error(NULL, ERROR_LIMIT);
        return -1;
    }
    return 0;
}

static PyObject *
Buffer_push(BufferObject *self, PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (check_room(self, self->used + 1) < 0) {
        return NULL;
    }
    if (self->used == self->room) {
        char *data = resize(self->data, self->room + 16);
        if (data == NULL) {
            return NULL;
        }
        self->data = data;
        self->room += 16;
    }
    self->data[self->used++] = (char)number;
    Py_RETURN_NONE;
}

static PyObject *
Buffer_pop(BufferObject *self, PyObject *ignored)
{
    if (self->used == 0) {
        constant_picks_the_way_state *state =
            get_constant_picks_the_way_state_by_type(Py_TYPE(self));

        set_error(state, ERROR_EMPTY);
        return NULL;
    }
    return PyLong_FromLong(self->data[--self->used]);
}

static PyObject *
Buffer_fail(BufferObject *self, PyObject *value)
{
    constant_picks_the_way_state *state =
        get_constant_picks_the_way_state_by_type(Py_TYPE(self));
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number == 0) {
        set_error(state, ERROR_LIMIT);
        return NULL;
    }
    set_error(state, (int)number);
    return NULL;
}

static PyMethodDef Buffer_methods[] = {
    {"push", (PyCFunction)Buffer_push, METH_O, "push(number)"},
    {"pop", (PyCFunction)Buffer_pop, METH_NOARGS, "pop() -> number"},
    {"fail", (PyCFunction)Buffer_fail, METH_O, "fail(code): raise that error"},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Buffer_slots[] = {
    {Py_tp_new, Buffer_new},
    {Py_tp_dealloc, Buffer_dealloc},
    {Py_tp_traverse, Buffer_traverse},
    {Py_tp_clear, Buffer_clear},
    {Py_tp_methods, Buffer_methods},
    {0, NULL},
};

static PyType_Spec Buffer_spec = {
    .name = "constant_picks_the_way.Buffer",
    .basicsize = sizeof(BufferObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Buffer_slots,
};

static int
constant_picks_the_way_traverse(PyObject *module, visitproc visit, void *arg)
{
    constant_picks_the_way_state *state = get_constant_picks_the_way_state(module);
    Py_VISIT(state->BufferError_);
    return 0;
}

static int
constant_picks_the_way_clear(PyObject *module)
{
    constant_picks_the_way_state *state = get_constant_picks_the_way_state(module);
    Py_CLEAR(state->BufferError_);
    return 0;
}

static void
constant_picks_the_way_free(void *module)
{
    constant_picks_the_way_clear((PyObject *)module);
}

static int constant_picks_the_way_exec(PyObject *module);

static PyModuleDef_Slot constant_picks_the_way_slots[] = {
    {Py_mod_exec, constant_picks_the_way_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef buffers_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "constant_picks_the_way",
    .m_size = sizeof(constant_picks_the_way_state),
    .m_traverse = constant_picks_the_way_traverse,
    .m_clear = constant_picks_the_way_clear,
    .m_free = constant_picks_the_way_free,
    .m_slots = constant_picks_the_way_slots,
};

static int
constant_picks_the_way_exec(PyObject *module)
{
    constant_picks_the_way_state *state = get_constant_picks_the_way_state(module);

    PyTypeObject *Buffer_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Buffer_spec, NULL);
    if (Buffer_Type == NULL) {
        return -1;
    }
    state->BufferError_ = PyErr_NewException("constant_picks_the_way.BufferError",
                                             NULL, NULL);
    if (state->BufferError_ == NULL) {
        Py_DECREF(Buffer_Type);
        return -1;
    }
    Py_INCREF(state->BufferError_);
    if (PyModule_AddObject(module, "BufferError", state->BufferError_) < 0) {
        Py_DECREF(state->BufferError_);
        Py_DECREF(Buffer_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Buffer", (PyObject *)Buffer_Type) < 0) {
        Py_DECREF(Buffer_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_constant_picks_the_way(void)
{
    return PyModuleDef_Init(&buffers_module);
}
