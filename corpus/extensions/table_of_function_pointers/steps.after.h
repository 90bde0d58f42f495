#include <Python.h>

typedef struct {
    PyTypeObject *Loop_Type;
    PyTypeObject *SlowLoop_Type;
} table_of_function_pointers_state;

static inline table_of_function_pointers_state *
get_table_of_function_pointers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (table_of_function_pointers_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_table_of_function_pointers(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "table_of_function_pointers");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "table_of_function_pointers",
                                      modules);
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

static inline table_of_function_pointers_state *
find_table_of_function_pointers_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "table_of_function_pointers");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL
        : PyList_GET_ITEM(modules, count - 1);
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
                        "table_of_function_pointers is not imported any more");
        return NULL;
    }
    return get_table_of_function_pointers_state(module);
}

/* For the C API, which may have been imported by another interpreter. */
static inline table_of_function_pointers_state *
import_table_of_function_pointers_state(void)
{
    table_of_function_pointers_state *state =
        find_table_of_function_pointers_state();
    PyObject *module;

    if (state != NULL) {
        return state;
    }
    PyErr_Clear();
    module = PyImport_ImportModule("table_of_function_pointers");
    if (module == NULL) {
        return NULL;
    }
    Py_DECREF(module);
    return get_table_of_function_pointers_state(module);
}

typedef struct {
    PyObject_HEAD
    int (*step)(void *);
    void (*drop)(void *);
    void *data;
} Loop;

#define Loop_Check(state, op) PyObject_TypeCheck(op, (state)->Loop_Type)

extern PyObject *loop_step(PyObject *module, PyObject *loop);
