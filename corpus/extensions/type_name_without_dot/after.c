#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define BAD(...)	PyErr_Format(PyExc_TypeError, "bad " __VA_ARGS__)
#define BAD_TYPE(what, got) \
	BAD(what ": '%.200s' object", Py_TYPE(got)->tp_name)

/* A stop watch for tests: time passes only when told to. */

typedef struct {
	PyObject_HEAD
	double	elapsed;
	int	running;
} watchobject;

static PyObject *
watch_new(PyTypeObject *type, PyObject *args, PyObject *kw)
{
	watchobject *self;

	if (!PyArg_ParseTuple(args, ":Watch"))
		return NULL;
	self = (watchobject *)type->tp_alloc(type, 0);
	if (self == NULL)
		return NULL;
	self->elapsed = 0.0;
	self->running = 0;
	return (PyObject *)self;
}

static void
watch_dealloc(watchobject *self)
{
	PyTypeObject *tp = Py_TYPE(self);

	tp->tp_free((PyObject *)self);
	Py_DECREF(tp);
}

static PyObject *
watch_start(watchobject *self, PyObject *noargs)
{
	if (self->running) {
		PyErr_SetString(PyExc_RuntimeError, "already running");
		return NULL;
	}
	self->running = 1;
	Py_RETURN_NONE;
}

static PyObject *
watch_pass(watchobject *self, PyObject *args)
{
	double seconds;
	PyObject *given;

	if (!PyArg_ParseTuple(args, "O:tick", &given))
		return NULL;
	if (!PyFloat_Check(given) && !PyLong_Check(given)) {
		BAD_TYPE("time", given);
		return NULL;
	}
	seconds = PyFloat_AsDouble(given);
	if (seconds == -1.0 && PyErr_Occurred())
		return NULL;
	if (self->running)
		self->elapsed += seconds;
	return PyFloat_FromDouble(self->elapsed);
}

static PyMethodDef watch_methods[] = {
	{"start",	(PyCFunction)watch_start, METH_NOARGS},
	{"tick",	(PyCFunction)watch_pass, METH_VARARGS},
	{NULL,		NULL}		/* sentinel */
};

static PyType_Slot Watch_slots[] = {
	{Py_tp_dealloc, watch_dealloc},
	{Py_tp_getattro, PyObject_GenericGetAttr},
	{Py_tp_doc, "Watch()\n--\n\nA stop watch."},
	{Py_tp_methods, watch_methods},
	{Py_tp_new, watch_new},
	{0, NULL},
};

static PyType_Spec Watch_spec = {
	.name = "type_name_without_dot.Watch",
	.basicsize = sizeof(watchobject),
	.flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
	          Py_TPFLAGS_IMMUTABLETYPE),
	.slots = Watch_slots,
};

static int type_name_without_dot_exec(PyObject *m);

static PyModuleDef_Slot type_name_without_dot_slots[] = {
	{Py_mod_exec, type_name_without_dot_exec},
#if PY_VERSION_HEX >= 0x030C0000
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
	{0, NULL}
};

static struct PyModuleDef watchmodule = {
	PyModuleDef_HEAD_INIT,
	"type_name_without_dot",
	"Stop watches.",
	0,
	NULL,
	type_name_without_dot_slots
};

static int
type_name_without_dot_exec(PyObject *m)
{
	PyObject *d;

	PyTypeObject *Watch_Type =
		(PyTypeObject *)PyType_FromModuleAndSpec(m, &Watch_spec, NULL);
	if (Watch_Type == NULL)
		return -1;
	d = PyModule_GetDict(m);
	if (PyDict_SetItemString(d, "Watch", (PyObject *)Watch_Type) < 0) {
		Py_DECREF(Watch_Type);
		return -1;
	}
	Py_DECREF(Watch_Type);
	return 0;
}

PyMODINIT_FUNC
PyInit_type_name_without_dot(void)
{
	return PyModuleDef_Init(&watchmodule);
}
