#include <Python.h>

/* Multi-phase from the start: it can be loaded any number of times, and has to stay like that. */

typedef struct {
    PyObject_HEAD
    int number;
} Coin;

static PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "multi_phase_asking_the_interpreter.Coin",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

/* Made by a callback that is told nothing. */
static PyTypeObject Note_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "multi_phase_asking_the_interpreter.Note",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *BankError;

static PyObject *
print_note(int number)
{
    return number ? PyObject_CallObject((PyObject *)&Note_Type, NULL) : Py_NewRef(Py_None);
}

static PyObject *(*printer)(int) = print_note;

static PyObject *
pay(PyObject *module, PyObject *args)
{
    int number;

    if (!PyArg_ParseTuple(args, "i:pay", &number))
        return NULL;
    if (number < 0) {
        PyErr_SetString(BankError, "nothing to pay with");
        return NULL;
    }
    return number == 1 ? PyObject_CallObject((PyObject *)&Coin_Type, NULL) : printer(number);
}

static PyMethodDef functions[] = {
    {"pay", pay, METH_VARARGS, "pay(number) -> money"},
    {NULL, NULL, 0, NULL}
};

static int
bank_exec(PyObject *module)
{
    if (PyModule_AddType(module, &Coin_Type) < 0 || PyModule_AddType(module, &Note_Type) < 0)
        return -1;
    BankError = PyErr_NewException("multi_phase_asking_the_interpreter.BankError", NULL, NULL);
    return PyModule_AddObjectRef(module, "BankError", BankError);
}

static PyModuleDef_Slot bank_slots[] = {
    {Py_mod_exec, bank_exec},
    {0, NULL}
};

static struct PyModuleDef bank_module = {
    PyModuleDef_HEAD_INIT, "multi_phase_asking_the_interpreter", NULL, 0, functions, bank_slots
};

PyMODINIT_FUNC
PyInit_multi_phase_asking_the_interpreter(void)
{
    return PyModuleDef_Init(&bank_module);
}
