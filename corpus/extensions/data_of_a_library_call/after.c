#define _GNU_SOURCE
#include <stdlib.h>
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Callbacks that a library hands a list, or a struct of its caller's, and nothing of the module. */

typedef struct {
    PyObject_HEAD
    double size;
} Weight;

typedef struct {
    PyTypeObject *Weight_Type;
    PyObject *WeightError;
} data_of_a_library_call_state;

static inline data_of_a_library_call_state *
get_data_of_a_library_call_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (data_of_a_library_call_state *)state;
}

typedef struct {
    data_of_a_library_call_state *state;
    void *errors;
} by_size_data;

static int
by_size(const void *left, const void *right, void *errors)
{
    data_of_a_library_call_state *state = ((by_size_data *)errors)->state;
    PyObject *one = *(PyObject **)left, *other = *(PyObject **)right;
    double difference;

    if (!PyObject_TypeCheck(one, state->Weight_Type) || !PyObject_TypeCheck(other, state->Weight_Type)) {
        if (PyList_GET_SIZE((PyObject *)((by_size_data *)errors)->errors) == 0 &&
            PyList_Append(((by_size_data *)errors)->errors, state->WeightError) < 0)
            PyErr_Clear();
        return 0;
    }
    difference = ((Weight *)one)->size - ((Weight *)other)->size;
    return difference < 0 ? -1 : difference > 0;
}

typedef struct {
    double total;
    Py_ssize_t count;
    data_of_a_library_call_state *state;
} sums;

static int
add_size(const void *left, const void *right, void *data)
{
    data_of_a_library_call_state *state = ((sums *)data)->state;
    sums *found = data;

    if (PyObject_TypeCheck(*(PyObject **)left, state->Weight_Type))
        found->total += (*(Weight **)left)->size;
    found->count++;
    return 0;
}

static PyObject *
sorted_weights(PyObject *module, PyObject *arg)
{
    data_of_a_library_call_state *state = get_data_of_a_library_call_state(module);
    PyObject *errors, *items = PySequence_List(arg);

    if (items == NULL)
        return NULL;
    errors = PyList_New(0);
    if (errors == NULL) {
        Py_DECREF(items);
        return NULL;
    }
    qsort_r(PySequence_Fast_ITEMS(items), (size_t)PyList_GET_SIZE(items), sizeof(PyObject *), by_size,
            &(by_size_data){state, errors});
    if (PyList_GET_SIZE(errors) > 0) {
        PyErr_SetString(PyList_GET_ITEM(errors, 0), "only weights have a size");
        Py_CLEAR(items);
    }
    Py_DECREF(errors);
    return items;
}

static PyObject *
compared(PyObject *module, PyObject *arg)
{
    data_of_a_library_call_state *state = get_data_of_a_library_call_state(module);
    sums found = {0, 0};
    PyObject *items = PySequence_List(arg);

    if (items == NULL)
        return NULL;
    found.state = state;
    if (PyList_GET_SIZE(items) > 1)
        qsort_r(PySequence_Fast_ITEMS(items), PyList_GET_SIZE(items), sizeof(PyObject *), add_size, (void *)&found);
    Py_DECREF(items);
    return Py_BuildValue("nO", found.count, found.total > 0 ? Py_True : Py_False);
}

static int
Weight_init(Weight *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "d", &self->size) ? 0 : -1;
}

static PyObject *
Weight_repr(Weight *self)
{
    return PyUnicode_FromFormat("<%d>", (int)self->size);
}

static PyType_Slot Weight_slots[] = {
    {Py_tp_repr, Weight_repr},
    {Py_tp_init, Weight_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Weight_spec = {
    .name = "data_of_a_library_call.Weight",
    .basicsize = sizeof(Weight),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Weight_slots,
};

static PyMethodDef methods[] = {
    {"sorted_weights", sorted_weights, METH_O, NULL},
    {"compared", compared, METH_O, NULL},
    {NULL}
};

static int
data_of_a_library_call_traverse(PyObject *module, visitproc visit, void *arg)
{
    data_of_a_library_call_state *state = get_data_of_a_library_call_state(module);
    Py_VISIT(state->Weight_Type);
    Py_VISIT(state->WeightError);
    return 0;
}

static int
data_of_a_library_call_clear(PyObject *module)
{
    data_of_a_library_call_state *state = get_data_of_a_library_call_state(module);
    Py_CLEAR(state->Weight_Type);
    Py_CLEAR(state->WeightError);
    return 0;
}

static void
data_of_a_library_call_free(void *module)
{
    data_of_a_library_call_clear((PyObject *)module);
}

static int data_of_a_library_call_exec(PyObject *module);

static PyModuleDef_Slot data_of_a_library_call_slots[] = {
    {Py_mod_exec, data_of_a_library_call_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "data_of_a_library_call", NULL, sizeof(data_of_a_library_call_state), methods,
    data_of_a_library_call_slots, data_of_a_library_call_traverse, data_of_a_library_call_clear,
    data_of_a_library_call_free,
};

static int
data_of_a_library_call_exec(PyObject *module)
{
    data_of_a_library_call_state *state = get_data_of_a_library_call_state(module);

    state->Weight_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Weight_spec, NULL);
    if (state->Weight_Type == NULL)
        return -1;
    state->WeightError = PyErr_NewException("data_of_a_library_call.WeightError", NULL, NULL);
    Py_XINCREF(state->WeightError);
    if (PyModule_AddObject(module, "WeightError", state->WeightError) < 0) {
        Py_XDECREF(state->WeightError);
        return -1;
    }
    Py_INCREF(state->Weight_Type);
    if (PyModule_AddObject(module, "Weight", (PyObject *)state->Weight_Type) < 0) {
        Py_DECREF(state->Weight_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_data_of_a_library_call(void)
{
    return PyModuleDef_Init(&definition);
}
