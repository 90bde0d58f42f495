/* Levels, made by an initialisation that undoes on errors all that it has made, in reverse. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long height;
} Level;

typedef struct {
    PyTypeObject *Level_T;
    PyObject *Error;
    Level *Ground;
} types_released_on_errors_state;

static inline types_released_on_errors_state *
get_types_released_on_errors_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (types_released_on_errors_state *)state;
}

static PyObject *
level_at(PyObject *module, PyObject *arg)
{
    types_released_on_errors_state *state =
        get_types_released_on_errors_state(module);
    long height = PyLong_AsLong(arg);
    Level *self;

    if (height == -1 && PyErr_Occurred())
        return NULL;
    if (height < 0) {
        PyErr_SetString(state->Error, "below the ground");
        return NULL;
    }
    if (height == 0) {
        Py_INCREF(state->Ground);
        return (PyObject *) state->Ground;
    }
    self = (Level *) PyObject_CallObject((PyObject *) state->Level_T, NULL);
    if (self != NULL)
        self->height = height;
    return (PyObject *) self;
}

static PyObject *
Level_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<level %ld>", ((Level *) self)->height);
}

static int
Level_T_traverse(Level *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Level_T_slots[] = {
    {Py_tp_repr, Level_repr},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Level_T_traverse},
    {0, NULL},
};

static PyType_Spec Level_T_spec = {
    .name = "types_released_on_errors.Level",
    .basicsize = sizeof(Level),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Level_T_slots,
};

static PyMethodDef methods[] = {
    {"at", level_at, METH_O, "Return the level of a height."},
    {NULL, NULL, 0, NULL}
};

static int
types_released_on_errors_traverse(PyObject *module, visitproc visit, void *arg)
{
    types_released_on_errors_state *state =
        get_types_released_on_errors_state(module);
    Py_VISIT(state->Level_T);
    Py_VISIT(state->Error);
    Py_VISIT(state->Ground);
    return 0;
}

static int
types_released_on_errors_clear(PyObject *module)
{
    types_released_on_errors_state *state =
        get_types_released_on_errors_state(module);
    Py_CLEAR(state->Level_T);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->Ground);
    return 0;
}

static void
types_released_on_errors_free(void *module)
{
    types_released_on_errors_clear((PyObject *)module);
}

static int types_released_on_errors_exec(PyObject *m);

static PyModuleDef_Slot types_released_on_errors_slots[] = {
    {Py_mod_exec, types_released_on_errors_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_released_on_errors",
    .m_size = sizeof(types_released_on_errors_state),
    .m_methods = methods,
    .m_traverse = types_released_on_errors_traverse,
    .m_clear = types_released_on_errors_clear,
    .m_free = types_released_on_errors_free,
    .m_slots = types_released_on_errors_slots,
};

static int
types_released_on_errors_exec(PyObject *m)
{
    types_released_on_errors_state *state =
        get_types_released_on_errors_state(m);

    state->Error = PyErr_NewException("types_released_on_errors.Error", NULL,
                                      NULL);
    if (state->Error == NULL)
        goto error;
    Py_INCREF(state->Error);
    if (PyModule_AddObject(m, "Error", state->Error) < 0)
        goto decref_Error;

    state->Level_T =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Level_T_spec, NULL);
    if (state->Level_T == NULL)
        goto decref_Error;
    Py_INCREF((PyObject *) state->Level_T);
    if (PyModule_AddObject(m, "Level", (PyObject *) state->Level_T) < 0)
        goto decref_Level;

    state->Ground =
        (Level *) PyObject_CallObject((PyObject *) state->Level_T, NULL);
    if (state->Ground == NULL)
        goto decref_Level;
    state->Ground->height = 0;
    Py_INCREF(state->Ground);
    if (PyModule_AddObject(m, "Ground", (PyObject *) state->Ground) < 0)
        goto decref_Ground;

    if (PyModule_AddIntConstant(m, "HIGHEST", 8848) < 0)
        goto decref_Ground;
    return 0;

decref_Ground:
    Py_CLEAR(state->Ground);
decref_Level:
    Py_CLEAR(state->Level_T);
decref_Error:
    Py_CLEAR(state->Error);

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_types_released_on_errors(void)
{
    return PyModuleDef_Init(&module);
}
