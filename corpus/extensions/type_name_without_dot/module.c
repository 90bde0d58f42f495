#include <Python.h>

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
	Py_TYPE(self)->tp_free((PyObject *)self);
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

static PyTypeObject Watch_Type = {
	PyVarObject_HEAD_INIT(NULL, 0)
	"Watch",			/*tp_name*/
	sizeof(watchobject),		/*tp_basicsize*/
	0,				/*tp_itemsize*/
	(destructor)watch_dealloc,	/*tp_dealloc*/
	0,				/*tp_vectorcall_offset*/
	0,				/*tp_getattr*/
	0,				/*tp_setattr*/
	0,				/*tp_as_async*/
	0,				/*tp_repr*/
	0,				/*tp_as_number*/
	0,				/*tp_as_sequence*/
	0,				/*tp_as_mapping*/
	0,				/*tp_hash*/
	0,				/*tp_call*/
	0,				/*tp_str*/
	PyObject_GenericGetAttr,	/*tp_getattro*/
	0,				/*tp_setattro*/
	0,				/*tp_as_buffer*/
	Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, /*tp_flags*/
	"Watch()\n--\n\nA stop watch.",	/*tp_doc*/
	0,				/*tp_traverse*/
	0,				/*tp_clear*/
	0,				/*tp_richcompare*/
	0,				/*tp_weaklistoffset*/
	0,				/*tp_iter*/
	0,				/*tp_iternext*/
	watch_methods,			/*tp_methods*/
	0,				/*tp_members*/
	0,				/*tp_getset*/
	0,				/*tp_base*/
	0,				/*tp_dict*/
	0,				/*tp_descr_get*/
	0,				/*tp_descr_set*/
	0,				/*tp_dictoffset*/
	0,				/*tp_init*/
	PyType_GenericAlloc,		/*tp_alloc*/
	watch_new,			/*tp_new*/
	PyObject_Del,			/*tp_free*/
};

static struct PyModuleDef watchmodule = {
	PyModuleDef_HEAD_INIT,
	"type_name_without_dot",
	"Stop watches.",
	-1,
	NULL
};

PyMODINIT_FUNC
PyInit_type_name_without_dot(void)
{
	PyObject *m, *d;

	if (PyType_Ready(&Watch_Type) < 0)
		return NULL;
	m = PyModule_Create(&watchmodule);
	if (m == NULL)
		return NULL;
	d = PyModule_GetDict(m);
	if (PyDict_SetItemString(d, "Watch", (PyObject *)&Watch_Type) < 0) {
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
