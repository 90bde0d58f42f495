#include "shelf.h"

PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_in_another_unit.Lid",
    .tp_basicsize = sizeof(Part),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = shelf_dealloc,
};

PyObject *
lid(PyObject *Py_UNUSED(module), PyObject *whole)
{
    return shelf_part(&Lid_Type, whole);
}
