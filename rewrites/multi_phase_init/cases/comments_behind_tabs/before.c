#include <Python.h>

static PyMethodDef methods[] = {
	{NULL, NULL, 0, NULL}
};

static struct PyModuleDef buses = {
	PyModuleDef_HEAD_INIT,
	"buses",			/* m_name */
	NULL,				/* m_doc */
	-1,				/* m_size */
	methods,			/* m_methods */
	NULL,				/* m_reload */
	NULL,				/* m_traverse */
	NULL,				/* m_clear */
	NULL,				/* m_free */
};

PyMODINIT_FUNC
PyInit_buses(void)
{
	PyObject *m = PyModule_Create(&buses);

	if (m == NULL)
		return NULL;
	PyModule_AddIntConstant(m, "level", 9);
	return m;
}
