#include <Python.h>

static PyTypeObject *Box_Type;
static PyTypeObject *Lid_Type;

typedef struct {
    PyObject_HEAD
    int width;
} Box;

static PyObject *
Box_width(Box *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->width);
}

static PyMethodDef Box_methods[] = {
    {"width", (PyCFunction)Box_width, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "instance_of_a_spec_in_the_module.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "instance_of_a_spec_in_the_module.Lid",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Lid_slots,
};

static PyObject *
is_box(PyObject *Py_UNUSED(module), PyObject *object)
{
    return PyBool_FromLong(Py_TYPE(object) == Box_Type);
}

static PyObject *
is_lid(PyObject *Py_UNUSED(module), PyObject *object)
{
    return PyBool_FromLong(Py_TYPE(object) == Lid_Type);
}

static PyMethodDef shelf_methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {"is_lid", is_lid, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
shelf_exec(PyObject *module)
{
    PyObject *empty;

    Box_Type = (PyTypeObject *)PyType_FromSpec(&Box_spec);
    if (Box_Type == NULL) {
        return -1;
    }
    Lid_Type = (PyTypeObject *)PyType_FromSpec(&Lid_spec);
    if (Lid_Type == NULL) {
        return -1;
    }
    empty = PyType_GenericNew(Box_Type, NULL, NULL);
    if (empty == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "empty", empty) < 0) {
        Py_DECREF(empty);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "instance_of_a_spec_in_the_module",
    .m_size = 0,
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_instance_of_a_spec_in_the_module(void)
{
    return PyModuleDef_Init(&shelf_module);
}
