#include <Python.h>
#include <stdlib.h>

/* Weights: "12kg" or numbers, and sorting them with a key from Python. */

typedef struct {
    PyObject *WeightError;  /* used by a converter */
    PyObject *active_key;   /* used by a qsort callback */
    PyObject *unit_name;    /* used by an ordinary function */
} converter_and_qsort_callback_state;

static inline converter_and_qsort_callback_state *
get_converter_and_qsort_callback_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (converter_and_qsort_callback_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_converter_and_qsort_callback(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "converter_and_qsort_callback");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "converter_and_qsort_callback", modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline converter_and_qsort_callback_state *
find_converter_and_qsort_callback_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "converter_and_qsort_callback");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if (module == NULL) {
        PyErr_SetString(PyExc_RuntimeError,
                        "converter_and_qsort_callback is not imported any more");
        return NULL;
    }
    return get_converter_and_qsort_callback_state(module);
}

/* For PyArg_ParseTuple's "O&": its signature is fixed. */
static int
weight_converter(converter_and_qsort_callback_state *state, PyObject *object, void *address)
{
    double weight = PyFloat_AsDouble(object);

    if (weight == -1.0 && PyErr_Occurred()) {
        PyErr_Clear();
        PyErr_Format(state->WeightError, "not a weight: %R", object);
        return 0;
    }
    if (weight < 0) {
        PyErr_SetString(state->WeightError, "negative weight");
        return 0;
    }
    *(double *)address = weight;
    return 1;
}

static PyObject *
total(PyObject *self, PyObject *args)
{
    converter_and_qsort_callback_state *state = get_converter_and_qsort_callback_state(self);
    PyObject *first_object;
    PyObject *second_object = NULL;
    double first, second = 0.0;

    if (!PyArg_ParseTuple(args, "O|O:total", &first_object, &second_object) ||
        !weight_converter(state, first_object, &first) ||
        (second_object != NULL && !weight_converter(state, second_object, &second)))
        return NULL;
    return PyFloat_FromDouble(first + second);
}

/* For the C library's qsort: no room for anything of ours. */
static int
compare(const void *left, const void *right)
{
    converter_and_qsort_callback_state *state = find_converter_and_qsort_callback_state();
    PyObject *a, *b;
    int result = 0;

    if (state == NULL)
        return 0;
    if (PyErr_Occurred())
        return 0;
    a = PyObject_CallFunctionObjArgs(state->active_key, *(PyObject *const *)left, NULL);
    if (a == NULL)
        return 0;
    b = PyObject_CallFunctionObjArgs(state->active_key, *(PyObject *const *)right, NULL);
    if (b != NULL) {
        result = PyObject_RichCompareBool(a, b, Py_LT) ? -1 : PyObject_RichCompareBool(b, a, Py_LT);
        Py_DECREF(b);
    }
    Py_DECREF(a);
    return result;
}

static PyObject *
sorted_by(PyObject *self, PyObject *args)
{
    converter_and_qsort_callback_state *state = find_converter_and_qsort_callback_state();

    if (state == NULL)
        return NULL;

    PyObject *items, *key, *result;
    PyObject *outer_key = state->active_key;

    if (!PyArg_ParseTuple(args, "OO:sorted_by", &items, &key))
        return NULL;
    result = PySequence_List(items);
    if (result == NULL)
        return NULL;
    state->active_key = key;
    qsort(((PyListObject *)result)->ob_item, PyList_GET_SIZE(result), sizeof(PyObject *), compare);
    state->active_key = outer_key;
    if (PyErr_Occurred()) {
        Py_DECREF(result);
        return NULL;
    }
    return result;
}

static PyObject *
unit(PyObject *self, PyObject *unused)
{
    converter_and_qsort_callback_state *state = get_converter_and_qsort_callback_state(self);

    Py_INCREF(state->unit_name);
    return state->unit_name;
}

static PyMethodDef functions[] = {
    {"total", total, METH_VARARGS, "total(weight[, weight]) -> float"},
    {"sorted_by", sorted_by, METH_VARARGS, "sorted_by(items, key) -> list"},
    {"unit", unit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
converter_and_qsort_callback_traverse(PyObject *module, visitproc visit, void *arg)
{
    converter_and_qsort_callback_state *state = get_converter_and_qsort_callback_state(module);
    Py_VISIT(state->WeightError);
    Py_VISIT(state->active_key);
    Py_VISIT(state->unit_name);
    return 0;
}

static int
converter_and_qsort_callback_clear(PyObject *module)
{
    converter_and_qsort_callback_state *state = get_converter_and_qsort_callback_state(module);
    Py_CLEAR(state->WeightError);
    Py_CLEAR(state->active_key);
    Py_CLEAR(state->unit_name);
    return 0;
}

static void
converter_and_qsort_callback_free(void *module)
{
    converter_and_qsort_callback_clear((PyObject *)module);
}

static int converter_and_qsort_callback_exec(PyObject *m);

static PyModuleDef_Slot converter_and_qsort_callback_slots[] = {
    {Py_mod_exec, converter_and_qsort_callback_exec},
    {Py_mod_exec, keep_converter_and_qsort_callback},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef weights = {
    PyModuleDef_HEAD_INIT,
    "converter_and_qsort_callback",
    "Weights.",
    sizeof(converter_and_qsort_callback_state),
    functions,
    converter_and_qsort_callback_slots,
    converter_and_qsort_callback_traverse,
    converter_and_qsort_callback_clear,
    converter_and_qsort_callback_free,
};

static int
converter_and_qsort_callback_exec(PyObject *m)
{
    converter_and_qsort_callback_state *state = get_converter_and_qsort_callback_state(m);

    state->unit_name = PyUnicode_InternFromString("kg");
    state->WeightError = PyErr_NewException("converter_and_qsort_callback.WeightError", NULL, NULL);
    if (state->unit_name == NULL || state->WeightError == NULL) {
        return -1;
    }
    Py_INCREF(state->WeightError);
    if (PyModule_AddObject(m, "WeightError", state->WeightError) < 0) {
        Py_DECREF(state->WeightError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_converter_and_qsort_callback(void)
{
    return PyModuleDef_Init(&weights);
}
