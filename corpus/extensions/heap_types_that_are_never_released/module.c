/* Converted by hand, in two phases: nothing gives back what instances have of their types, or shows it. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    PyTypeObject *box_type;
    PyTypeObject *tray_type;
} heap_state;

static void
Box_dealloc(Box *self)
{
    Py_XDECREF(self->content);
    PyObject_Del(self);
}

static PyObject *
Box_content(Box *self, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(self->content);
    return self->content;
}

static PyMethodDef Box_methods[] = {
    {"content", (PyCFunction)Box_content, METH_NOARGS, "What the box holds."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "heap_types_that_are_never_released.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots,
};

static int
Tray_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return 0;
}

static int
Tray_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
Tray_dealloc(Box *self)
{
    Tray_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
Tray_init(Box *self, PyObject *args, PyObject *kwargs)
{
    PyObject *content = Py_None;

    if (!PyArg_ParseTuple(args, "|O:Tray", &content)) {
        return -1;
    }
    Py_INCREF(content);
    Py_XSETREF(self->content, content);
    return 0;
}

static PyType_Slot Tray_slots[] = {
    {Py_tp_dealloc, Tray_dealloc},
    {Py_tp_traverse, Tray_traverse},
    {Py_tp_clear, Tray_clear},
    {Py_tp_init, Tray_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Tray_spec = {
    .name = "heap_types_that_are_never_released.Tray",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = Tray_slots,
};

static PyObject *
heap_box(PyObject *module, PyObject *content)
{
    heap_state *state = PyModule_GetState(module);
    Box *box = PyObject_New(Box, state->box_type);

    if (box == NULL) {
        return NULL;
    }
    Py_INCREF(content);
    box->content = content;
    return (PyObject *)box;
}

static PyMethodDef heap_methods[] = {
    {"box", heap_box, METH_O, "Return a box that holds an object."},
    {NULL, NULL, 0, NULL}
};

static int
heap_exec(PyObject *module)
{
    heap_state *state = PyModule_GetState(module);

    state->box_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->box_type == NULL) {
        return -1;
    }
    state->tray_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tray_spec, NULL);
    if (state->tray_type == NULL) {
        return -1;
    }
    return PyModule_AddType(module, state->tray_type);
}

static int
heap_traverse(PyObject *module, visitproc visit, void *arg)
{
    heap_state *state = PyModule_GetState(module);

    Py_VISIT(state->box_type);
    Py_VISIT(state->tray_type);
    return 0;
}

static int
heap_clear(PyObject *module)
{
    heap_state *state = PyModule_GetState(module);

    Py_CLEAR(state->box_type);
    Py_CLEAR(state->tray_type);
    return 0;
}

static PyModuleDef_Slot heap_slots[] = {
    {Py_mod_exec, heap_exec},
    {0, NULL}
};

static struct PyModuleDef heap_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "heap_types_that_are_never_released",
    .m_size = sizeof(heap_state),
    .m_methods = heap_methods,
    .m_slots = heap_slots,
    .m_traverse = heap_traverse,
    .m_clear = heap_clear,
};

PyMODINIT_FUNC
PyInit_heap_types_that_are_never_released(void)
{
    return PyModuleDef_Init(&heap_module);
}
