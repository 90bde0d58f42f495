/* Points and dice: nothing in them needs a deallocator, so they name the C API's. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int x, y;
} PointObject;

typedef struct {
    PyObject_HEAD
    int sides;
} DieObject;

static PyMemberDef point_members[] = {
    {"x", T_INT, offsetof(PointObject, x), 0, NULL},
    {"y", T_INT, offsetof(PointObject, y), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

typedef struct {
    PyTypeObject *Die_Type;
} dealloc_of_the_api_state;

static inline dealloc_of_the_api_state *
get_dealloc_of_the_api_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (dealloc_of_the_api_state *)state;
}

static PyType_Slot Point_slots[] = {
    {Py_tp_members, point_members},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Point_spec = {
    .name = "dealloc_of_the_api.Point",
    .basicsize = sizeof(PointObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Point_slots,
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Die_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Die_methods[] = {
    {"__reduce__", Die_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Die_slots[] = {
    {Py_tp_methods, Die_methods},
    {0, NULL},
};

static PyType_Spec Die_spec = {
    .name = "dealloc_of_the_api.Die",
    .basicsize = sizeof(DieObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Die_slots,
};

static PyObject *
die(PyObject *self, PyObject *args)
{
    dealloc_of_the_api_state *state = get_dealloc_of_the_api_state(self);
    DieObject *made;
    int sides = 6;

    if (!PyArg_ParseTuple(args, "|i:die", &sides))
        return NULL;
    made = (DieObject *)state->Die_Type->tp_alloc(state->Die_Type, 0);
    if (made != NULL)
        made->sides = sides;
    return (PyObject *)made;
}

static PyMethodDef methods[] = {
    {"die", die, METH_VARARGS, "Make a die."},
    {NULL, NULL, 0, NULL}
};

static int
dealloc_of_the_api_traverse(PyObject *module, visitproc visit, void *arg)
{
    dealloc_of_the_api_state *state = get_dealloc_of_the_api_state(module);
    Py_VISIT(state->Die_Type);
    return 0;
}

static int
dealloc_of_the_api_clear(PyObject *module)
{
    dealloc_of_the_api_state *state = get_dealloc_of_the_api_state(module);
    Py_CLEAR(state->Die_Type);
    return 0;
}

static void
dealloc_of_the_api_free(void *module)
{
    dealloc_of_the_api_clear((PyObject *)module);
}

static int dealloc_of_the_api_exec(PyObject *module);

static PyModuleDef_Slot dealloc_of_the_api_slots[] = {
    {Py_mod_exec, dealloc_of_the_api_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dealloc_of_the_api",
    .m_size = sizeof(dealloc_of_the_api_state),
    .m_methods = methods,
    .m_traverse = dealloc_of_the_api_traverse,
    .m_clear = dealloc_of_the_api_clear,
    .m_free = dealloc_of_the_api_free,
    .m_slots = dealloc_of_the_api_slots,
};

static int
dealloc_of_the_api_exec(PyObject *module)
{
    dealloc_of_the_api_state *state = get_dealloc_of_the_api_state(module);

    PyTypeObject *Point_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Point_spec, NULL);
    if (Point_Type == NULL)
        return -1;
    state->Die_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Die_spec, NULL);
    if (state->Die_Type == NULL) {
        Py_DECREF(Point_Type);
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Die_Type->tp_new = NULL;
#endif
    if (PyModule_AddObject(module, "Point", (PyObject *)Point_Type) < 0) {
        Py_DECREF(Point_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_dealloc_of_the_api(void)
{
    return PyModuleDef_Init(&definition);
}
