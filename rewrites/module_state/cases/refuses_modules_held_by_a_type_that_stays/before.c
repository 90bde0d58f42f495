/* Other binaries see the type: it stays, each load leaves one behind, and that would keep its module alive. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} Box;

__attribute__((visibility("default"))) PyTypeObject *Box_type;
static PyObject *empty_str;

static PyObject *
Box_say(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(empty_str);
    return empty_str;
}

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyMethodDef Box_methods[] = {
    {"say", Box_say, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots,
};

static int
boxes_exec(PyObject *module)
{
    empty_str = PyUnicode_InternFromString("empty");
    if (empty_str == NULL)
        return -1;
    Box_type = (PyTypeObject *)PyType_FromSpec(&Box_spec);
    if (Box_type == NULL)
        return -1;
    return PyModule_AddType(module, Box_type);
}

static PyModuleDef_Slot boxes_slots[] = {
    {Py_mod_exec, boxes_exec},
    {0, NULL},
};

static PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "boxes",
    .m_slots = boxes_slots,
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    return PyModuleDef_Init(&boxes_module);
}
