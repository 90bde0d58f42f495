#include "types.h"

namespace shelf
{

bool
init_names(cpp_definition_in_a_namespace_state *state)
{
    if (state->made) {
        return true;
    }
    state->full_str = PyUnicode_InternFromString("full");
    if (state->full_str == NULL) {
        return false;
    }
    state->made = true;
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
    cpp_definition_in_a_namespace_state *state =
        get_cpp_definition_in_a_namespace_state_by_type(Py_TYPE(self));

    if (!PyObject_TypeCheck(other, state->Box_type)) {
        PyErr_SetString(PyExc_TypeError, "not a box");
        return NULL;
    }
    if (reinterpret_cast<Box *>(other)->lids.large <= self->lids.large) {
        Py_INCREF(state->full_str);
        return state->full_str;
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

PyType_Spec Box::spec = {
    "cpp_definition_in_a_namespace.Box",
    sizeof(Box),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    Box_slots,
};

bool
Box::ready(cpp_definition_in_a_namespace_state *state, PyObject *module)
{
    state->Box_type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state->Box_type != NULL;
}

} // namespace shelf
