/* What only the init function was written with goes; what an #if asks for, or something else names, stays. */
#include <Python.h>

#define QUIETLY NULL
#ifdef QUIETLY
static const char *const mode = "quiet";
#else
static const char *const mode = "loud";
#endif

#define EMPTY NULL

static PyObject *
get_mode(PyObject *self, PyObject *args)
{
    return mode == EMPTY ? NULL : PyUnicode_FromString(mode);
}

static PyMethodDef methods[] = {
    {"get_mode", get_mode, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int macros_that_lose_their_last_name_exec(PyObject *module);

static PyModuleDef_Slot macros_that_lose_their_last_name_slots[] = {
    {Py_mod_exec, macros_that_lose_their_last_name_exec},
    {0, NULL}
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "macros_that_lose_their_last_name", .m_methods = methods, .m_size = 0,
    .m_slots = macros_that_lose_their_last_name_slots,
};

static int
macros_that_lose_their_last_name_exec(PyObject *module)
{
    if (PyModule_AddStringConstant(module, "mode", mode) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, "size", 1) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_macros_that_lose_their_last_name(void)
{
    return PyModuleDef_Init(&def);
}
