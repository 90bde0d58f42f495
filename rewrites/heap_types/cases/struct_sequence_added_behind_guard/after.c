/* What is done behind the guard with the type, such as adding it to the module, is done for that of each module. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyStructSequence_Field spot_fields[] = {{"x", NULL}, {"y", NULL}, {NULL, NULL}};
static PyStructSequence_Desc spot_desc = {"chart.spot", "A place.", spot_fields, 2};
static PyStructSequence_Desc line_desc = {"chart.line", "From here to there.", spot_fields, 2};

static PyTypeObject *SpotType;
static PyTypeObject *LineType;

static PyObject *
spot(PyObject *self, PyObject *unused)
{
    return PyStructSequence_New(SpotType);
}

static PyMethodDef chart_functions[] = {
    {"spot", spot, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef chart_module = {
    PyModuleDef_HEAD_INIT, "chart", NULL, -1, chart_functions
};

static int
add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    return PyModule_AddObject(module, name, (PyObject *)type);
}

PyMODINIT_FUNC
PyInit_chart(void)
{
    PyObject *m = PyModule_Create(&chart_module);

    if (m == NULL) {
        return NULL;
    }
    SpotType = PyStructSequence_NewType(&spot_desc);
    if (SpotType == NULL) {
        return NULL;
    }
    SpotType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    add_type(m, "spot", SpotType);
    LineType = PyStructSequence_NewType(&line_desc);
    if (LineType == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    LineType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    if (add_type(m, "line", LineType) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
