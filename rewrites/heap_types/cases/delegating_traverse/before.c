#include <Python.h>

/* Widgets: Button extends Widget and passes traverse, clear and dealloc on. */

typedef struct {
    PyObject_HEAD
    PyObject *name;
} WidgetObject;

typedef struct {
    WidgetObject widget;
    PyObject *on_click;
} ButtonObject;

static PyTypeObject Widget_Type;

static int
widget_traverse(WidgetObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->name);
    return 0;
}

static int
widget_clear(WidgetObject *self)
{
    Py_CLEAR(self->name);
    return 0;
}

static void
widget_dealloc(WidgetObject *self)
{
    PyObject_GC_UnTrack(self);
    widget_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
widget_init(WidgetObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *name;

    if (!PyArg_ParseTuple(args, "O:Widget", &name))
        return -1;
    Py_INCREF(name);
    Py_XSETREF(self->name, name);
    return 0;
}

static PyObject *
widget_name(WidgetObject *self, void *closure)
{
    if (self->name == NULL)
        Py_RETURN_NONE;
    Py_INCREF(self->name);
    return self->name;
}

static PyGetSetDef widget_getset[] = {
    {"name", (getter)widget_name, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Widget_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "delegating_traverse.Widget",
    .tp_basicsize = sizeof(WidgetObject),
    .tp_dealloc = (destructor)widget_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)widget_traverse,
    .tp_clear = (inquiry)widget_clear,
    .tp_getset = widget_getset,
    .tp_init = (initproc)widget_init,
    .tp_new = PyType_GenericNew,
};

static int
button_traverse(ButtonObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->on_click);
    return Widget_Type.tp_traverse((PyObject *)self, visit, arg);
}

static int
button_clear(ButtonObject *self)
{
    Py_CLEAR(self->on_click);
    return widget_clear(&self->widget);
}

static void
button_dealloc(ButtonObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->on_click);
    /* Frees the object too. */
    Widget_Type.tp_dealloc((PyObject *)self);
}

static int
button_init(ButtonObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *name, *on_click;

    if (!PyArg_ParseTuple(args, "OO:Button", &name, &on_click))
        return -1;
    args = PyTuple_Pack(1, name);
    if (args == NULL)
        return -1;
    if (Widget_Type.tp_init((PyObject *)self, args, NULL) < 0) {
        Py_DECREF(args);
        return -1;
    }
    Py_DECREF(args);
    Py_INCREF(on_click);
    Py_XSETREF(self->on_click, on_click);
    return 0;
}

static PyObject *
button_click(ButtonObject *self, PyObject *unused)
{
    if (self->on_click == NULL)
        Py_RETURN_NONE;
    return PyObject_CallFunctionObjArgs(self->on_click, self, NULL);
}

static PyMethodDef button_methods[] = {
    {"click", (PyCFunction)button_click, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Button_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "delegating_traverse.Button",
    .tp_basicsize = sizeof(ButtonObject),
    .tp_dealloc = (destructor)button_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)button_traverse,
    .tp_clear = (inquiry)button_clear,
    .tp_methods = button_methods,
    .tp_base = &Widget_Type,
    .tp_init = (initproc)button_init,
};

static struct PyModuleDef widgets = {
    PyModuleDef_HEAD_INIT, "delegating_traverse", "Widgets.", -1, NULL
};

PyMODINIT_FUNC
PyInit_delegating_traverse(void)
{
    PyObject *m;

    if (PyType_Ready(&Widget_Type) < 0)
        return NULL;
    if (PyType_Ready(&Button_Type) < 0)
        return NULL;
    m = PyModule_Create(&widgets);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Widget_Type);
    if (PyModule_AddObject(m, "Widget", (PyObject *)&Widget_Type) < 0)
        goto fail;
    Py_INCREF(&Button_Type);
    if (PyModule_AddObject(m, "Button", (PyObject *)&Button_Type) < 0)
        goto fail;
    return m;
fail:
    Py_DECREF(m);
    return NULL;
}
