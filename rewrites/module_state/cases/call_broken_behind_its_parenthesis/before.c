#include <Python.h>

/* Lines go on below the parenthesis that opens their list. */
static PyObject *entry_error;

static PyObject *dirstate_entry_from_parts(char state, int mode, int size,
                                           int mtime)
{
	if (size < 0) {
		PyErr_SetString(entry_error, "a size can't be negative");
		return NULL;
	}
	return Py_BuildValue("Ciii", state, mode, size,
	                     mtime);
}

static PyObject *parse(PyObject *self, PyObject *args)
{
	PyObject *entry = NULL;
	int mode, size, mtime;

	if (PyArg_ParseTuple(args, "iii", &mode, &size, &mtime)) {
		if (mode) {
			entry = (PyObject *)dirstate_entry_from_parts('n', mode,
			                                              size, mtime);
		}
		else {
			entry = (PyObject *)dirstate_entry_from_parts('a', mode,
			                                              size * 100,
			                                              mtime + mode);
		}
	}
	return entry;
}

static PyMethodDef methods[] = {
	{"parse", parse, METH_VARARGS, NULL},
	{NULL, NULL, 0, NULL}
};

static struct PyModuleDef module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "broken",
	.m_size = -1,
	.m_methods = methods,
};

PyMODINIT_FUNC PyInit_broken(void)
{
	PyObject *m = PyModule_Create(&module);

	if (m == NULL)
		return NULL;
	entry_error = PyErr_NewException("broken.error", NULL, NULL);
	Py_XINCREF(entry_error);
	if (PyModule_AddObject(m, "error", entry_error) < 0) {
		Py_XDECREF(entry_error);
		Py_CLEAR(entry_error);
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
