#include <Python.h>

/* A linear congruential generator. "state" means several things here already. */

typedef struct {
	unsigned long long word;
	unsigned long draws;
} generator_state;

typedef struct {
	PyObject_HEAD
	generator_state state;
} GeneratorObject;

static PyTypeObject Generator_Type;
static PyObject *StateError;
static PyObject *state_format;		/* a str */

static unsigned long
advance(generator_state *state)
{
	state->word = state->word * 6364136223846793005ULL + 1442695040888963407ULL;
	state->draws++;
	return (unsigned long)(state->word >> 33);
}

static PyObject *
generator_draw(GeneratorObject *self, PyObject *arg)
{
	generator_state *state = &self->state;
	unsigned long limit = PyLong_AsUnsignedLong(arg);

	if (limit == (unsigned long)-1 && PyErr_Occurred())
		return NULL;
	if (limit == 0) {
		PyErr_SetString(StateError, "nothing to draw from");
		return NULL;
	}
	return PyLong_FromUnsignedLong(advance(state) % limit);
}

static PyObject *
generator_getstate(GeneratorObject *self, PyObject *unused)
{
	PyObject *args, *state;

	args = Py_BuildValue("(Kk)", self->state.word, self->state.draws);
	if (args == NULL)
		return NULL;
	state = PyUnicode_Format(state_format, args);
	Py_DECREF(args);
	return state;
}

static PyObject *
generator_setstate(GeneratorObject *self, PyObject *state)
{
	unsigned long long word;
	unsigned long draws;

	if (!PyUnicode_Check(state) ||
	    sscanf(PyUnicode_AsUTF8(state), "%llu/%lu", &word, &draws) != 2) {
		PyErr_Format(StateError, "bad state: %R", state);
		return NULL;
	}
	self->state.word = word;
	self->state.draws = draws;
	Py_RETURN_NONE;
}

static PyObject *
generator_reduce(GeneratorObject *self, PyObject *unused)
{
	PyObject *state = generator_getstate(self, NULL);

	if (state == NULL)
		return NULL;
	return Py_BuildValue("O()N", &Generator_Type, state);
}

static PyObject *
generator_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
	unsigned long long state = 1;
	GeneratorObject *self;

	if (!PyArg_ParseTuple(args, "|K:Generator", &state))
		return NULL;
	self = (GeneratorObject *)type->tp_alloc(type, 0);
	if (self != NULL)
		self->state.word = state;
	return (PyObject *)self;
}

static PyMethodDef generator_methods[] = {
	{"draw", (PyCFunction)generator_draw, METH_O, "draw(limit) -> int in 0..limit-1"},
	{"getstate", (PyCFunction)generator_getstate, METH_NOARGS, NULL},
	{"__setstate__", (PyCFunction)generator_setstate, METH_O, NULL},
	{"__reduce__", (PyCFunction)generator_reduce, METH_NOARGS, NULL},
	{NULL, NULL, 0, NULL}
};

static PyTypeObject Generator_Type = {
	PyVarObject_HEAD_INIT(NULL, 0)
	"variable_called_state.Generator",	/* tp_name */
	sizeof(GeneratorObject),		/* tp_basicsize */
	.tp_flags = Py_TPFLAGS_DEFAULT,
	.tp_methods = generator_methods,
	.tp_new = generator_new,
};

static struct PyModuleDef generator_module = {
	PyModuleDef_HEAD_INIT, "variable_called_state", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_variable_called_state(void)
{
	PyObject *module;

	if (PyType_Ready(&Generator_Type) < 0)
		return NULL;
	module = PyModule_Create(&generator_module);
	if (module == NULL)
		return NULL;
	state_format = PyUnicode_FromString("%d/%d");
	StateError = PyErr_NewException("variable_called_state.StateError", PyExc_ValueError, NULL);
	if (state_format == NULL || StateError == NULL) {
		Py_DECREF(module);
		return NULL;
	}
	Py_INCREF(StateError);
	Py_INCREF(&Generator_Type);
	if (PyModule_AddObject(module, "StateError", StateError) < 0 ||
	    PyModule_AddObject(module, "Generator", (PyObject *)&Generator_Type) < 0) {
		Py_DECREF(module);
		return NULL;
	}
	return module;
}
