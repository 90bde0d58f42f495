#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Settings that answer any name: the only instance of its type, which resets the global that led to it. */

typedef struct {
    PyObject_HEAD
    long asked;
} Settings;

typedef struct {
    Settings *settings;
    PyTypeObject *Settings_Type;
} instance_reset_by_its_dealloc_state;

static inline instance_reset_by_its_dealloc_state *
get_instance_reset_by_its_dealloc_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (instance_reset_by_its_dealloc_state *)state;
}

static int
Settings_traverse(Settings *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Settings_dealloc(Settings *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Settings_getattro(Settings *self, PyObject *name)
{
    self->asked++;
    Py_RETURN_NONE;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Settings_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Settings_methods[] = {
    {"__reduce__", Settings_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Settings_slots[] = {
    {Py_tp_dealloc, Settings_dealloc},
    {Py_tp_getattro, Settings_getattro},
    {Py_tp_traverse, Settings_traverse},
    {Py_tp_methods, Settings_methods},
    {0, NULL},
};

static PyType_Spec Settings_spec = {
    .name = "instance_reset_by_its_dealloc.Settings",
    .basicsize = sizeof(Settings),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Settings_slots,
};

static PyObject *
count_asked(PyObject *module, PyObject *unused)
{
    instance_reset_by_its_dealloc_state *state = get_instance_reset_by_its_dealloc_state(module);

    return PyLong_FromLong(state->settings == NULL ? -1 : state->settings->asked);
}

static PyMethodDef functions[] = {
    {"count_asked", count_asked, METH_NOARGS, "count_asked() -> how often the settings were asked"},
    {NULL, NULL, 0, NULL}
};

static int
instance_reset_by_its_dealloc_traverse(PyObject *module, visitproc visit, void *arg)
{
    instance_reset_by_its_dealloc_state *state = get_instance_reset_by_its_dealloc_state(module);
    Py_VISIT(state->settings);
    Py_VISIT(state->Settings_Type);
    return 0;
}

static int
instance_reset_by_its_dealloc_clear(PyObject *module)
{
    instance_reset_by_its_dealloc_state *state = get_instance_reset_by_its_dealloc_state(module);
    Py_CLEAR(state->settings);
    Py_CLEAR(state->Settings_Type);
    return 0;
}

static void
instance_reset_by_its_dealloc_free(void *module)
{
    instance_reset_by_its_dealloc_clear((PyObject *)module);
}

static int instance_reset_by_its_dealloc_exec(PyObject *module);

static PyModuleDef_Slot instance_reset_by_its_dealloc_slots[] = {
    {Py_mod_exec, instance_reset_by_its_dealloc_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "instance_reset_by_its_dealloc", NULL,
    sizeof(instance_reset_by_its_dealloc_state), functions, instance_reset_by_its_dealloc_slots,
    instance_reset_by_its_dealloc_traverse,
    instance_reset_by_its_dealloc_clear, instance_reset_by_its_dealloc_free
};

static int
instance_reset_by_its_dealloc_exec(PyObject *module)
{
    instance_reset_by_its_dealloc_state *state = get_instance_reset_by_its_dealloc_state(module);

    state->Settings_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Settings_spec, NULL);
    if (state->Settings_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Settings_Type->tp_new = NULL;
#endif
    state->settings = (Settings *)state->Settings_Type->tp_alloc(state->Settings_Type, 0);
    if (state->settings == NULL) {
        return -1;
    }
    Py_INCREF(state->settings);
    if (PyModule_AddObject(module, "settings", (PyObject *)state->settings) < 0) {
        Py_DECREF(state->settings);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_instance_reset_by_its_dealloc(void)
{
    return PyModuleDef_Init(&definition);
}
