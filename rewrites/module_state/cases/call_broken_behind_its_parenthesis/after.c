#include <Python.h>

typedef struct {
	/* Lines go on below the parenthesis that opens their list. */
	PyObject *entry_error;
} broken_state;

static inline broken_state *get_broken_state(PyObject *module)
{
	void *state = PyModule_GetState(module);
	assert(state != NULL);
	return (broken_state *)state;
}

static PyObject *dirstate_entry_from_parts(broken_state *module_state, char state,
                                           int mode, int size, int mtime)
{
	if (size < 0) {
		PyErr_SetString(module_state->entry_error,
		                "a size can't be negative");
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
		broken_state *state = get_broken_state(self);

		if (mode) {
			entry = (PyObject *)dirstate_entry_from_parts(
				state, 'n', mode, size, mtime);
		}
		else {
			entry = (PyObject *)dirstate_entry_from_parts(
				state, 'a', mode, size * 100,
				mtime + mode);
		}
	}
	return entry;
}

static PyMethodDef methods[] = {
	{"parse", parse, METH_VARARGS, NULL},
	{NULL, NULL, 0, NULL}
};

static int broken_traverse(PyObject *module, visitproc visit, void *arg)
{
	broken_state *state = get_broken_state(module);
	Py_VISIT(state->entry_error);
	return 0;
}

static int broken_clear(PyObject *module)
{
	broken_state *state = get_broken_state(module);
	Py_CLEAR(state->entry_error);
	return 0;
}

static void broken_free(void *module)
{
	broken_clear((PyObject *)module);
}

static struct PyModuleDef module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "broken",
	.m_size = sizeof(broken_state),
	.m_methods = methods,
	.m_traverse = broken_traverse,
	.m_clear = broken_clear,
	.m_free = broken_free,
};

PyMODINIT_FUNC PyInit_broken(void)
{
	broken_state *state;
	PyObject *m = PyModule_Create(&module);

	if (m == NULL)
		return NULL;
	state = get_broken_state(m);
	state->entry_error = PyErr_NewException("broken.error", NULL, NULL);
	Py_XINCREF(state->entry_error);
	if (PyModule_AddObject(m, "error", state->entry_error) < 0) {
		Py_XDECREF(state->entry_error);
		Py_CLEAR(state->entry_error);
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
