#include "boxes.h"

PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
	static char *kwlist[] = {"item", NULL};
	PyObject *item;
	Box *self;

	if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", kwlist, &item))
		return NULL;
	self = (Box *)type->tp_alloc(type, 0);
	if (self != NULL) {
		Py_INCREF(item);
		self->item = item;
	}
	return (PyObject *)self;
}

void
Box_dealloc(Box *self)
{
	PyTypeObject *tp = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	Py_XDECREF(self->item);
	tp->tp_free((PyObject *)self);
	Py_DECREF(tp);
}

PyObject *
Box_get(Box *self, PyObject *Py_UNUSED(ignored))
{
	Py_INCREF(self->item);
	return self->item;
}

static int types_in_a_file_of_tables_exec(PyObject *m);

static PyModuleDef_Slot types_in_a_file_of_tables_slots[] = {
	{Py_mod_exec, types_in_a_file_of_tables_exec},
#if PY_VERSION_HEX >= 0x030C0000
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
	{0, NULL}
};

static struct PyModuleDef tables_module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "types_in_a_file_of_tables",
	.m_size = 0,
	.m_slots = types_in_a_file_of_tables_slots,
};

static int
types_in_a_file_of_tables_exec(PyObject *m)
{
	PyTypeObject *Box_Type =
		(PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
	if (Box_Type == NULL)
		return -1;
	if (PyModule_AddObject(m, "Box", (PyObject *)Box_Type) < 0) {
		Py_DECREF(Box_Type);
		return -1;
	}
	return 0;
}

PyMODINIT_FUNC
PyInit_types_in_a_file_of_tables(void)
{
	return PyModuleDef_Init(&tables_module);
}
