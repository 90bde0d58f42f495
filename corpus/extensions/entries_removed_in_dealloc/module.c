#include <Python.h>

/* Levels of strings and signatures of records are kept beside them, as there's no room inside. */

typedef struct {
    PyObject_HEAD
    PyObject *signature;
    int opened, remarked;
} record;

static PyObject *levels;
static PyObject *signatures;
static PyObject *named;
static PyObject *remarks;   /* NULL until there is one */
static int open_records;
static long ended;

/* The level of the text at an address; there's none without a value. */
static int
put_level(PyObject *self, PyObject *value)
{
    PyObject *key = PyLong_FromVoidPtr(self);
    int result = 0;

    if (key == NULL)
        return -1;
    if (value != NULL)
        result = PyDict_SetItem(levels, key, value);
    else if (PyDict_GetItem(levels, key))
        result = PyDict_DelItem(levels, key);
    Py_DECREF(key);
    return result;
}

/* Leaves the exception state as it is. */
static void
drop_level(PyObject *self)
{
    PyObject *type, *value, *traceback;

    PyErr_Fetch(&type, &value, &traceback);
    if (put_level(self, NULL) < 0) {
        /* should never happen */
        PyErr_WriteUnraisable(self);
    }
    PyErr_Restore(type, value, traceback);
}

static void
text_dealloc(PyObject *self)
{
    drop_level(self);
    (PyUnicode_Type.tp_dealloc)(self);
}

static PyObject *
text_level(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *key = PyLong_FromVoidPtr(self), *level;

    if (key == NULL)
        return NULL;
    level = PyDict_GetItem(levels, key);
    Py_DECREF(key);
    if (level == NULL)
        return PyLong_FromLong(0);
    Py_INCREF(level);
    return level;
}

static int
text_set_level(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    return put_level(self, value);
}

static PyGetSetDef text_getset[] = {
    {"level", text_level, text_set_level, "How deep it stands.", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Text_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "entries_removed_in_dealloc.Text",
    .tp_dealloc = text_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_getset = text_getset,
};

static PyObject *
record_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *signature;
    record *self;

    if (!PyArg_ParseTuple(args, "U:Record", &signature))
        return NULL;
    self = (record *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(signature);
    self->signature = signature;
    if (PySet_Add(named, signature) < 0 || PyDict_SetItem(signatures, signature, Py_None) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    self->opened = 1;
    self->remarked = 0;
    open_records++;
    return (PyObject *)self;
}

static int
forget_name(PyObject *name)
{
    return PySet_Discard(named, name);
}

static void
record_dealloc(record *self)
{
    PyObject_GC_UnTrack(self);
    if (remarks != NULL && self->remarked) {
        if (PyDict_DelItem(remarks, self->signature) < 0)
            PyErr_Clear();
    }
    ended++;    /* opened or not */
    if (self->opened)
        open_records--;
    if (self->opened && forget_name(self->signature) < 0)
        PyErr_Clear();
    if (self->opened) {
        if (PyDict_DelItem(signatures, self->signature) < 0)
            PyErr_Clear();
    }
    Py_CLEAR(self->signature);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
record_traverse(record *self, visitproc visit, void *arg)
{
    Py_VISIT(self->signature);
    return 0;
}

static PyObject *
record_remark(record *self, PyObject *text)
{
    if (remarks == NULL) {
        remarks = PyDict_New();
        if (remarks == NULL)
            return NULL;
    }
    if (PyDict_SetItem(remarks, self->signature, text) < 0)
        return NULL;
    self->remarked = 1;
    Py_RETURN_NONE;
}

static PyMethodDef record_methods[] = {
    {"remark", (PyCFunction)record_remark, METH_O, "Keep a remark."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Record_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "entries_removed_in_dealloc.Record",
    .tp_basicsize = sizeof(record),
    .tp_dealloc = (destructor)record_dealloc,
    .tp_traverse = (traverseproc)record_traverse,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_methods = record_methods,
    .tp_new = record_new,
};

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Py_ssize_t remarked = remarks ? PyDict_Size(remarks) : 0;

    return Py_BuildValue("nninn", PyDict_Size(levels), PyDict_Size(signatures), open_records, PySet_Size(named), remarked);
}

static PyObject *
get_ended(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(ended);
}

static PyMethodDef functions[] = {
    {"ended", get_ended, METH_NOARGS, "Return how many records have ended."},
    {"count", count, METH_NOARGS, "Return how many entries there are in each table."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "entries_removed_in_dealloc", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_entries_removed_in_dealloc(void)
{
    PyObject *module;

    levels = PyDict_New();
    signatures = PyDict_New();
    named = PySet_New(NULL);
    if (levels == NULL || signatures == NULL || named == NULL)
        return NULL;
    Text_Type.tp_base = &PyUnicode_Type;
    if (PyType_Ready(&Text_Type) < 0 || PyType_Ready(&Record_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Text_Type);
    if (PyModule_AddObject(module, "Text", (PyObject *)&Text_Type) < 0) {
        Py_DECREF(&Text_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Record_Type);
    if (PyModule_AddObject(module, "Record", (PyObject *)&Record_Type) < 0) {
        Py_DECREF(&Record_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
