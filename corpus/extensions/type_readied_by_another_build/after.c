/* Of two functions of one name, the one of another build makes the type ready, which that build alone has. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyTypeObject *Pen_Type;
} type_readied_by_another_build_state;

static inline type_readied_by_another_build_state *
get_type_readied_by_another_build_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (type_readied_by_another_build_state *)state;
}

#ifdef WITH_PENS
typedef struct {
    PyObject_HEAD
    char *text;
} Pen;

static void
Pen_dealloc(Pen *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyMem_Free(self->text);
    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Pen_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Pen_methods[] = {
    {"__reduce__", Pen_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Pen_slots[] = {
    {Py_tp_dealloc, Pen_dealloc},
    {Py_tp_methods, Pen_methods},
    {0, NULL},
};

static PyType_Spec Pen_spec = {
    .name = "type_readied_by_another_build.Pen",
    .basicsize = sizeof(Pen),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pen_slots,
};

static int
pen_setup(PyObject *m)
{
    type_readied_by_another_build_state *state = get_type_readied_by_another_build_state(m);

    state->Pen_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Pen_spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    if (state->Pen_Type != NULL) {
        state->Pen_Type->tp_new = NULL;
    }
#endif
    return state->Pen_Type == NULL ? -1 : 0;
}
#else
static int
pen_setup(PyObject *m)
{
    return 0;
}
#endif

static int
type_readied_by_another_build_traverse(PyObject *module, visitproc visit, void *arg)
{
    type_readied_by_another_build_state *state = get_type_readied_by_another_build_state(module);
    Py_VISIT(state->Pen_Type);
    return 0;
}

static int
type_readied_by_another_build_clear(PyObject *module)
{
    type_readied_by_another_build_state *state = get_type_readied_by_another_build_state(module);
    Py_CLEAR(state->Pen_Type);
    return 0;
}

static void
type_readied_by_another_build_free(void *module)
{
    type_readied_by_another_build_clear((PyObject *)module);
}

static int type_readied_by_another_build_exec(PyObject *m);

static PyModuleDef_Slot type_readied_by_another_build_slots[] = {
    {Py_mod_exec, type_readied_by_another_build_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "type_readied_by_another_build", NULL,
    sizeof(type_readied_by_another_build_state), NULL,
    type_readied_by_another_build_slots, type_readied_by_another_build_traverse,
    type_readied_by_another_build_clear, type_readied_by_another_build_free};

static int
type_readied_by_another_build_exec(PyObject *m)
{
    if (pen_setup(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_type_readied_by_another_build(void)
{
    return PyModuleDef_Init(&def);
}
