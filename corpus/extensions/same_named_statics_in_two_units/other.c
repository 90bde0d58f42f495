#include <Python.h>

/* The second unit: same names, other things, and nothing of Python's is kept. */

static const long limit = 4096;

static int check_size(long size)
{
	if (size < 0 || size > limit) {
		PyErr_Format(PyExc_OverflowError, "can't read %ld bytes", size);
		return -1;
	}
	return 0;
}

PyObject *read_chunk(PyObject *self, PyObject *args)
{
	long size;

	if (!PyArg_ParseTuple(args, "l:read_chunk", &size))
		return NULL;
	if (check_size(size) < 0)
		return NULL;
	return PyUnicode_FromFormat("read %ld", size);
}
