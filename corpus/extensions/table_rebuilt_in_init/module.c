#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

/* Base 32, Crockford's alphabet. The table for decoding is built when the module starts. */

#define BAD 0xff

static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
static unsigned char digit_table[256];

/* What each digit counts for in a checksum. */
static int weights[32];

static PyObject *Base32Error;

static void setup_digit_table(void)
{
	int i;

	memset(digit_table, BAD, sizeof(digit_table));
	for (i = 0; i < 32; i++) {
		digit_table[(unsigned char)alphabet[i]] = (unsigned char)i;
		if (alphabet[i] >= 'A')
			digit_table[(unsigned char)(alphabet[i] + 'a' - 'A')] = (unsigned char)i;
	}
	digit_table['O'] = digit_table['o'] = 0;
	digit_table['I'] = digit_table['i'] = digit_table['L'] = digit_table['l'] = 1;
}

static PyObject *decode(PyObject *self, PyObject *args)
{
	const char *text;
	Py_ssize_t size, i;
	unsigned long long value = 0;

	if (!PyArg_ParseTuple(args, "s#:decode", &text, &size))
		return NULL;
	for (i = 0; i < size; i++) {
		unsigned char digit = digit_table[(unsigned char)text[i]];

		if (digit == BAD) {
			PyErr_Format(Base32Error, "bad digit at %zd", i);
			return NULL;
		}
		value = value << 5 | digit;
	}
	return PyLong_FromUnsignedLongLong(value);
}

static PyObject *encode(PyObject *self, PyObject *args)
{
	char buffer[14], *here = buffer + sizeof(buffer);
	unsigned long long value;

	if (!PyArg_ParseTuple(args, "K:encode", &value))
		return NULL;
	do {
		*--here = alphabet[value & 31];
		value >>= 5;
	} while (value != 0);
	return PyUnicode_FromStringAndSize(here, buffer + sizeof(buffer) - here);
}

static PyObject *checksum(PyObject *self, PyObject *args)
{
	unsigned long long value;
	long sum = 0;

	if (!PyArg_ParseTuple(args, "K:checksum", &value))
		return NULL;
	for (; value != 0; value >>= 5)
		sum += weights[value & 31];
	return PyLong_FromLong(sum % 37);
}

static PyMethodDef functions[] = {
	{"decode",	decode,	METH_VARARGS,	"decode(text) -> int"},
	{"encode",	encode,	METH_VARARGS,	"encode(int) -> text"},
	{"checksum",	checksum,	METH_VARARGS,	"checksum(int) -> int"},
	{NULL,		NULL,	0,		NULL}
};

static struct PyModuleDef base32 = {
	PyModuleDef_HEAD_INIT,
	"table_rebuilt_in_init",
	"Base 32 numbers.",
	-1,
	functions
};

PyMODINIT_FUNC PyInit_table_rebuilt_in_init(void)
{
	PyObject *m;
	int i;

	setup_digit_table();
	for (i = 0; i < 32; i++) {
		weights[i] = 1;
		while (weights[i] < 20 * i)
			weights[i] *= 3;
	}
	m = PyModule_Create(&base32);
	if (m == NULL)
		return NULL;
	Base32Error = PyErr_NewException("table_rebuilt_in_init.Base32Error", PyExc_ValueError, NULL);
	if (Base32Error == NULL) {
		Py_DECREF(m);
		return NULL;
	}
	Py_INCREF(Base32Error);
	if (PyModule_AddObject(m, "Base32Error", Base32Error) < 0) {
		Py_DECREF(Base32Error);
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
