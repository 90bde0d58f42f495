/*
 * Shelves of labelled boxes. Each part of the module has an init function of
 * its own, called before the module is created; the variable `module` holds
 * imported modules until then.
 */
#include <Python.h>

/* Some linkers don't take the address of another library's object here. */
#define DEFERRED_ADDRESS(ADDR) 0

static PyObject *abc_mapping;
static PyObject *make_label;
static PyObject *str_strip;

typedef struct {
    PyObject_HEAD
    PyObject *label;
} BoxObject;

static PyTypeObject Box_Type;

/********** Label **********/

static int
Label_traverse_nothing(void)
{
    return 0;
}

static PyObject *
Label_stripped(PyObject *self, PyObject *unused)
{
    return PyObject_CallMethodObjArgs(self, str_strip, NULL);
}

static PyMethodDef Label_methods[] = {
    {"stripped", Label_stripped, METH_NOARGS, "Return the label without blanks around it."},
    {NULL, NULL}
};

static PyTypeObject Label_Type = {
    PyVarObject_HEAD_INIT(DEFERRED_ADDRESS(&PyType_Type), 0)
    .tp_name = "types_made_in_helpers.Label",
    .tp_basicsize = sizeof(PyUnicodeObject),
    .tp_base = DEFERRED_ADDRESS(&PyUnicode_Type),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Label_methods,
};

static int
label_init(void)
{
    if (Label_traverse_nothing() < 0) {
        return -1;
    }
    Label_Type.tp_base = &PyUnicode_Type;
    if (PyType_Ready(&Label_Type) < 0) {
        return -1;
    }
    return 0;
}

/********** Box **********/

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    BoxObject *self;
    PyObject *text;

    if (!PyArg_ParseTuple(args, "U:Box", &text)) {
        return NULL;
    }
    self = (BoxObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->label = PyObject_CallFunctionObjArgs((PyObject *)&Label_Type, text, NULL);
    if (self->label == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Box_dealloc(BoxObject *self)
{
    Py_XDECREF(self->label);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Box_label(BoxObject *self, void *closure)
{
    return PyObject_CallFunctionObjArgs(make_label, self->label, NULL);
}

static PyGetSetDef Box_getset[] = {
    {"label", (getter)Box_label, NULL, "The label, as text.", NULL},
    {NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(DEFERRED_ADDRESS(&PyType_Type), 0)
    .tp_name = "types_made_in_helpers.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = Box_getset,
    .tp_new = Box_new,
};

static int
box_init(void)
{
    PyObject *result;
    PyObject *module = PyImport_ImportModule("builtins");
    if (module == NULL) {
        goto fail;
    }

#define GET_MOD_ATTR(VAR, NAME)                 \
    VAR = PyObject_GetAttrString(module, NAME); \
    if (VAR == NULL) {                          \
        goto fail;                              \
    }

    GET_MOD_ATTR(make_label, "str");

    if (PyType_Ready(&Box_Type) < 0) {
        goto fail;
    }
    result = PyObject_CallFunctionObjArgs(make_label, (PyObject *)&Box_Type, NULL);
    if (result == NULL) {
        goto fail;
    }
    Py_DECREF(result);
    Py_DECREF(module);
    return 0;

fail:
    Py_CLEAR(module);
    return -1;

#undef GET_MOD_ATTR
}

/********** Module **********/

static PyObject *
is_mapping(PyObject *self, PyObject *object)
{
    int found = PyObject_IsInstance(object, abc_mapping);
    if (found < 0) {
        return NULL;
    }
    return PyBool_FromLong(found);
}

static PyMethodDef functions[] = {
    {"is_mapping", is_mapping, METH_O, "Tell whether an object is a mapping."},
    {NULL, NULL}
};

static void
module_free(void *m)
{
    Py_CLEAR(abc_mapping);
    Py_CLEAR(str_strip);
}

static PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_made_in_helpers",
    .m_size = -1,
    .m_methods = functions,
    .m_free = module_free,
};

PyMODINIT_FUNC
PyInit_types_made_in_helpers(void)
{
    PyObject *module = NULL;

    str_strip = PyUnicode_InternFromString("strip");
    if (str_strip == NULL) {
        goto fail;
    }
    if (label_init() < 0) {
        goto fail;
    }
    if (box_init() < 0) {
        goto fail;
    }

    module = PyImport_ImportModule("collections.abc");
    if (module == NULL) {
        goto fail;
    }
    abc_mapping = PyObject_GetAttrString(module, "Mapping");
    Py_CLEAR(module);
    if (abc_mapping == NULL) {
        goto fail;
    }

    /* Create the module */
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        goto fail;
    }

    Py_INCREF(&Label_Type);
    if (PyModule_AddObject(module, "Label", (PyObject *)&Label_Type) < 0) {
        goto fail;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        goto fail;
    }
    return module;

fail:
    Py_CLEAR(str_strip);
    Py_CLEAR(abc_mapping);
    return NULL;
}
