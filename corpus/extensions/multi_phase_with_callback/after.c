#include <Python.h>

/* Multi-phase from the start: it can be loaded any number of times, and has to stay like that. */

typedef struct {
    PyObject_HEAD
    int number;
} Coin;

typedef struct {
    PyTypeObject *Coin_Type;
    PyObject *BankError;
} multi_phase_with_callback_state;

static inline multi_phase_with_callback_state *
get_multi_phase_with_callback_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (multi_phase_with_callback_state *)state;
}

static PyType_Slot Coin_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Coin_spec = {
    .name = "multi_phase_with_callback.Coin",
    .basicsize = sizeof(Coin),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Coin_slots,
};

/* Made by a callback that is told nothing: it stays. */
static PyTypeObject Note_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "multi_phase_with_callback.Note",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
print_note(int number)
{
    return number ? PyObject_CallObject((PyObject *)&Note_Type, NULL) : Py_NewRef(Py_None);
}

static PyObject *(*printer)(int) = print_note;

static PyObject *
pay(PyObject *module, PyObject *args)
{
    multi_phase_with_callback_state *state = get_multi_phase_with_callback_state(module);
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
    multi_phase_with_callback_state *state = get_multi_phase_with_callback_state(module);

    state->Coin_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Coin_spec, NULL);
    if (state->Coin_Type == NULL)
        return -1;
    if (PyModule_AddType(module, state->Coin_Type) < 0 ||
        PyModule_AddType(module, &Note_Type) < 0)
        return -1;
    state->BankError = PyErr_NewException("multi_phase_with_callback.BankError", NULL, NULL);
    return PyModule_AddObjectRef(module, "BankError", state->BankError);
}

static PyModuleDef_Slot bank_slots[] = {
    {Py_mod_exec, bank_exec},
    {0, NULL}
};

static int
multi_phase_with_callback_traverse(PyObject *module, visitproc visit, void *arg)
{
    multi_phase_with_callback_state *state = get_multi_phase_with_callback_state(module);
    Py_VISIT(state->Coin_Type);
    Py_VISIT(state->BankError);
    return 0;
}

static int
multi_phase_with_callback_clear(PyObject *module)
{
    multi_phase_with_callback_state *state = get_multi_phase_with_callback_state(module);
    Py_CLEAR(state->Coin_Type);
    Py_CLEAR(state->BankError);
    return 0;
}

static void
multi_phase_with_callback_free(void *module)
{
    multi_phase_with_callback_clear((PyObject *)module);
}

static struct PyModuleDef bank_module = {
    PyModuleDef_HEAD_INIT, "multi_phase_with_callback", NULL,
    sizeof(multi_phase_with_callback_state), functions, bank_slots,
    multi_phase_with_callback_traverse, multi_phase_with_callback_clear,
    multi_phase_with_callback_free
};

PyMODINIT_FUNC
PyInit_multi_phase_with_callback(void)
{
    return PyModuleDef_Init(&bank_module);
}
