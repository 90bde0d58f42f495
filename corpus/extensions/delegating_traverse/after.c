#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Widgets: Button extends Widget and passes traverse, clear and dealloc on. */

typedef struct {
    PyObject_HEAD
    PyObject *name;
} WidgetObject;

typedef struct {
    WidgetObject widget;
    PyObject *on_click;
} ButtonObject;

typedef struct {
    PyTypeObject *Widget_Type;
} delegating_traverse_state;

static inline delegating_traverse_state *
get_delegating_traverse_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (delegating_traverse_state *)state;
}

static int
widget_traverse(WidgetObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
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
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    widget_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
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

static PyType_Slot Widget_slots[] = {
    {Py_tp_dealloc, widget_dealloc},
    {Py_tp_traverse, widget_traverse},
    {Py_tp_clear, widget_clear},
    {Py_tp_getset, widget_getset},
    {Py_tp_init, widget_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Widget_spec = {
    .name = "delegating_traverse.Widget",
    .basicsize = sizeof(WidgetObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Widget_slots,
};

static int
button_traverse(ButtonObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->on_click);
    return widget_traverse((WidgetObject *)self, visit, arg);
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
    widget_dealloc((WidgetObject *)self);
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
    if (widget_init((WidgetObject *)self, args, NULL) < 0) {
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

static PyType_Slot Button_slots[] = {
    {Py_tp_dealloc, button_dealloc},
    {Py_tp_traverse, button_traverse},
    {Py_tp_clear, button_clear},
    {Py_tp_methods, button_methods},
    {Py_tp_init, button_init},
    {0, NULL},
};

static PyType_Spec Button_spec = {
    .name = "delegating_traverse.Button",
    .basicsize = sizeof(ButtonObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Button_slots,
};

static int
delegating_traverse_traverse(PyObject *module, visitproc visit, void *arg)
{
    delegating_traverse_state *state = get_delegating_traverse_state(module);
    Py_VISIT(state->Widget_Type);
    return 0;
}

static int
delegating_traverse_clear(PyObject *module)
{
    delegating_traverse_state *state = get_delegating_traverse_state(module);
    Py_CLEAR(state->Widget_Type);
    return 0;
}

static void
delegating_traverse_free(void *module)
{
    delegating_traverse_clear((PyObject *)module);
}

static int delegating_traverse_exec(PyObject *m);

static PyModuleDef_Slot delegating_traverse_slots[] = {
    {Py_mod_exec, delegating_traverse_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef widgets = {
    PyModuleDef_HEAD_INIT, "delegating_traverse", "Widgets.",
    sizeof(delegating_traverse_state), NULL,
    delegating_traverse_slots, delegating_traverse_traverse,
    delegating_traverse_clear, delegating_traverse_free
};

static PyTypeObject *
delegating_traverse_new_subtype(PyObject *module, PyType_Spec *spec,
                                PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
delegating_traverse_exec(PyObject *m)
{
    delegating_traverse_state *state = get_delegating_traverse_state(m);

    state->Widget_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Widget_spec, NULL);
    if (state->Widget_Type == NULL)
        return -1;
    PyTypeObject *Button_Type =
        delegating_traverse_new_subtype(m, &Button_spec, state->Widget_Type);
    if (Button_Type == NULL)
        return -1;
    Py_INCREF(state->Widget_Type);
    if (PyModule_AddObject(m, "Widget", (PyObject *)state->Widget_Type) < 0) {
        Py_DECREF(Button_Type);
        goto fail;
    }
    if (PyModule_AddObject(m, "Button", (PyObject *)Button_Type) < 0) {
        Py_DECREF(Button_Type);
        goto fail;
    }
    return 0;
fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_delegating_traverse(void)
{
    return PyModuleDef_Init(&widgets);
}
