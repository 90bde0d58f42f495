#include "boxes.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyMethodDef Box_methods[] = {
	{"get", (PyCFunction)Box_get, METH_NOARGS, "What is in it."},
	{NULL, NULL, 0, NULL}
};

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(self));
	Py_VISIT(self->item);
	return 0;
}

static PyType_Slot Box_slots[] = {
	{Py_tp_dealloc, Box_dealloc},
	{Py_tp_methods, Box_methods},
	{Py_tp_new, Box_new},
	{Py_tp_traverse, Box_traverse},
	{0, NULL},
};

PyType_Spec Box_spec = {
	.name = "types_in_a_file_of_tables.Box",
	.basicsize = sizeof(Box),
	.flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
	          Py_TPFLAGS_IMMUTABLETYPE),
	.slots = Box_slots,
};
