/* What is made for a dictionary stays in that: nothing takes the reference that the function gives. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} Item;

struct names_state {
    PyObject *names;
};

static PyTypeObject Item_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "results_that_nothing_takes.Item",
    .tp_basicsize = sizeof(Item),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static Item *
item_new(PyObject *names, const char *name, long number)
{
    Item *self = PyObject_New(Item, &Item_Type);
    if (self == NULL) {
        return NULL;
    }
    self->number = number;
    if (PyDict_SetItemString(names, name, (PyObject *)self) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return self;
}

static int
add_item(PyObject *names, const char *name, long number)
{
    Item *item = item_new(names, name, number);
    if (!item)
        return -1;
    return 0;
}

/* Gives what the dictionary owns. */
static PyObject *
find_item(PyObject *names, const char *name)
{
    return PyDict_GetItemString(names, name);
}

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "results_that_nothing_takes",
    .m_size = sizeof(struct names_state),
};

PyMODINIT_FUNC
PyInit_results_that_nothing_takes(void)
{
    PyObject *module, *names;
    long number;

    if (PyType_Ready(&Item_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&names_module);
    if (module == NULL) {
        return NULL;
    }
    names = PyModule_GetDict(module);
    for (number = 0; number < 2; number++)
        item_new(names, number ? "one" : "none", number);
    item_new(names, "two", 2);
    find_item(names, "two");
    if (add_item(names, "three", 3) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
