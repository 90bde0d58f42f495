#include <Python.h>

/* One table is filled whenever it is told, one only once by itself; what uses Python runs for each module. */

static unsigned char digits[256];
static unsigned char letters[256];
static int letters_known;
static double started;

static void
fill(unsigned char *table, int first, int last)
{
    int c;

    for (c = first; c <= last; c++)
        table[c] = (unsigned char)(c - first);
}

static void
fill_digits(void)
{
    int c;

    for (c = 0; c < 256; c++)
        digits[c] = 255;
    fill(digits, '0', '9');
}

static void
fill_letters(void)
{
    if (letters_known)
        return;
    fill(letters, 'a', 'z');
    letters_known = 1;
}

static void
note_start(void)
{
    started = PyOS_strtol("0", NULL, 10);
}

static PyObject *
value_of(PyObject *self, PyObject *arg)
{
    long c = PyLong_AsLong(arg);

    if (c < 0 || c > 255)
        return PyErr_Occurred() ? NULL : PyLong_FromLong(-1);
    return PyLong_FromDouble(digits[c] + letters[c] + started);
}

static PyMethodDef functions[] = {
    {"value_of", value_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, 0, functions, module_slots
};

/* Others may use digits when another module is initialised. */
static int digits_filled;

static int
module_exec(PyObject *module)
{
    if (!digits_filled) {
        fill_digits();
        digits_filled = 1;
    }
    fill_letters();
    note_start();
    if (PyModule_AddIntConstant(module, "base", 10) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
