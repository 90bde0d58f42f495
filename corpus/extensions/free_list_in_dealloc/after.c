#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Points are made and dropped all the time, so dead ones are kept for later. */

#define MAXFREE 32

typedef struct PointObject
{
    PyObject_HEAD
    int x, y;
    struct PointObject *next;   // in the free list only
} PointObject;

typedef struct {
    PointObject *free_list;
    int free_count;
    PyObject *origin_name;
    PyTypeObject *Point_Type;
} free_list_in_dealloc_state;

static inline free_list_in_dealloc_state *
get_free_list_in_dealloc_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (free_list_in_dealloc_state *)state;
}

static inline free_list_in_dealloc_state *
get_free_list_in_dealloc_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (free_list_in_dealloc_state *)state;
}

static PyObject *
Point_New(free_list_in_dealloc_state *state, int x, int y)
{
    PointObject *self;

    if (state->free_list != NULL)
    {
        self = state->free_list;
        state->free_list = self->next;
        state->free_count--;
        PyObject_Init((PyObject *)self, state->Point_Type);
    }
    else
    {
        self = (PointObject *)state->Point_Type->tp_alloc(state->Point_Type, 0);
        if (self == NULL)
        {
            return NULL;
        }
    }
    self->x = x;
    self->y = y;
    self->next = NULL;
    return (PyObject *)self;
}

static PyObject *
Point_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    free_list_in_dealloc_state *state =
        get_free_list_in_dealloc_state_by_type(type);
    int x, y;

    if (!PyArg_ParseTuple(args, "ii:Point", &x, &y))
    {
        return NULL;
    }
    return Point_New(state, x, y);
}

static void
Point_dealloc(PointObject *self)
{
    free_list_in_dealloc_state *state =
        get_free_list_in_dealloc_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    if (state->free_count < MAXFREE)
    {
        self->next = state->free_list;
        state->free_list = self;
        state->free_count++;
    }
    else
    {
        tp->tp_free(self);
    }
    Py_DECREF(tp);
}

static PyObject *
Point_neg(PointObject *self)
{
    free_list_in_dealloc_state *state =
        get_free_list_in_dealloc_state_by_type(Py_TYPE(self));

    return Point_New(state, -self->x, -self->y);
}

static PyObject *
Point_repr(PointObject *self)
{
    return PyUnicode_FromFormat("Point(%d, %d)", self->x, self->y);
}

static PyType_Slot Point_slots[] = {
    {Py_tp_new, Point_new},
    {Py_tp_dealloc, Point_dealloc},
    {Py_tp_repr, Point_repr},
    {Py_nb_negative, Point_neg},
    {0, NULL},
};

static PyType_Spec Point_spec = {
    .name = "free_list_in_dealloc.Point",
    .basicsize = sizeof(PointObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Point_slots,
};

static PyObject *
get_origin_name(PyObject *module, PyObject *unused)
{
    free_list_in_dealloc_state *state = get_free_list_in_dealloc_state(module);

    Py_INCREF(state->origin_name);
    return state->origin_name;
}

static PyMethodDef functions[] =
{
    {"origin_name", get_origin_name, METH_NOARGS, "What the point (0, 0) is called."},
    {NULL, NULL, 0, NULL}
};

static int
free_list_in_dealloc_traverse(PyObject *module, visitproc visit, void *arg)
{
    free_list_in_dealloc_state *state = get_free_list_in_dealloc_state(module);
    Py_VISIT(state->origin_name);
    Py_VISIT(state->Point_Type);
    return 0;
}

static int
free_list_in_dealloc_clear(PyObject *module)
{
    free_list_in_dealloc_state *state = get_free_list_in_dealloc_state(module);
    Py_CLEAR(state->origin_name);
    Py_CLEAR(state->Point_Type);
    while (state->free_list != NULL)
    {
        PointObject *next = state->free_list->next;
        PyObject_Free(state->free_list);
        state->free_list = next;
    }
    state->free_count = 0;
    return 0;
}

static void
free_list_in_dealloc_free(void *module)
{
    free_list_in_dealloc_clear((PyObject *)module);
}

static int free_list_in_dealloc_exec(PyObject *module);

static PyModuleDef_Slot free_list_in_dealloc_slots[] = {
    {Py_mod_exec, free_list_in_dealloc_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition =
{
    PyModuleDef_HEAD_INIT, "free_list_in_dealloc", NULL,
    sizeof(free_list_in_dealloc_state), functions,
    free_list_in_dealloc_slots, free_list_in_dealloc_traverse,
    free_list_in_dealloc_clear, free_list_in_dealloc_free
};

static int
free_list_in_dealloc_exec(PyObject *module)
{
    free_list_in_dealloc_state *state = get_free_list_in_dealloc_state(module);

    state->Point_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Point_spec, NULL);
    if (state->Point_Type == NULL)
    {
        return -1;
    }
    state->origin_name = PyUnicode_InternFromString("origin");
    if (state->origin_name == NULL)
    {
        return -1;
    }
    Py_INCREF(state->Point_Type);
    PyModule_AddObject(module, "Point", (PyObject *)state->Point_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_free_list_in_dealloc(void)
{
    return PyModuleDef_Init(&definition);
}
