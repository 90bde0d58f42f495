#include <Python.h>

/* The first of two units. Both have a static function named check_size and a global named limit. */

PyObject *read_chunk(PyObject *self, PyObject *args);

static PyObject *SizeError;
static PyObject *limit;

static int check_size(PyObject *size)
{
	int larger = PyObject_RichCompareBool(size, limit, Py_GT);

	if (larger > 0)
		PyErr_Format(SizeError, "%R is larger than %R", size, limit);
	return larger == 0 ? 0 : -1;
}

static PyObject *write_chunk(PyObject *self, PyObject *args)
{
	PyObject *size;

	if (!PyArg_ParseTuple(args, "O!:write_chunk", &PyLong_Type, &size))
		return NULL;
	if (check_size(size) < 0)
		return NULL;
	return PyUnicode_FromFormat("wrote %S", size);
}

static PyObject *set_limit(PyObject *self, PyObject *value)
{
	PyObject *old = limit;

	if (!PyLong_Check(value)) {
		PyErr_SetString(PyExc_TypeError, "an int is required");
		return NULL;
	}
	Py_INCREF(value);
	limit = value;
	return old;
}

static PyMethodDef functions[] = {
	{ "write_chunk", write_chunk, METH_VARARGS, NULL },
	{ "read_chunk", read_chunk, METH_VARARGS, NULL },
	{ "set_limit", set_limit, METH_O, "Set the limit for writing; return the old one." },
	{ NULL, NULL, 0, NULL },
};

static struct PyModuleDef module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "same_named_statics_in_two_units",
	.m_size = -1,
	.m_methods = functions,
};

PyMODINIT_FUNC PyInit_same_named_statics_in_two_units(void)
{
	PyObject *m = PyModule_Create(&module);

	if (m == NULL)
		return NULL;
	limit = PyLong_FromLong(100);
	SizeError = PyErr_NewException("same_named_statics_in_two_units.SizeError", PyExc_ValueError, NULL);
	if (limit == NULL || SizeError == NULL)
		goto fail;
	Py_INCREF(SizeError);
	if (PyModule_AddObject(m, "SizeError", SizeError) < 0) {
		Py_DECREF(SizeError);
		goto fail;
	}
	return m;

fail:
	Py_DECREF(m);
	return NULL;
}
