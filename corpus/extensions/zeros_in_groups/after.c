/* Boxes around plain numbers, with a type that fills every slot of every Python. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    double number;
} Box;

static void
box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
box_init(Box *self, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"number", NULL};

    return PyArg_ParseTupleAndKeywords(args, kwds, "|d", names, &self->number) ? 0 : -1;
}

static PyObject *
box_open(Box *self, PyObject *unused)
{
    return PyFloat_FromDouble(self->number);
}

static PyMethodDef box_methods[] = {
    {"open", (PyCFunction)box_open, METH_NOARGS, "Return the number."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_doc, "A number in a box."},
    {Py_tp_methods, box_methods},
    {Py_tp_init, box_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "zeros_in_groups.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int zeros_in_groups_exec(PyObject *module);

static PyModuleDef_Slot zeros_in_groups_slots[] = {
    {Py_mod_exec, zeros_in_groups_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "zeros_in_groups",
    "Boxes.",
    0,
    NULL,
    zeros_in_groups_slots,
};

static int
zeros_in_groups_exec(PyObject *module)
{
    PyTypeObject *BoxType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (BoxType == NULL)
        return -1;
    if (PyModule_AddObject(module, "Box", (PyObject *)BoxType) < 0) {
        Py_DECREF(BoxType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_zeros_in_groups(void)
{
    return PyModuleDef_Init(&definition);
}
