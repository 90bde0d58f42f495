#include "boxes.h"

static PyMethodDef Box_methods[] = {
	{"get", (PyCFunction)Box_get, METH_NOARGS, "What is in it."},
	{NULL, NULL, 0, NULL}
};

PyTypeObject Box_Type = {
	PyVarObject_HEAD_INIT(NULL, 0)
	.tp_name = "types_in_a_file_of_tables.Box",
	.tp_basicsize = sizeof(Box),
	.tp_flags = Py_TPFLAGS_DEFAULT,
	.tp_dealloc = (destructor)Box_dealloc,
	.tp_methods = Box_methods,
	.tp_new = Box_new,
};
