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

/* The process calls say_bye as often as it was registered. */
static int say_bye_registered;

static int
prepare(PyObject *module)
{
    if (!say_bye_registered) {
        atexit(&say_bye);
        say_bye_registered = 1;
    }
    return PyModule_AddIntConstant(module, "prepared", 1);
}

static int module_exec(PyObject *m);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, 0,
    NULL, module_slots};

/* The process calls drop_table as often as it was registered. */
static int drop_table_registered;

static int
module_exec(PyObject *m)
{
    if (!drop_table_registered && Py_AtExit(drop_table) < 0)
        return -1;
    drop_table_registered = 1;
    if (!asked && atexit(say_more))
        return -1;
    if (!asked) {
        atexit(say_last);
        asked = 1;
    }
    if (prepare(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&def);
}
