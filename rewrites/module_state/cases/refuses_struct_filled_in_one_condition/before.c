#include <Python.h>

static struct {
    PyObject *name_00;
    PyObject *name_01;
    PyObject *name_02;
    PyObject *name_03;
    PyObject *name_04;
    PyObject *name_05;
    PyObject *name_06;
    PyObject *name_07;
    PyObject *name_08;
    PyObject *name_09;
    PyObject *name_10;
    PyObject *name_11;
    PyObject *name_12;
    PyObject *name_13;
    PyObject *name_14;
    PyObject *name_15;
    PyObject *name_16;
    PyObject *name_17;
    PyObject *name_18;
    PyObject *name_19;
    PyObject *name_20;
    PyObject *name_21;
    PyObject *name_22;
    PyObject *name_23;
} names;

static PyObject *
first(PyObject *module, PyObject *Py_UNUSED(args))
{
    Py_INCREF(names.name_00);
    return names.name_00;
}

static int
make_names(void)
{
    if ((!names.name_00 && !(names.name_00 = PyUnicode_FromString("name_00")))
        || (!names.name_01 && !(names.name_01 = PyUnicode_FromString("name_01")))
        || (!names.name_02 && !(names.name_02 = PyUnicode_FromString("name_02")))
        || (!names.name_03 && !(names.name_03 = PyUnicode_FromString("name_03")))
        || (!names.name_04 && !(names.name_04 = PyUnicode_FromString("name_04")))
        || (!names.name_05 && !(names.name_05 = PyUnicode_FromString("name_05")))
        || (!names.name_06 && !(names.name_06 = PyUnicode_FromString("name_06")))
        || (!names.name_07 && !(names.name_07 = PyUnicode_FromString("name_07")))
        || (!names.name_08 && !(names.name_08 = PyUnicode_FromString("name_08")))
        || (!names.name_09 && !(names.name_09 = PyUnicode_FromString("name_09")))
        || (!names.name_10 && !(names.name_10 = PyUnicode_FromString("name_10")))
        || (!names.name_11 && !(names.name_11 = PyUnicode_FromString("name_11")))
        || (!names.name_12 && !(names.name_12 = PyUnicode_FromString("name_12")))
        || (!names.name_13 && !(names.name_13 = PyUnicode_FromString("name_13")))
        || (!names.name_14 && !(names.name_14 = PyUnicode_FromString("name_14")))
        || (!names.name_15 && !(names.name_15 = PyUnicode_FromString("name_15")))
        || (!names.name_16 && !(names.name_16 = PyUnicode_FromString("name_16")))
        || (!names.name_17 && !(names.name_17 = PyUnicode_FromString("name_17")))
        || (!names.name_18 && !(names.name_18 = PyUnicode_FromString("name_18")))
        || (!names.name_19 && !(names.name_19 = PyUnicode_FromString("name_19")))
        || (!names.name_20 && !(names.name_20 = PyUnicode_FromString("name_20")))
        || (!names.name_21 && !(names.name_21 = PyUnicode_FromString("name_21")))
        || (!names.name_22 && !(names.name_22 = PyUnicode_FromString("name_22")))
        || (!names.name_23 && !(names.name_23 = PyUnicode_FromString("name_23")))) {
        return -1;
    }
    return 0;
}

static PyMethodDef names_methods[] = {
    {"first", first, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT, "names", NULL, -1, names_methods
};

PyMODINIT_FUNC
PyInit_names(void)
{
    if (make_names() < 0) {
        return NULL;
    }
    return PyModule_Create(&names_module);
}
