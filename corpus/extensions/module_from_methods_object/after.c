#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Porters look up what things weigh, by a function of the module that doesn't need the module. */

typedef struct {
    PyObject *weights;  /* dict */
    PyObject *WeightError;
    PyTypeObject *Porter_Type;
} module_from_methods_object_state;

static struct PyModuleDef porters_module;

static inline module_from_methods_object_state *
get_module_from_methods_object_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_from_methods_object_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

typedef struct {
    PyObject_HEAD
    PyObject *last;
} PorterObject;

static PyObject *find_weight(PyObject *ignored, PyObject *thing);

static PyObject *
porter_lift(PorterObject *self, PyObject *thing)
{
    PyObject *weight = find_weight(PyType_GetModuleByDef(Py_TYPE(self), &porters_module),
                                   thing);

    if (weight == NULL)
        return NULL;
    Py_INCREF(weight);
    Py_XSETREF(self->last, weight);
    return weight;
}

static Py_ssize_t
porter_length(PyObject *porter)
{
    PyObject *weight = find_weight(PyType_GetModuleByDef(Py_TYPE(porter), &porters_module),
                                   Py_None);
    Py_ssize_t size = weight != NULL ? PyLong_AsSsize_t(weight) : -1;

    Py_XDECREF(weight);
    return size;
}

static int
porter_traverse(PorterObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->last);
    return 0;
}

static int
porter_clear(PorterObject *self)
{
    Py_CLEAR(self->last);
    return 0;
}

static void
porter_dealloc(PorterObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    porter_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef porter_methods[] = {
    {"lift", (PyCFunction)porter_lift, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Porter_slots[] = {
    {Py_tp_dealloc, porter_dealloc},
    {Py_tp_traverse, porter_traverse},
    {Py_tp_clear, porter_clear},
    {Py_tp_methods, porter_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_sq_length, porter_length},
    {0, NULL},
};

static PyType_Spec Porter_spec = {
    .name = "module_from_methods_object.Porter",
    .basicsize = sizeof(PorterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Porter_slots,
};

static PyObject *
find_weight(PyObject *module, PyObject *thing)
{
    module_from_methods_object_state *state = get_module_from_methods_object_state(module);
    PyObject *weight = PyDict_GetItemWithError(state->weights, thing);

    if (weight == NULL) {
        if (!PyErr_Occurred())
            PyErr_Format(state->WeightError, "nobody weighed %R", thing);
        return NULL;
    }
    Py_INCREF(weight);
    return weight;
}

static PyObject *
weigh(PyObject *module, PyObject *args)
{
    module_from_methods_object_state *state = get_module_from_methods_object_state(module);
    PyObject *thing, *weight;

    if (!PyArg_ParseTuple(args, "OO", &thing, &weight))
        return NULL;
    if (PyDict_SetItem(state->weights, thing, weight) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef porters_functions[] = {
    {"find_weight", find_weight, METH_O, NULL},
    {"weigh", weigh, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_from_methods_object_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_from_methods_object_state *state = get_module_from_methods_object_state(module);
    Py_VISIT(state->weights);
    Py_VISIT(state->WeightError);
    Py_VISIT(state->Porter_Type);
    return 0;
}

static int
module_from_methods_object_clear(PyObject *module)
{
    module_from_methods_object_state *state = get_module_from_methods_object_state(module);
    Py_CLEAR(state->weights);
    Py_CLEAR(state->WeightError);
    Py_CLEAR(state->Porter_Type);
    return 0;
}

static void
module_from_methods_object_free(void *module)
{
    module_from_methods_object_clear((PyObject *)module);
}

static int module_from_methods_object_exec(PyObject *m);

static PyModuleDef_Slot module_from_methods_object_slots[] = {
    {Py_mod_exec, module_from_methods_object_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef porters_module = {
    PyModuleDef_HEAD_INIT, "module_from_methods_object", "Porters.",
    sizeof(module_from_methods_object_state), porters_functions,
    module_from_methods_object_slots, module_from_methods_object_traverse,
    module_from_methods_object_clear, module_from_methods_object_free
};

static int
module_from_methods_object_exec(PyObject *m)
{
    module_from_methods_object_state *state = get_module_from_methods_object_state(m);

    state->Porter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Porter_spec, NULL);
    if (state->Porter_Type == NULL)
        return -1;
    state->weights = PyDict_New();
    if (state->weights == NULL)
        return -1;
    state->WeightError = PyErr_NewException("module_from_methods_object.WeightError", NULL,
                                            NULL);
    Py_XINCREF(state->WeightError);
    if (PyModule_AddObject(m, "WeightError", state->WeightError) < 0) {
        Py_XDECREF(state->WeightError);
        Py_CLEAR(state->WeightError);
        return -1;
    }
    Py_INCREF(state->Porter_Type);
    if (PyModule_AddObject(m, "Porter", (PyObject *)state->Porter_Type) < 0) {
        Py_DECREF(state->Porter_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module_from_methods_object(void)
{
    return PyModuleDef_Init(&porters_module);
}
