#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

	if (!PyArg_ParseTuple(args, "d:tick", &seconds))
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

typedef struct {
	PyTypeObject *Watch_Type;
} type_name_without_dot_state;

static inline type_name_without_dot_state *
get_type_name_without_dot_state(PyObject *module)
{
	void *state = PyModule_GetState(module);
	assert(state != NULL);
	return (type_name_without_dot_state *)state;
}

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

static int
type_name_without_dot_traverse(PyObject *module, visitproc visit, void *arg)
{
	type_name_without_dot_state *state =
		get_type_name_without_dot_state(module);
	Py_VISIT(state->Watch_Type);
	return 0;
}

static int
type_name_without_dot_clear(PyObject *module)
{
	type_name_without_dot_state *state =
		get_type_name_without_dot_state(module);
	Py_CLEAR(state->Watch_Type);
	return 0;
}

static void
type_name_without_dot_free(void *module)
{
	type_name_without_dot_clear((PyObject *)module);
}

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
	sizeof(type_name_without_dot_state),
	NULL,
	type_name_without_dot_slots,
	type_name_without_dot_traverse,
	type_name_without_dot_clear,
	type_name_without_dot_free
};

static int
type_name_without_dot_exec(PyObject *m)
{
	type_name_without_dot_state *state =
		get_type_name_without_dot_state(m);
	PyObject *d;

	state->Watch_Type =
		(PyTypeObject *)PyType_FromModuleAndSpec(m, &Watch_spec, NULL);
	if (state->Watch_Type == NULL)
		return -1;
	d = PyModule_GetDict(m);
	if (PyDict_SetItemString(d, "Watch",
	                         (PyObject *)state->Watch_Type) < 0) {
		return -1;
	}
	return 0;
}

PyMODINIT_FUNC
PyInit_type_name_without_dot(void)
{
	return PyModuleDef_Init(&watchmodule);
}
