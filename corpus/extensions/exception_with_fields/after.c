/* An exception with objects of its own, which goes on with what exceptions do about theirs. */
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define PyExc_StandardError PyExc_Exception

typedef struct {
    PyBaseExceptionObject base;
    PyObject *code;
} ErrorObject;

typedef struct {
    PyTypeObject *Error_Type;
} exception_with_fields_state;

static inline exception_with_fields_state *
get_exception_with_fields_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (exception_with_fields_state *)state;
}

static int
error_init(ErrorObject *self, PyObject *args, PyObject *kwargs)
{
    if (((PyTypeObject *)PyExc_StandardError)->tp_init((PyObject *)self, args, kwargs) < 0) {
        return -1;
    }
    Py_INCREF(args);
    Py_XSETREF(self->code, args);
    return 0;
}

static int
error_traverse(ErrorObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->code);
    return ((PyTypeObject *)PyExc_StandardError)->tp_traverse((PyObject *)self, visit, arg);
}

static int
error_clear(ErrorObject *self)
{
    Py_CLEAR(self->code);
    return ((PyTypeObject *)PyExc_StandardError)->tp_clear((PyObject *)self);
}

static void
error_dealloc(ErrorObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack((PyObject *)self);
    error_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef error_members[] = {
    {"code", T_OBJECT, offsetof(ErrorObject, code), READONLY, NULL},
    {NULL}
};

static PyType_Slot Error_slots[] = {
    {Py_tp_dealloc, error_dealloc},
    {Py_tp_traverse, error_traverse},
    {Py_tp_clear, error_clear},
    {Py_tp_members, error_members},
    {Py_tp_init, error_init},
    {0, NULL},
};

static PyType_Spec Error_spec = {
    .name = "exception_with_fields.Error",
    .basicsize = sizeof(ErrorObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Error_slots,
};

static PyObject *
fail(PyObject *module, PyObject *value)
{
    exception_with_fields_state *state = get_exception_with_fields_state(module);

    PyErr_SetObject((PyObject *)state->Error_Type, value);
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
exception_with_fields_traverse(PyObject *module, visitproc visit, void *arg)
{
    exception_with_fields_state *state = get_exception_with_fields_state(module);
    Py_VISIT(state->Error_Type);
    return 0;
}

static int
exception_with_fields_clear(PyObject *module)
{
    exception_with_fields_state *state = get_exception_with_fields_state(module);
    Py_CLEAR(state->Error_Type);
    return 0;
}

static void
exception_with_fields_free(void *module)
{
    exception_with_fields_clear((PyObject *)module);
}

static int exception_with_fields_exec(PyObject *module);

static PyModuleDef_Slot exception_with_fields_slots[] = {
    {Py_mod_exec, exception_with_fields_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef exception_with_fields_module = {
    PyModuleDef_HEAD_INIT, "exception_with_fields", NULL, sizeof(exception_with_fields_state),
    functions, exception_with_fields_slots, exception_with_fields_traverse,
    exception_with_fields_clear, exception_with_fields_free
};

static PyTypeObject *
exception_with_fields_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
exception_with_fields_exec(PyObject *module)
{
    exception_with_fields_state *state = get_exception_with_fields_state(module);

    state->Error_Type = exception_with_fields_new_subtype(module, &Error_spec,
                                                          (PyTypeObject *)PyExc_StandardError);
    if (state->Error_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Error_Type);
    if (PyModule_AddObject(module, "Error", (PyObject *)state->Error_Type) < 0) {
        Py_DECREF(state->Error_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_exception_with_fields(void)
{
    return PyModuleDef_Init(&exception_with_fields_module);
}
