#include <Python.h>

/* Purses hold money, a type of capsule_exporter. */

typedef struct {
    PyObject_HEAD
    PyObject *money;        /* list of Money */
} PurseObject;

static PyTypeObject Purse_Type;
static PyTypeObject *money_type = NULL;     /* borrowed from the capsule */

static PyObject *
purse_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PurseObject *self;

    if (!PyArg_ParseTuple(args, ":Purse"))
        return NULL;
    self = (PurseObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->money = PyList_New(0);
    if (self->money == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
purse_dealloc(PurseObject *self)
{
    Py_XDECREF(self->money);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
purse_put(PurseObject *self, PyObject *money)
{
    if (!PyObject_TypeCheck(money, money_type)) {
        PyErr_Format(PyExc_TypeError, "only %s goes into a purse, not %s", money_type->tp_name,
                     Py_TYPE(money)->tp_name);
        return NULL;
    }
    if (PyList_Append(self->money, money) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
purse_total(PurseObject *self, PyObject *unused)
{
    PyObject *total = PyObject_CallFunction((PyObject *)money_type, "i", 0);
    Py_ssize_t i;

    for (i = 0; total != NULL && i < PyList_GET_SIZE(self->money); i++) {
        PyObject *sum = PyNumber_Add(total, PyList_GET_ITEM(self->money, i));
        Py_DECREF(total);
        total = sum;
    }
    return total;
}

static PyMethodDef purse_methods[] = {
    {"put", (PyCFunction)purse_put, METH_O, NULL},
    {"total", (PyCFunction)purse_total, METH_NOARGS, "The sum of what is in it, as Money."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Purse_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "capsule_importer.Purse",
    .tp_basicsize = sizeof(PurseObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = (destructor)purse_dealloc,
    .tp_methods = purse_methods,
    .tp_new = purse_new,
};

static struct PyModuleDef purse_module = {
    PyModuleDef_HEAD_INIT, "capsule_importer", "Purses.", -1, NULL
};

PyMODINIT_FUNC
PyInit_capsule_importer(void)
{
    PyObject *m;

    money_type = (PyTypeObject *)PyCapsule_Import("capsule_exporter._money_type", 0);
    if (money_type == NULL)
        return NULL;
    if (PyType_Ready(&Purse_Type) < 0)
        return NULL;
    m = PyModule_Create(&purse_module);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Purse_Type);
    if (PyModule_AddObject(m, "Purse", (PyObject *)&Purse_Type) < 0) {
        Py_DECREF(&Purse_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
