#include <Python.h>

/* Drawers that open in several ways: the functions stand in a table, and some read no more of a drawer than its type. */

typedef struct Drawer Drawer;
typedef PyObject *(*open_function)(Drawer *, PyObject *);

struct Drawer {
    PyObject_HEAD
    open_function open;
    PyObject *content;
};

static PyObject *DrawerError;
static PyObject *label_name;
static PyObject *owner;         /* whom set_owner() was given */

static PyTypeObject Drawer_Type;

static PyObject *
open_plain(Drawer *self, PyObject *name)
{
    if (self->content == NULL) {
        PyErr_SetString(DrawerError, "nothing in it");
        return NULL;
    }
    Py_INCREF(self->content);
    return self->content;
}

static PyObject *
open_locked(Drawer *self, PyObject *name)
{
    PyErr_Format(DrawerError, "%.50s is locked for %U", Py_TYPE(self)->tp_name, name);
    return NULL;
}

static PyObject *
open_labelled(Drawer *self, PyObject *name)
{
    PyObject *label = PyObject_GetAttr((PyObject *)Py_TYPE(self), label_name);

    if (label != NULL)
        return label;
    PyErr_Clear();
    Py_INCREF(name);
    return name;
}

static PyObject *
refuse(Drawer *self)
{
    return PyErr_Format(DrawerError, "a %s is nobody's", Py_TYPE(self)->tp_name);
}

static PyObject *
open_owned(Drawer *self, PyObject *name)
{
    if (owner == NULL)
        return refuse(self);
    Py_INCREF(owner);
    return owner;
}

static open_function ways[] = {open_plain, open_locked, open_labelled, open_owned, NULL};

static PyObject *
drawer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *content = NULL;
    Drawer *self;
    int way;

    if (!PyArg_ParseTuple(args, "i|O", &way, &content))
        return NULL;
    if (way < 0 || way > 3) {
        PyErr_SetString(DrawerError, "no such way");
        return NULL;
    }
    self = (Drawer *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->open = ways[way];
    Py_XINCREF(content);
    self->content = content;
    return (PyObject *)self;
}

static int
drawer_traverse(Drawer *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return 0;
}

static int
drawer_clear(Drawer *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
drawer_dealloc(Drawer *self)
{
    PyObject_GC_UnTrack(self);
    drawer_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
drawer_open(Drawer *self, PyObject *name)
{
    return self->open(self, name);
}

static PyMethodDef drawer_methods[] = {
    {"open", (PyCFunction)drawer_open, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Drawer_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callbacks_in_a_table.Drawer",
    .tp_basicsize = sizeof(Drawer),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)drawer_dealloc,
    .tp_traverse = (traverseproc)drawer_traverse,
    .tp_clear = (inquiry)drawer_clear,
    .tp_methods = drawer_methods,
    .tp_new = drawer_new,
};

static PyObject *
drawers_set_owner(PyObject *module, PyObject *args)
{
    PyObject *old = owner;

    if (!PyArg_ParseTuple(args, "O:set_owner", &owner))
        return NULL;
    Py_INCREF(owner);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyMethodDef drawers_functions[] = {
    {"set_owner", drawers_set_owner, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef drawers_module = {
    PyModuleDef_HEAD_INIT, "callbacks_in_a_table", "Drawers.", -1, drawers_functions
};

PyMODINIT_FUNC
PyInit_callbacks_in_a_table(void)
{
    PyObject *m;

    if (PyType_Ready(&Drawer_Type) < 0)
        return NULL;
    label_name = PyUnicode_InternFromString("label");
    if (label_name == NULL)
        return NULL;
    m = PyModule_Create(&drawers_module);
    if (m == NULL)
        return NULL;
    DrawerError = PyErr_NewException("callbacks_in_a_table.DrawerError", NULL, NULL);
    Py_XINCREF(DrawerError);
    if (PyModule_AddObject(m, "DrawerError", DrawerError) < 0) {
        Py_XDECREF(DrawerError);
        Py_CLEAR(DrawerError);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Drawer_Type);
    if (PyModule_AddObject(m, "Drawer", (PyObject *)&Drawer_Type) < 0) {
        Py_DECREF(&Drawer_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
