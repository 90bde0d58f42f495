#include <Python.h>

/* The first of two units. Both have a static function named check_size and a global named limit. */

PyObject *read_chunk(PyObject *self, PyObject *args);

typedef struct {
	PyObject *SizeError;
	PyObject *limit;
} same_named_statics_in_two_units_state;

static inline same_named_statics_in_two_units_state *
get_same_named_statics_in_two_units_state(PyObject *module)
{
	void *state = PyModule_GetState(module);
	assert(state != NULL);
	return (same_named_statics_in_two_units_state *)state;
}

static int check_size(same_named_statics_in_two_units_state *state, PyObject *size)
{
	int larger = PyObject_RichCompareBool(size, state->limit, Py_GT);

	if (larger > 0)
		PyErr_Format(state->SizeError, "%R is larger than %R", size, state->limit);
	return larger == 0 ? 0 : -1;
}

static PyObject *write_chunk(PyObject *self, PyObject *args)
{
	same_named_statics_in_two_units_state *state = get_same_named_statics_in_two_units_state(self);
	PyObject *size;

	if (!PyArg_ParseTuple(args, "O!:write_chunk", &PyLong_Type, &size))
		return NULL;
	if (check_size(state, size) < 0)
		return NULL;
	return PyUnicode_FromFormat("wrote %S", size);
}

static PyObject *set_limit(PyObject *self, PyObject *value)
{
	same_named_statics_in_two_units_state *state = get_same_named_statics_in_two_units_state(self);
	PyObject *old = state->limit;

	if (!PyLong_Check(value)) {
		PyErr_SetString(PyExc_TypeError, "an int is required");
		return NULL;
	}
	Py_INCREF(value);
	state->limit = value;
	return old;
}

static PyMethodDef functions[] = {
	{ "write_chunk", write_chunk, METH_VARARGS, NULL },
	{ "read_chunk", read_chunk, METH_VARARGS, NULL },
	{ "set_limit", set_limit, METH_O, "Set the limit for writing; return the old one." },
	{ NULL, NULL, 0, NULL },
};

static int same_named_statics_in_two_units_traverse(PyObject *module, visitproc visit, void *arg)
{
	same_named_statics_in_two_units_state *state = get_same_named_statics_in_two_units_state(module);
	Py_VISIT(state->SizeError);
	Py_VISIT(state->limit);
	return 0;
}

static int same_named_statics_in_two_units_clear(PyObject *module)
{
	same_named_statics_in_two_units_state *state = get_same_named_statics_in_two_units_state(module);
	Py_CLEAR(state->SizeError);
	Py_CLEAR(state->limit);
	return 0;
}

static void same_named_statics_in_two_units_free(void *module)
{
	same_named_statics_in_two_units_clear((PyObject *)module);
}

static int same_named_statics_in_two_units_exec(PyObject *m);

static PyModuleDef_Slot same_named_statics_in_two_units_slots[] = {
	{Py_mod_exec, same_named_statics_in_two_units_exec},
#if PY_VERSION_HEX >= 0x030C0000
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
	{0, NULL}
};

static struct PyModuleDef module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "same_named_statics_in_two_units",
	.m_size = sizeof(same_named_statics_in_two_units_state),
	.m_methods = functions,
	.m_traverse = same_named_statics_in_two_units_traverse,
	.m_clear = same_named_statics_in_two_units_clear,
	.m_free = same_named_statics_in_two_units_free,
	.m_slots = same_named_statics_in_two_units_slots,
};

static int same_named_statics_in_two_units_exec(PyObject *m)
{
	same_named_statics_in_two_units_state *state = get_same_named_statics_in_two_units_state(m);

	state->limit = PyLong_FromLong(100);
	state->SizeError = PyErr_NewException("same_named_statics_in_two_units.SizeError", PyExc_ValueError,
	                                      NULL);
	if (state->limit == NULL || state->SizeError == NULL)
		goto fail;
	Py_INCREF(state->SizeError);
	if (PyModule_AddObject(m, "SizeError", state->SizeError) < 0) {
		Py_DECREF(state->SizeError);
		goto fail;
	}
	return 0;

fail:
	return -1;
}

PyMODINIT_FUNC PyInit_same_named_statics_in_two_units(void)
{
	return PyModuleDef_Init(&module);
}
