#include <Python.h>

/* Levels in dicts: an argument that Argument Clinic has converted. */

typedef struct {
    PyObject *LevelError;
} clinic_converter_state;

static inline clinic_converter_state *
get_clinic_converter_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (clinic_converter_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_clinic_converter(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "clinic_converter");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "clinic_converter", modules);
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

static inline clinic_converter_state *
find_clinic_converter_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "clinic_converter");
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
                        "clinic_converter is not imported any more");
        return NULL;
    }
    return get_clinic_converter_state(module);
}

typedef struct {
    long level;
} reading;

static int
reading_converter(PyObject *arg, void *ptr)
{
    clinic_converter_state *state = find_clinic_converter_state();
    reading *found = (reading *)ptr;
    PyObject *level;

    if (state == NULL) {
        return 0;
    }
    level = PyMapping_GetItemString(arg, "level");
    if (level == NULL) {
        return 0;
    }
    found->level = PyLong_AsLong(level);
    Py_DECREF(level);
    if (PyErr_Occurred()) {
        return 0;
    }
    if (found->level > 50) {
        PyErr_SetString(state->LevelError, "too high");
        return 0;
    }
    return 1;
}

/*[clinic input]
module clinic_converter
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=aa9334116cfa00d8]*/

#include "module.c.h"

/*[clinic input]
clinic_converter.doubled

    found: reading
    /

Return twice the level.
[clinic start generated code]*/

static PyObject *
clinic_converter_doubled_impl(PyObject *module, reading found)
/*[clinic end generated code: output=7db4b13315b7bde1 input=bc9f8a44293711b8]*/
{
    return PyLong_FromLong(2 * found.level);
}

static PyObject *
total(PyObject *module, PyObject *arg)
{
    long sum = 0;
    Py_ssize_t i;

    for (i = 0; i < PyList_Size(arg); i++) {
        reading found;
        if (!reading_converter(PyList_GET_ITEM(arg, i), &found)) {
            return NULL;
        }
        sum += found.level;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromLong(sum);
}

static PyMethodDef module_methods[] = {
    CLINIC_CONVERTER_DOUBLED_METHODDEF
    {"total", total, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
clinic_converter_traverse(PyObject *module, visitproc visit, void *arg)
{
    clinic_converter_state *state = get_clinic_converter_state(module);
    Py_VISIT(state->LevelError);
    return 0;
}

static int
clinic_converter_clear(PyObject *module)
{
    clinic_converter_state *state = get_clinic_converter_state(module);
    Py_CLEAR(state->LevelError);
    return 0;
}

static void
clinic_converter_free(void *module)
{
    clinic_converter_clear((PyObject *)module);
}

static int clinic_converter_exec(PyObject *module);

static PyModuleDef_Slot clinic_converter_slots[] = {
    {Py_mod_exec, clinic_converter_exec},
    {Py_mod_exec, keep_clinic_converter},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "clinic_converter",
    .m_size = sizeof(clinic_converter_state),
    .m_methods = module_methods,
    .m_traverse = clinic_converter_traverse,
    .m_clear = clinic_converter_clear,
    .m_free = clinic_converter_free,
    .m_slots = clinic_converter_slots,
};

static int
clinic_converter_exec(PyObject *module)
{
    clinic_converter_state *state = get_clinic_converter_state(module);

    state->LevelError = PyErr_NewException("clinic_converter.LevelError", NULL,
                                           NULL);
    if (state->LevelError == NULL) {
        return -1;
    }
    Py_INCREF(state->LevelError);
    if (PyModule_AddObject(module, "LevelError", state->LevelError) < 0) {
        Py_DECREF(state->LevelError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_clinic_converter(void)
{
    return PyModuleDef_Init(&module_definition);
}
