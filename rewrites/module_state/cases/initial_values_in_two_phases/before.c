/* Each module starts with what the variables started with. */

#include <Python.h>

static int limit = 10;
static PyObject *kept[2];
static struct {
    PyObject *name;
    const char *text;
} mode = {NULL, "fast"};

static PyObject *
keep(PyObject *self, PyObject *arg)
{
    limit++;
    Py_INCREF(arg);
    Py_XSETREF(kept[limit % 2], arg);
    return PyUnicode_FromFormat("%d %U", limit, mode.name);
}

static PyMethodDef functions[] = {{"keep", keep, METH_O, NULL}, {NULL}};

static int
fill(PyObject *module)
{
    mode.name = PyUnicode_InternFromString(mode.text);
    if (mode.name == NULL)
        return -1;
    return PyModule_AddIntConstant(module, "limit", limit);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = 0,
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&def);
}
