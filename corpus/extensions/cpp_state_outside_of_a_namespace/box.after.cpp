#include "types.h"

namespace shelf
{

namespace
{

int
Box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "|i", &self->lids) ? 0 : -1;
}

void
Box_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

PyObject *
Box_fits(Box *self, PyObject *other)
{
    cpp_state_outside_of_a_namespace_state *state =
        get_cpp_state_outside_of_a_namespace_state_by_type(Py_TYPE(self));

    if (!Box::check(state, other)) {
        PyErr_SetString(PyExc_TypeError, "not a box");
        return NULL;
    }
    return PyBool_FromLong(reinterpret_cast<Box *>(other)->lids <= self->lids);
}

PyMethodDef Box_methods[] = {
    {"fits", (PyCFunction)Box_fits, METH_O, NULL},
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
    "cpp_state_outside_of_a_namespace.Box",
    sizeof(Box),
    0,
    Py_TPFLAGS_DEFAULT,
    Box_slots,
};

bool
Box::ready(cpp_state_outside_of_a_namespace_state *state, PyObject *module)
{
    state->Box_type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state->Box_type != NULL;
}

} // namespace shelf
