#include <Python.h>

/* The function is called by the field, but a library has its address as well: maybe when a deallocator calls that. */

typedef struct {
    PyObject_HEAD
    long number;
} Item;

typedef PyObject *(*ReadFunc)(Item *);

typedef struct {
    PyObject_HEAD
    Item *item;
    ReadFunc read;
} Reader;

void library_remember(void *function);
void library_forget(void);

static PyTypeObject Item_Type;
static PyTypeObject Reader_Type;
static PyObject *ItemError;

static PyObject *
read_item(Item *self)
{
    if (self->number < 0) {
        PyErr_SetString(ItemError, "negative");
        return NULL;
    }
    return PyLong_FromLong(self->number);
}

static void
Item_dealloc(Item *self)
{
    library_forget();
    PyObject_Del(self);
}

static PyObject *
Item_reader(Item *self, PyObject *ignored)
{
    void *read = read_item;
    Reader *reader = PyObject_New(Reader, &Reader_Type);

    if (reader == NULL)
        return NULL;
    library_remember(read);
    Py_INCREF(self);
    reader->item = self;
    reader->read = read;
    return (PyObject *)reader;
}

static PyMethodDef Item_methods[] = {
    {"reader", (PyCFunction)Item_reader, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Item_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Item",
    .tp_basicsize = sizeof(Item),
    .tp_dealloc = (destructor)Item_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Item_methods,
    .tp_new = PyType_GenericNew,
};

static void
Reader_dealloc(Reader *self)
{
    Py_XDECREF(self->item);
    PyObject_Del(self);
}

static PyObject *
Reader_read(Reader *self, PyObject *ignored)
{
    return self->read(self->item);
}

static PyMethodDef Reader_methods[] = {
    {"read", (PyCFunction)Reader_read, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Reader_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Reader",
    .tp_basicsize = sizeof(Reader),
    .tp_dealloc = (destructor)Reader_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Reader_methods,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;

    if (PyType_Ready(&Item_Type) < 0 || PyType_Ready(&Reader_Type) < 0)
        return NULL;
    module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    ItemError = PyErr_NewException("module.ItemError", NULL, NULL);
    if (ItemError == NULL || PyObject_SetAttrString(module, "ItemError", ItemError) < 0)
        return NULL;
    return module;
}
