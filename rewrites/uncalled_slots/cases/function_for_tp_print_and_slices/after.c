#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    double radians;
} Angle;

static char *
Angle_format(PyObject *self)
{
    static char buffer[32];

    PyOS_snprintf(buffer, sizeof(buffer), "%g", ((Angle *)self)->radians);
    return buffer;
}

static PyObject *
Angle_str(PyObject *self)
{
    return PyUnicode_FromString(Angle_format(self));
}

static Py_ssize_t
Angle_length(PyObject *self)
{
    return 1;
}

static PyType_Slot Angle_slots[] = {
    {Py_tp_str, Angle_str},
    {Py_sq_length, Angle_length},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Angle_spec = {
    .name = "box.Angle",
    .basicsize = sizeof(Angle),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Angle_slots,
};

static int box_exec(PyObject *m);

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, box_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, 0, NULL, box_slots
};

static int
box_exec(PyObject *m)
{
    PyTypeObject *AngleType =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Angle_spec, NULL);
    if (AngleType == NULL)
        return -1;
    PyModule_AddObject(m, "Angle", (PyObject *)AngleType);
    return 0;
}

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
