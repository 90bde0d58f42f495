/* The registry and the names are kept in structs, the errors in an array of them. */
#include "shared.h"

static struct {
    PyObject *empty;        /* what is asked of an empty slot */
    PyObject *fallback[2];
    int asked;
} names;

static struct error {
    PyObject *type;
    const char *name;
    long code;
} errors[] = {
    {NULL, "structs_that_hold_objects.NotKept", 1},
    {NULL, "structs_that_hold_objects.OutOfRange", 2},
};

#define ERRORS (sizeof(errors) / sizeof(errors[0]))
#define FAIL(at, text) (PyErr_SetString(errors[at].type, text), (PyObject *)NULL)

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

static int
box_init(Box *self, PyObject *args, PyObject *kwds)
{
    PyObject *content = Py_None, *before = self->content;

    if (!PyArg_ParseTuple(args, "|O", &content))
        return -1;
    Py_INCREF(content);
    self->content = content;
    Py_XDECREF(before);
    return 0;
}

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return 0;
}

static int
box_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    (void)box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
box_keep(Box *self, PyObject *Py_UNUSED(ignored))
{
    if (registry_add((PyObject *)self) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef box_methods[] = {
    {"keep", (PyCFunction)box_keep, METH_NOARGS, "Keep the box in the registry."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "structs_that_hold_objects.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
    .tp_methods = box_methods,
    .tp_init = (initproc)box_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
keep(PyObject *self, PyObject *value)
{
    if (registry_add(value) < 0)
        return NULL;
    return PyLong_FromSsize_t(registry.next);
}

static PyObject *
kept(PyObject *self, PyObject *index)
{
    long at = PyLong_AsLong(index);

    if (at == -1 && PyErr_Occurred())
        return NULL;
    names.asked++;
    if (at < 0 || at >= SLOTS)
        return FAIL(1, "no such slot");
    if (registry.kept[at].value == NULL) {
        if (names.asked % 2)
            return FAIL(0, errors[0].name);
        Py_INCREF(names.empty);
        return names.empty;
    }
    return Py_BuildValue("OnO", registry.kept[at].value, registry.kept[at].times, names.fallback[at % 2]);
}

static PyObject *
kind(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    if (registry.type == NULL)
        Py_RETURN_NONE;
    Py_INCREF(registry.type);
    return (PyObject *)registry.type;
}

static PyMethodDef functions[] = {
    {"keep", keep, METH_O, "Keep a value in the next slot."},
    {"kept", kept, METH_O, "Return what a slot keeps."},
    {"kind", kind, METH_NOARGS, "Return the type of what was kept last."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "structs_that_hold_objects",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_structs_that_hold_objects(void)
{
    PyObject *module;
    size_t i;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    names.empty = PyUnicode_InternFromString("nothing");
    names.fallback[0] = PyUnicode_InternFromString("even");
    names.fallback[1] = PyUnicode_InternFromString("odd");
    if (names.empty == NULL || names.fallback[0] == NULL || names.fallback[1] == NULL)
        goto fail;
    for (i = 0; i < ERRORS; i++) {
        errors[i].type = PyErr_NewException(errors[i].name, NULL, NULL);
        if (errors[i].type == NULL)
            goto fail;
        Py_INCREF(errors[i].type);
        if (PyModule_AddObject(module, errors[i].code == 1 ? "NotKept" : "OutOfRange", errors[i].type) < 0) {
            Py_DECREF(errors[i].type);
            goto fail;
        }
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        goto fail;
    }
    return module;

fail:
    Py_DECREF(module);
    return NULL;
}
