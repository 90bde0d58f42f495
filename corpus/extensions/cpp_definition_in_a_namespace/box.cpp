#include "types.h"

namespace shelf
{

static PyObject *full_str;

bool
init_names()
{
    static bool made = false;
    if (made) {
        return true;
    }
    full_str = PyUnicode_InternFromString("full");
    if (full_str == NULL) {
        return false;
    }
    made = true;
    return true;
}

namespace
{

int
Box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    int large = 0;

    if (!PyArg_ParseTuple(args, "|i", &large)) {
        return -1;
    }
    self->lids.large = large;
    return 0;
}

void
Box_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

PyObject *
Box_pop(Box *self, PyObject *other)
{
    if (!PyObject_TypeCheck(other, Box::type)) {
        PyErr_SetString(PyExc_TypeError, "not a box");
        return NULL;
    }
    if (reinterpret_cast<Box *>(other)->lids.large <= self->lids.large) {
        Py_INCREF(full_str);
        return full_str;
    }
    return PyLong_FromLong(self->lids.large);
}

PyMethodDef Box_methods[] = {
    {"pop", (PyCFunction)Box_pop, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

PyType_Slot Box_slots[] = {
    {Py_tp_init, (void *)Box_init},
    {Py_tp_dealloc, (void *)Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

} // namespace

PyTypeObject *Box::type = NULL;

PyType_Spec Box::spec = {
    "cpp_definition_in_a_namespace.Box",
    sizeof(Box),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    Box_slots,
};

bool
Box::ready()
{
    type = (PyTypeObject *)PyType_FromSpec(&spec);
    return type != NULL;
}

} // namespace shelf
