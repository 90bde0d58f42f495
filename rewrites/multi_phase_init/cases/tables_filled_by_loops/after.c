#include <Python.h>
#include <string.h>

static char reversed[256];
static signed char digits[2][128];
static int squares[16], cubes[16];
static char marks[4];
static int last_square;

static inline void
setup_table(char *table, char kind)
{
    Py_ssize_t k;

    for (k = 0; k < 256; k++) {
        switch (kind) {
        case 'r': table[k] = (char)(255 - k);  break;
        default: Py_UNREACHABLE();
        }
    }
}

static PyObject *
look(PyObject *self, PyObject *arg)
{
    long i = PyLong_AsLong(arg);

    if (i < 0 || i > 3)
        return PyErr_Occurred() ? NULL : PyLong_FromLong(-1);
    return PyLong_FromLong(reversed[i] + digits[0][i] + squares[i] + cubes[i] + marks[i] + last_square);
}

static PyMethodDef functions[] = {
    {"look", look, METH_O, NULL},
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

/* Others may use reversed when another module is initialised. */
static int reversed_filled;

/* Others may use digits when another module is initialised. */
static int digits_filled;

/* Others may use cubes when another module is initialised. */
static int cubes_filled;

static int
module_exec(PyObject *module)
{
    int i, n, m;

    /* Maps each byte to its reversed. */
    if (!reversed_filled) {
        setup_table(reversed, 'r');
        reversed_filled = 1;
    }

    if (!digits_filled) {
        memset(digits, 0xff, sizeof digits);
        /* Both halves are alike. */
        for (i = 0; i < 10; i++) {
            digits[0]['0' + i] = i;

            digits[1]['0' + i] = i;
        }
        digits_filled = 1;
    }

    /* What is left in n is read below. */
    for (n = 0; n < 16; n++)
        squares[n] = n * n;
    last_square = squares[n - 1];

    if (!cubes_filled) {
        for (m = 0; m < 16; m++)
            cubes[m] = m * m * m;
        cubes_filled = 1;
    }
    m = 0;

    /* Each module adds its own. */
    for (i = 0; i < 4; i++) {
        marks[i] = 1;
        if (PyModule_AddIntConstant(module, i ? "some" : "none", i) < 0)
            return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
