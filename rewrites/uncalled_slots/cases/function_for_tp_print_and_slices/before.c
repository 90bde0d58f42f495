#include <Python.h>

typedef struct {
    PyObject_HEAD
    double radians;
} Angle;

static PyTypeObject AngleType;
static int Angle_print(PyObject *self, FILE *fp, int flags);

static char *
Angle_format(PyObject *self)
{
    static char buffer[32];

    PyOS_snprintf(buffer, sizeof(buffer), "%g", ((Angle *)self)->radians);
    return buffer;
}

static void
put_angle(FILE *fp, PyObject *self)
{
    fputs(Angle_format(self), fp);
}

/* Used by print under Python 2. */
static int
Angle_print(PyObject *self, FILE *fp, int flags)
{
    put_angle(fp, self);
    return 0;
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

static PyObject *
Angle_slice(PyObject *self, Py_ssize_t low, Py_ssize_t high)
{
    return PyLong_FromSsize_t(high - low);
}

static PySequenceMethods Angle_as_sequence = {
    Angle_length,               /* sq_length */
    0,                          /* sq_concat */
    0,                          /* sq_repeat */
    0,                          /* sq_item */
    Angle_slice,                /* sq_slice */
    0,                          /* sq_ass_item */
};

static PyTypeObject AngleType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "box.Angle",                /* tp_name */
    sizeof(Angle),              /* tp_basicsize */
    0,                          /* tp_itemsize */
    0,                          /* tp_dealloc */
    Angle_print,                /* tp_print */
    0,                          /* tp_getattr */
    0,                          /* tp_setattr */
    0,                          /* tp_compare */
    0,                          /* tp_repr */
    0,                          /* tp_as_number */
    &Angle_as_sequence,         /* tp_as_sequence */
    0,                          /* tp_as_mapping */
    0,                          /* tp_hash */
    0,                          /* tp_call */
    Angle_str,                  /* tp_str */
    0,                          /* tp_getattro */
    0,                          /* tp_setattro */
    0,                          /* tp_as_buffer */
    Py_TPFLAGS_DEFAULT,         /* tp_flags */
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);

    if (m == NULL)
        return NULL;
    AngleType.tp_new = PyType_GenericNew;
    if (PyType_Ready(&AngleType) < 0)
        return NULL;
    Py_INCREF(&AngleType);
    PyModule_AddObject(m, "Angle", (PyObject *)&AngleType);
    return m;
}
