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
	Py_XDECREF(self->item);
	Py_TYPE(self)->tp_free((PyObject *)self);
}

PyObject *
Box_get(Box *self, PyObject *Py_UNUSED(ignored))
{
	Py_INCREF(self->item);
	return self->item;
}

static struct PyModuleDef tables_module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "types_in_a_file_of_tables",
	.m_size = -1,
};

PyMODINIT_FUNC
PyInit_types_in_a_file_of_tables(void)
{
	PyObject *m;

	if (PyType_Ready(&Box_Type) < 0)
		return NULL;
	m = PyModule_Create(&tables_module);
	if (m == NULL)
		return NULL;
	Py_INCREF(&Box_Type);
	if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
		Py_DECREF(&Box_Type);
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
