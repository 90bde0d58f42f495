#include <Python.h>

/* Multi-phase from the start: it can be loaded any number of times, and has to stay like that. */

typedef struct {
    PyObject_HEAD
    int number;
} Coin;

typedef struct {
    PyTypeObject *Coin_Type;
    PyTypeObject *Note_Type;
    PyObject *BankError;
} multi_phase_asking_the_interpreter_state;

static inline multi_phase_asking_the_interpreter_state *
get_multi_phase_asking_the_interpreter_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (multi_phase_asking_the_interpreter_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_multi_phase_asking_the_interpreter(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "multi_phase_asking_the_interpreter");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "multi_phase_asking_the_interpreter", modules);
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

static inline multi_phase_asking_the_interpreter_state *
find_multi_phase_asking_the_interpreter_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "multi_phase_asking_the_interpreter");
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
                        "multi_phase_asking_the_interpreter is not imported any more");
        return NULL;
    }
    return get_multi_phase_asking_the_interpreter_state(module);
}

static PyType_Slot Coin_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Coin_spec = {
    .name = "multi_phase_asking_the_interpreter.Coin",
    .basicsize = sizeof(Coin),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Coin_slots,
};

/* Made by a callback that is told nothing. */
static PyType_Slot Note_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Note_spec = {
    .name = "multi_phase_asking_the_interpreter.Note",
    .basicsize = sizeof(Coin),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Note_slots,
};

static PyObject *
print_note(int number)
{
    multi_phase_asking_the_interpreter_state *state =
        find_multi_phase_asking_the_interpreter_state();

    if (state == NULL) {
        return NULL;
    }
    return number ? PyObject_CallObject((PyObject *)state->Note_Type, NULL) : Py_NewRef(Py_None);
}

static PyObject *(*printer)(int) = print_note;

static PyObject *
pay(PyObject *module, PyObject *args)
{
    multi_phase_asking_the_interpreter_state *state =
        get_multi_phase_asking_the_interpreter_state(module);
    int number;

    if (!PyArg_ParseTuple(args, "i:pay", &number))
        return NULL;
    if (number < 0) {
        PyErr_SetString(state->BankError, "nothing to pay with");
        return NULL;
    }
    return number == 1 ? PyObject_CallObject((PyObject *)state->Coin_Type, NULL)
           : printer(number);
}

static PyMethodDef functions[] = {
    {"pay", pay, METH_VARARGS, "pay(number) -> money"},
    {NULL, NULL, 0, NULL}
};

static int
bank_exec(PyObject *module)
{
    multi_phase_asking_the_interpreter_state *state =
        get_multi_phase_asking_the_interpreter_state(module);

    state->Coin_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Coin_spec, NULL);
    if (state->Coin_Type == NULL)
        return -1;
    state->Note_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Note_spec, NULL);
    if (state->Note_Type == NULL)
        return -1;
    if (PyModule_AddType(module, state->Coin_Type) < 0 ||
        PyModule_AddType(module, state->Note_Type) < 0)
        return -1;
    state->BankError = PyErr_NewException("multi_phase_asking_the_interpreter.BankError", NULL,
                                          NULL);
    return PyModule_AddObjectRef(module, "BankError", state->BankError);
}

static PyModuleDef_Slot bank_slots[] = {
    {Py_mod_exec, bank_exec},
    {Py_mod_exec, keep_multi_phase_asking_the_interpreter},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static int
multi_phase_asking_the_interpreter_traverse(PyObject *module, visitproc visit, void *arg)
{
    multi_phase_asking_the_interpreter_state *state =
        get_multi_phase_asking_the_interpreter_state(module);
    Py_VISIT(state->Coin_Type);
    Py_VISIT(state->Note_Type);
    Py_VISIT(state->BankError);
    return 0;
}

static int
multi_phase_asking_the_interpreter_clear(PyObject *module)
{
    multi_phase_asking_the_interpreter_state *state =
        get_multi_phase_asking_the_interpreter_state(module);
    Py_CLEAR(state->Coin_Type);
    Py_CLEAR(state->Note_Type);
    Py_CLEAR(state->BankError);
    return 0;
}

static void
multi_phase_asking_the_interpreter_free(void *module)
{
    multi_phase_asking_the_interpreter_clear((PyObject *)module);
}

static struct PyModuleDef bank_module = {
    PyModuleDef_HEAD_INIT, "multi_phase_asking_the_interpreter", NULL,
    sizeof(multi_phase_asking_the_interpreter_state), functions, bank_slots,
    multi_phase_asking_the_interpreter_traverse, multi_phase_asking_the_interpreter_clear,
    multi_phase_asking_the_interpreter_free
};

PyMODINIT_FUNC
PyInit_multi_phase_asking_the_interpreter(void)
{
    return PyModuleDef_Init(&bank_module);
}
