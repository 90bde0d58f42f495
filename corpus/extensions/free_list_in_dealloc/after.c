#include <Python.h>

/* Points are made and dropped all the time, so dead ones are kept for later. */

#define MAXFREE 32

typedef struct PointObject
{
    PyObject_HEAD
    int x, y;
    struct PointObject *next;   // in the free list only
} PointObject;

static PointObject *free_list = NULL;
static int free_count = 0;

typedef struct {
    PyObject *origin_name;
} free_list_in_dealloc_state;

static inline free_list_in_dealloc_state *
get_free_list_in_dealloc_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (free_list_in_dealloc_state *)state;
}

static PyTypeObject Point_Type;

static PyObject *
Point_New(int x, int y)
{
    PointObject *self;

    if (free_list != NULL)
    {
        self = free_list;
        free_list = self->next;
        free_count--;
        PyObject_Init((PyObject *)self, &Point_Type);
    }
    else
    {
        self = PyObject_New(PointObject, &Point_Type);
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
    int x, y;

    if (!PyArg_ParseTuple(args, "ii:Point", &x, &y))
    {
        return NULL;
    }
    return Point_New(x, y);
}

static void
Point_dealloc(PointObject *self)
{
    if (free_count < MAXFREE)
    {
        self->next = free_list;
        free_list = self;
        free_count++;
    }
    else
    {
        PyObject_Del(self);
    }
}

static PyObject *
Point_neg(PointObject *self)
{
    return Point_New(-self->x, -self->y);
}

static PyObject *
Point_repr(PointObject *self)
{
    return PyUnicode_FromFormat("Point(%d, %d)", self->x, self->y);
}

static PyNumberMethods Point_number =
{
    .nb_negative = (unaryfunc)Point_neg,
};

static PyTypeObject Point_Type =
{
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_list_in_dealloc.Point",
    .tp_basicsize = sizeof(PointObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Point_new,
    .tp_dealloc = (destructor)Point_dealloc,
    .tp_repr = (reprfunc)Point_repr,
    .tp_as_number = &Point_number,
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
    return 0;
}

static int
free_list_in_dealloc_clear(PyObject *module)
{
    free_list_in_dealloc_state *state = get_free_list_in_dealloc_state(module);
    Py_CLEAR(state->origin_name);
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
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
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

    if (PyType_Ready(&Point_Type) < 0)
    {
        return -1;
    }
    state->origin_name = PyUnicode_InternFromString("origin");
    if (state->origin_name == NULL)
    {
        return -1;
    }
    Py_INCREF(&Point_Type);
    PyModule_AddObject(module, "Point", (PyObject *)&Point_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_free_list_in_dealloc(void)
{
    return PyModuleDef_Init(&definition);
}
