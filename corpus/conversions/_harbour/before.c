#include <Python.h>
#include "structmember.h"

#define HOURS 24
#define DEEP 100

typedef struct {
    PyObject_HEAD
    PyObject *name;
} BerthObject;

static PyTypeObject Berth_Type;
static PyObject *Delay;         /* of the package harbour */
static PyObject *pilot;         /* whom the package appoints */

/* The same in the whole process, and computed once. */
static long *tides;
/* How often ships were moored, in the whole process. */
static long moored;

static int
fill_tides(void)
{
    if (tides != NULL) {
        return 0;
    }
    tides = PyMem_RawMalloc(HOURS * sizeof(long));
    if (tides == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (long hour = 0; hour < HOURS; hour++) {
        tides[hour] = hour * hour;
    }
    return 0;
}

static int
tide_at(PyObject *op, long *tide)
{
    long hour = PyLong_AsLong(op);
    if (hour == -1 && PyErr_Occurred()) {
        return -1;
    }
    if (hour < 0 || hour >= HOURS) {
        PyErr_SetString(PyExc_ValueError, "a day has 24 hours");
        return -1;
    }
    *tide = tides[hour];
    return 0;
}

static PyObject *
Berth_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *name;

    if (!PyArg_ParseTuple(args, "U:Berth", &name)) {
        return NULL;
    }
    BerthObject *self = (BerthObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(name);
    self->name = name;
    return (PyObject *)self;
}

static void
Berth_dealloc(BerthObject *self)
{
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Berth_moor(BerthObject *self, PyObject *hour)
{
    long tide;

    if (tide_at(hour, &tide) < 0) {
        return NULL;
    }
    if (tide > DEEP) {
        PyErr_Format(Delay, "tide of %ld at %U", tide, self->name);
        return NULL;
    }
    moored++;
    Py_RETURN_NONE;
}

static int
Berth_getbuffer(BerthObject *self, Py_buffer *view, int flags)
{
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(self->name, &size);
    if (text == NULL) {
        view->obj = NULL;
        return -1;
    }
    return PyBuffer_FillInfo(view, (PyObject *)self, (void *)text, size, 1, flags);
}

static PyBufferProcs Berth_as_buffer = {
    .bf_getbuffer = (getbufferproc)Berth_getbuffer,
};

static PyMethodDef Berth_methods[] = {
    {"moor", (PyCFunction)Berth_moor, METH_O,
     "moor($self, hour, /)\n--\n\nMoor a ship, if the tide allows it."},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Berth_members[] = {
    {"name", T_OBJECT, offsetof(BerthObject, name), READONLY, "its name"},
    {NULL, 0, 0, 0, NULL}
};

static PyTypeObject Berth_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "_harbour.Berth",
    .tp_basicsize = sizeof(BerthObject),
    .tp_dealloc = (destructor)Berth_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Berth(name)\n--\n\nA place for a ship.",
    .tp_as_buffer = &Berth_as_buffer,
    .tp_methods = Berth_methods,
    .tp_members = Berth_members,
    .tp_new = Berth_new,
};

static PyObject *
harbour_tide(PyObject *module, PyObject *hour)
{
    long tide;

    if (tide_at(hour, &tide) < 0) {
        return NULL;
    }
    return PyLong_FromLong(tide);
}

static PyObject *
harbour_appoint(PyObject *module, PyObject *one)
{
    Py_INCREF(one);
    Py_XSETREF(pilot, one);
    Py_RETURN_NONE;
}

static PyObject *
harbour_guide(PyObject *module, PyObject *ship)
{
    if (pilot == NULL) {
        PyErr_SetString(PyExc_LookupError, "nobody was appointed");
        return NULL;
    }
    return PyObject_CallFunctionObjArgs(pilot, ship, NULL);
}

static PyObject *
harbour_moored(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(moored);
}

static PyMethodDef harbour_functions[] = {
    {"appoint", harbour_appoint, METH_O,
     "appoint($module, one, /)\n--\n\nHave ships guided by this one."},
    {"guide", harbour_guide, METH_O,
     "guide($module, ship, /)\n--\n\nReturn what is said of a ship's way."},
    {"moored", harbour_moored, METH_NOARGS,
     "moored($module, /)\n--\n\nReturn how many ships were moored."},
    {"tide", harbour_tide, METH_O,
     "tide($module, hour, /)\n--\n\nReturn the tide at an hour."},
    {NULL, NULL, 0, NULL}
};

static int
import_delay(void)
{
    PyObject *harbour = PyImport_ImportModule("harbour");
    if (harbour == NULL) {
        return -1;
    }
    PyObject *delay = PyObject_GetAttrString(harbour, "Delay");
    Py_DECREF(harbour);
    if (delay == NULL) {
        return -1;
    }
    Py_XSETREF(Delay, delay);
    return 0;
}

static struct PyModuleDef harbour_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_harbour",
    .m_doc = "What is fast in harbours.",
    .m_size = -1,
    .m_methods = harbour_functions,
};

PyMODINIT_FUNC
PyInit__harbour(void)
{
    moored = 0;
    if (fill_tides() < 0 || import_delay() < 0
        || PyType_Ready(&Berth_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&harbour_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Berth_Type);
    if (PyModule_AddObject(module, "Berth", (PyObject *)&Berth_Type) < 0) {
        Py_DECREF(&Berth_Type);
        Py_DECREF(module);
        return NULL;
    }
    PyObject *kinds = Py_BuildValue("(OO)", &Berth_Type, Delay);
    if (kinds == NULL || PyModule_AddObject(module, "KINDS", kinds) < 0) {
        Py_XDECREF(kinds);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
