#include <Python.h>

/* Money. Other extensions get at the type through a capsule. */

typedef struct {
    PyObject_HEAD
    long cents;
} MoneyObject;

static PyTypeObject Money_Type;

static int
money_init(MoneyObject *self, PyObject *args, PyObject *kwds)
{
    self->cents = 0;
    return PyArg_ParseTuple(args, "|l:Money", &self->cents) ? 0 : -1;
}

static PyObject *
money_add(PyObject *left, PyObject *right)
{
    MoneyObject *result;

    if (!PyObject_TypeCheck(left, &Money_Type) || !PyObject_TypeCheck(right, &Money_Type))
        Py_RETURN_NOTIMPLEMENTED;
    result = PyObject_New(MoneyObject, &Money_Type);
    if (result != NULL)
        result->cents = ((MoneyObject *)left)->cents + ((MoneyObject *)right)->cents;
    return (PyObject *)result;
}

static PyObject *
money_int(MoneyObject *self)
{
    return PyLong_FromLong(self->cents);
}

static PyNumberMethods money_number = {
    .nb_add = money_add,
    .nb_int = (unaryfunc)money_int,
};

static PyTypeObject Money_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "capsule_added_in_a_condition.Money",
    .tp_basicsize = sizeof(MoneyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_number = &money_number,
    .tp_init = (initproc)money_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef money_module = {
    PyModuleDef_HEAD_INIT, "capsule_added_in_a_condition", "Money.", -1, NULL
};

PyMODINIT_FUNC
PyInit_capsule_added_in_a_condition(void)
{
    PyObject *module, *capsule;

    if (PyType_Ready(&Money_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&money_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Money_Type);
    if (PyModule_AddObject(module, "Money", (PyObject *)&Money_Type) < 0) {
        Py_DECREF(&Money_Type);
        Py_DECREF(module);
        return NULL;
    }
    capsule = PyCapsule_New(&Money_Type, "capsule_added_in_a_condition._money_type", NULL);
    if (capsule != NULL) {
        if (PyModule_AddObject(module, "_money_type", capsule) == 0) {
            return module;
        }
        Py_DECREF(capsule);
    }
    Py_DECREF(module);
    return NULL;
}
