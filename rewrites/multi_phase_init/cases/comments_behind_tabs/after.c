#include <Python.h>

static PyMethodDef methods[] = {
	{NULL, NULL, 0, NULL}
};

static int buses_exec(PyObject *m);

static PyModuleDef_Slot buses_slots[] = {
	{Py_mod_exec, buses_exec},
	{0, NULL}
};

static struct PyModuleDef buses = {
	PyModuleDef_HEAD_INIT,
	"buses",			/* m_name */
	NULL,				/* m_doc */
	0,				/* m_size */
	methods,			/* m_methods */
	buses_slots,			/* m_slots */
	NULL,				/* m_traverse */
	NULL,				/* m_clear */
	NULL,				/* m_free */
};

static int
buses_exec(PyObject *m)
{
	PyModule_AddIntConstant(m, "level", 9);
	return 0;
}

PyMODINIT_FUNC
PyInit_buses(void)
{
	return PyModuleDef_Init(&buses);
}
