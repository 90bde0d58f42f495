/* What the process calls at its end is registered once, however many modules are made. */

#include <Python.h>
#include <stdlib.h>

static char *table;
static int asked;

static void
drop_table(void)
{
    free(table);
    table = NULL;
}

static void
say_bye(void)
{
}

static void
say_more(void)
{
}

static void
say_last(void)
{
}

static int
prepare(PyObject *module)
{
    atexit(&say_bye);
    return PyModule_AddIntConstant(module, "prepared", 1);
}

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    if (Py_AtExit(drop_table) < 0)
        return NULL;
    if (!asked && atexit(say_more))
        return NULL;
    if (!asked) {
        atexit(say_last);
        asked = 1;
    }
    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    if (prepare(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
