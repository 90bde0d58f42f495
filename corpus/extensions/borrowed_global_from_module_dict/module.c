#include <Python.h>

/* Bags of words; pickled as a call of the module's own function. */

typedef struct {
        PyObject_HEAD
        PyObject *counts;
} BagObject;

static PyTypeObject Bag_Type;

static PyObject *bag_constructor;       /* borrowed from the module's dictionary */

static BagObject *
newBagObject(void)
{
        BagObject *self;

        self = PyObject_New(BagObject, &Bag_Type);
        if (self == NULL)
                return NULL;
        self->counts = PyDict_New();
        if (self->counts == NULL) {
                Py_DECREF(self);
                return NULL;
        }
        return self;
}

static void
Bag_dealloc(BagObject *self)
{
        Py_XDECREF(self->counts);
        PyObject_Del(self);
}

static PyObject *
Bag_add(BagObject *self, PyObject *word)
{
        PyObject *old, *number;
        int result;

        old = PyDict_GetItemWithError(self->counts, word);
        if (old == NULL && PyErr_Occurred())
                return NULL;
        number = PyLong_FromLong(old == NULL ? 1 : PyLong_AsLong(old) + 1);
        if (number == NULL)
                return NULL;
        result = PyDict_SetItem(self->counts, word, number);
        if (result < 0) {
                Py_DECREF(number);
                return NULL;
        }
        return number;
}

static PyObject *
Bag_getstate(BagObject *self, PyObject *unused)
{
        return PyDict_Copy(self->counts);
}

static PyObject *
Bag_setstate(BagObject *self, PyObject *state)
{
        if (!PyDict_Check(state)) {
                PyErr_SetString(PyExc_TypeError, "a dict is required");
                return NULL;
        }
        if (PyDict_Update(self->counts, state) < 0)
                return NULL;
        Py_RETURN_NONE;
}

static PyObject *
Bag_reduce(BagObject *self, PyObject *unused)
{
        return Py_BuildValue("(O()N)", bag_constructor, Bag_getstate(self, NULL));
}

static PyMethodDef Bag_methods[] = {
        {"add",          (PyCFunction)Bag_add,          METH_O,         NULL},
        {"__getstate__", (PyCFunction)Bag_getstate,     METH_NOARGS,    NULL},
        {"__setstate__", (PyCFunction)Bag_setstate,     METH_O,         NULL},
        {"__reduce__",   (PyCFunction)Bag_reduce,       METH_NOARGS,    NULL},
        {NULL,           NULL}
};

static PyTypeObject Bag_Type = {
        PyVarObject_HEAD_INIT(NULL, 0)
        .tp_name = "borrowed_global_from_module_dict.Bag_",
        .tp_basicsize = sizeof(BagObject),
        .tp_dealloc = (destructor)Bag_dealloc,
        .tp_flags = Py_TPFLAGS_DEFAULT,
        .tp_methods = Bag_methods,
};

static PyObject *
bags_Bag(PyObject *self, PyObject *args)
{
        if (!PyArg_ParseTuple(args, ":Bag"))
                return NULL;
        return (PyObject *)newBagObject();
}

static PyMethodDef functions[] = {
        {"Bag",         bags_Bag,       METH_VARARGS,   "Bag() -> empty bag"},
        {NULL,          NULL}
};

static struct PyModuleDef bags = {
        PyModuleDef_HEAD_INIT, "borrowed_global_from_module_dict", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_borrowed_global_from_module_dict(void)
{
        PyObject *m, *d;

        if (PyType_Ready(&Bag_Type) < 0)
                return NULL;
        m = PyModule_Create(&bags);
        if (m == NULL)
                return NULL;

        /* Stash the callable constructor for use in Bag.__reduce__ */
        d = PyModule_GetDict(m);
        bag_constructor = PyDict_GetItemString(d, "Bag");

        return m;
}
