#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Each is made and given to the module behind a test of its own name. */

typedef struct {
    PyTypeObject *SizeType;
    PyTypeObject *MarginType;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyStructSequence_Field fields[] = {
    {"width", "in millimetres"},
    {"height", "in millimetres"},
    {NULL, NULL}
};

static PyStructSequence_Desc size_desc = {"module.size", "The size of a sheet.", fields, 2};
static PyStructSequence_Desc margin_desc = {"module.margin", "What stays white.", fields, 2};

static int
add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type)) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static PyObject *
sheet(PyTypeObject *type, long width, long height)
{
    PyObject *result = PyStructSequence_New(type);

    if (result != NULL) {
        PyStructSequence_SetItem(result, 0, PyLong_FromLong(width));
        PyStructSequence_SetItem(result, 1, PyLong_FromLong(height));
    }
    return result;
}

static PyObject *
a4(PyObject *self, PyObject *unused)
{
    module_state *state = get_module_state(self);

    return sheet(state->SizeType, 210, 297);
}

static PyObject *
margin(PyObject *self, PyObject *unused)
{
    module_state *state = get_module_state(self);

    return sheet(state->MarginType, 20, 25);
}

static PyMethodDef functions[] = {
    {"a4", a4, METH_NOARGS, NULL},
    {"a4_margin", margin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->SizeType);
    Py_VISIT(state->MarginType);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->SizeType);
    Py_CLEAR(state->MarginType);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), functions,
    module_slots, module_traverse, module_clear, module_free
};

static int
module_exec(PyObject *module)
{
    module_state *state = get_module_state(module);

    state->SizeType = PyStructSequence_NewType(&size_desc);
    if (state->SizeType == NULL) {
        return -1;
    }
    state->SizeType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    add_type(module, "size", state->SizeType);
    state->MarginType = PyStructSequence_NewType(&margin_desc);
    if (state->MarginType == NULL) {
        return -1;
    }
    state->MarginType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    Py_INCREF(state->MarginType);
    PyModule_AddObject(module, "margin", (PyObject *)state->MarginType);
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
