#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

/* Base 32, Crockford's alphabet. The table for decoding is built when the module starts. */

#define BAD 0xff

static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
static unsigned char digit_table[256];

/* What each digit counts for in a checksum. */
static int weights[32];

typedef struct {
	PyObject *Base32Error;
} table_rebuilt_in_init_state;

static inline table_rebuilt_in_init_state *get_table_rebuilt_in_init_state(PyObject *module)
{
	void *state = PyModule_GetState(module);
	assert(state != NULL);
	return (table_rebuilt_in_init_state *)state;
}

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
			table_rebuilt_in_init_state *state =
				get_table_rebuilt_in_init_state(self);

			PyErr_Format(state->Base32Error, "bad digit at %zd", i);
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

static int table_rebuilt_in_init_traverse(PyObject *module, visitproc visit, void *arg)
{
	table_rebuilt_in_init_state *state = get_table_rebuilt_in_init_state(module);
	Py_VISIT(state->Base32Error);
	return 0;
}

static int table_rebuilt_in_init_clear(PyObject *module)
{
	table_rebuilt_in_init_state *state = get_table_rebuilt_in_init_state(module);
	Py_CLEAR(state->Base32Error);
	return 0;
}

static void table_rebuilt_in_init_free(void *module)
{
	table_rebuilt_in_init_clear((PyObject *)module);
}

static int table_rebuilt_in_init_exec(PyObject *m);

static PyModuleDef_Slot table_rebuilt_in_init_slots[] = {
	{Py_mod_exec, table_rebuilt_in_init_exec},
#if PY_VERSION_HEX >= 0x030C0000
	{Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
	{0, NULL}
};

static struct PyModuleDef base32 = {
	PyModuleDef_HEAD_INIT,
	"table_rebuilt_in_init",
	"Base 32 numbers.",
	sizeof(table_rebuilt_in_init_state),
	functions,
	table_rebuilt_in_init_slots,
	table_rebuilt_in_init_traverse,
	table_rebuilt_in_init_clear,
	table_rebuilt_in_init_free
};

/* Others may use digit_table when another module is initialised. */
static int digit_table_filled;

/* Others may use weights when another module is initialised. */
static int weights_filled;

static int table_rebuilt_in_init_exec(PyObject *m)
{
	table_rebuilt_in_init_state *state = get_table_rebuilt_in_init_state(m);
	int i;

	if (!digit_table_filled) {
		setup_digit_table();
		digit_table_filled = 1;
	}
	if (!weights_filled) {
		for (i = 0; i < 32; i++) {
			weights[i] = 1;
			while (weights[i] < 20 * i)
				weights[i] *= 3;
		}
		weights_filled = 1;
	}
	state->Base32Error = PyErr_NewException("table_rebuilt_in_init.Base32Error",
	                                        PyExc_ValueError, NULL);
	if (state->Base32Error == NULL) {
		return -1;
	}
	Py_INCREF(state->Base32Error);
	if (PyModule_AddObject(m, "Base32Error", state->Base32Error) < 0) {
		Py_DECREF(state->Base32Error);
		return -1;
	}
	return 0;
}

PyMODINIT_FUNC PyInit_table_rebuilt_in_init(void)
{
	return PyModuleDef_Init(&base32);
}
