#include <Python.h>
#include "structmember.h"

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define HOURS 24
#define DEEP 100

typedef struct {
    PyObject_HEAD
    PyObject *name;
} BerthObject;

typedef struct {
    PyTypeObject *Berth_Type;
    PyObject *Delay;            /* of the package harbour */
    PyObject *pilot;            /* whom the package appoints */
} harbour_state;

static inline harbour_state *
get_harbour_state(PyObject *module)
{
    return (harbour_state *)PyModule_GetState(module);
}

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
    PyTypeObject *tp = Py_TYPE(self);

    Py_XDECREF(self->name);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Berth_moor(BerthObject *self, PyObject *hour)
{
    long tide;

    if (tide_at(hour, &tide) < 0) {
        return NULL;
    }
    if (tide > DEEP) {
        harbour_state *state = PyType_GetModuleState(Py_TYPE(self));
        PyErr_Format(state->Delay, "tide of %ld at %U", tide, self->name);
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

static PyMethodDef Berth_methods[] = {
    {"moor", (PyCFunction)Berth_moor, METH_O,
     "moor($self, hour, /)\n--\n\nMoor a ship, if the tide allows it."},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Berth_members[] = {
    {"name", T_OBJECT, offsetof(BerthObject, name), READONLY, "its name"},
    {NULL, 0, 0, 0, NULL}
};

static PyType_Slot Berth_slots[] = {
    {Py_tp_dealloc, Berth_dealloc},
    {Py_tp_doc, "Berth(name)\n--\n\nA place for a ship."},
    {Py_bf_getbuffer, Berth_getbuffer},
    {Py_tp_methods, Berth_methods},
    {Py_tp_members, Berth_members},
    {Py_tp_new, Berth_new},
    {0, NULL}
};

static PyType_Spec Berth_spec = {
    .name = "_harbour.Berth",
    .basicsize = sizeof(BerthObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Berth_slots,
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
    harbour_state *state = get_harbour_state(module);

    Py_INCREF(one);
    Py_XSETREF(state->pilot, one);
    Py_RETURN_NONE;
}

static PyObject *
harbour_guide(PyObject *module, PyObject *ship)
{
    harbour_state *state = get_harbour_state(module);

    if (state->pilot == NULL) {
        /* The package appoints somebody for the first module only. */
        PyObject *harbour = PyImport_ImportModule("harbour");
        if (harbour == NULL) {
            return NULL;
        }
        state->pilot = PyObject_GetAttrString(harbour, "guide");
        Py_DECREF(harbour);
        if (state->pilot == NULL) {
            return NULL;
        }
    }
    return PyObject_CallFunctionObjArgs(state->pilot, ship, NULL);
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
add_berth(PyObject *module)
{
    harbour_state *state = get_harbour_state(module);

    state->Berth_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Berth_spec, NULL);
    if (state->Berth_Type == NULL) {
        return -1;
    }
    return PyModule_AddType(module, state->Berth_Type);
}

static int
import_delay(PyObject *module)
{
    PyObject *harbour = PyImport_ImportModule("harbour");
    if (harbour == NULL) {
        return -1;
    }
    PyObject *delay = PyObject_GetAttrString(harbour, "Delay");
    Py_DECREF(harbour);
    get_harbour_state(module)->Delay = delay;
    return delay == NULL ? -1 : 0;
}

static int
add_kinds(PyObject *module)
{
    harbour_state *state = get_harbour_state(module);
    PyObject *kinds = Py_BuildValue("(OO)", state->Berth_Type, state->Delay);

    if (kinds == NULL || PyModule_AddObject(module, "KINDS", kinds) < 0) {
        Py_XDECREF(kinds);
        return -1;
    }
    return 0;
}

static int
harbour_exec(PyObject *module)
{
    /* The package imports this module back, and wants its type then. */
    if (fill_tides() < 0 || add_berth(module) < 0
        || import_delay(module) < 0 || add_kinds(module) < 0) {
        return -1;
    }
    return 0;
}

static int
harbour_traverse(PyObject *module, visitproc visit, void *arg)
{
    harbour_state *state = get_harbour_state(module);

    Py_VISIT(state->Berth_Type);
    Py_VISIT(state->Delay);
    Py_VISIT(state->pilot);
    return 0;
}

static int
harbour_clear(PyObject *module)
{
    harbour_state *state = get_harbour_state(module);

    Py_CLEAR(state->Berth_Type);
    Py_CLEAR(state->Delay);
    Py_CLEAR(state->pilot);
    return 0;
}

static void
harbour_free(void *module)
{
    harbour_clear((PyObject *)module);
}

static PyModuleDef_Slot harbour_slots[] = {
    {Py_mod_exec, harbour_exec},
#if PY_VERSION_HEX >= 0x030C0000
    /* The table is filled under one GIL. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef harbour_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_harbour",
    .m_doc = "What is fast in harbours.",
    .m_size = sizeof(harbour_state),
    .m_methods = harbour_functions,
    .m_slots = harbour_slots,
    .m_traverse = harbour_traverse,
    .m_clear = harbour_clear,
    .m_free = harbour_free,
};

PyMODINIT_FUNC
PyInit__harbour(void)
{
    return PyModuleDef_Init(&harbour_module);
}
