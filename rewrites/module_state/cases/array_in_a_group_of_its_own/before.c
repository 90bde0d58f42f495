#include <Python.h>

/* What stands in groups of its own becomes fields for all builds, with what is said of it there. */

static PyObject *utc;

#if MODULE_KEEPS_ZONES
/* 29 zones:
 *
 * 14 is the one in the middle.
 */
static PyObject *zones[29] = {NULL};
#endif

#ifdef Py_PYTHON_H
/* Two ends. */
static PyObject *ends[2];
#endif

static PyObject *
zone(PyObject *module, PyObject *args)
{
#if MODULE_KEEPS_ZONES
    if (zones[14] == NULL)
        zones[14] = PyLong_FromLong(3000);
    Py_XINCREF(zones[14]);
    return zones[14];
#else
    if (ends[1] == NULL)
        ends[1] = PyLong_FromLong(4000);
    Py_XINCREF(ends[1]);
    return Py_BuildValue("NO", ends[1], utc);
#endif
}

static PyMethodDef functions[] = {
    {"zone", zone, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    utc = PyLong_FromLong(3000);
    return module;
}
