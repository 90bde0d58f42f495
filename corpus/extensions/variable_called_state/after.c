#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A linear congruential generator. "state" means several things here already. */

typedef struct {
	unsigned long long word;
	unsigned long draws;
} generator_state;

typedef struct {
	PyObject_HEAD
	generator_state state;
} GeneratorObject;

typedef struct {
	PyTypeObject *Generator_Type;
	PyObject *StateError;
	PyObject *state_format;  /* a str */
} variable_called_state_state;

static inline variable_called_state_state *
get_variable_called_state_state(PyObject *module)
{
	void *state = PyModule_GetState(module);
	assert(state != NULL);
	return (variable_called_state_state *)state;
}

static inline variable_called_state_state *
get_variable_called_state_state_by_type(PyTypeObject *type)
{
	void *state = PyType_GetModuleState(type);
	assert(state != NULL);
	return (variable_called_state_state *)state;
}

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
		variable_called_state_state *module_state =
			get_variable_called_state_state_by_type(Py_TYPE(self));

		PyErr_SetString(module_state->StateError, "nothing to draw from");
		return NULL;
	}
	return PyLong_FromUnsignedLong(advance(state) % limit);
}

static PyObject *
generator_getstate(GeneratorObject *self, PyObject *unused)
{
	variable_called_state_state *module_state =
		get_variable_called_state_state_by_type(Py_TYPE(self));
	PyObject *args, *state;

	args = Py_BuildValue("(Kk)", self->state.word, self->state.draws);
	if (args == NULL)
		return NULL;
	state = PyUnicode_Format(module_state->state_format, args);
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
		variable_called_state_state *module_state =
			get_variable_called_state_state_by_type(Py_TYPE(self));

		PyErr_Format(module_state->StateError, "bad state: %R", state);
		return NULL;
	}
	self->state.word = word;
	self->state.draws = draws;
	Py_RETURN_NONE;
}

static PyObject *
generator_reduce(GeneratorObject *self, PyObject *unused)
{
	variable_called_state_state *module_state =
		get_variable_called_state_state_by_type(Py_TYPE(self));
	PyObject *state = generator_getstate(self, NULL);

	if (state == NULL)
		return NULL;
	return Py_BuildValue("O()N", module_state->Generator_Type, state);
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

static PyType_Slot Generator_slots[] = {
	{Py_tp_methods, generator_methods},
	{Py_tp_new, generator_new},
	{0, NULL},
};

static PyType_Spec Generator_spec = {
	.name = "variable_called_state.Generator",
	.basicsize = sizeof(GeneratorObject),
	.flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
	.slots = Generator_slots,
};

static int
variable_called_state_traverse(PyObject *module, visitproc visit, void *arg)
{
	variable_called_state_state *state = get_variable_called_state_state(module);
	Py_VISIT(state->Generator_Type);
	Py_VISIT(state->StateError);
	Py_VISIT(state->state_format);
	return 0;
}

static int
variable_called_state_clear(PyObject *module)
{
	variable_called_state_state *state = get_variable_called_state_state(module);
	Py_CLEAR(state->Generator_Type);
	Py_CLEAR(state->StateError);
	Py_CLEAR(state->state_format);
	return 0;
}

static void
variable_called_state_free(void *module)
{
	variable_called_state_clear((PyObject *)module);
}

static int variable_called_state_exec(PyObject *module);

static PyModuleDef_Slot variable_called_state_slots[] = {
	{Py_mod_exec, variable_called_state_exec},
#if PY_VERSION_HEX >= 0x030C0000
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
	{0, NULL}
};

static struct PyModuleDef generator_module = {
	PyModuleDef_HEAD_INIT, "variable_called_state", NULL,
	sizeof(variable_called_state_state), NULL,
	variable_called_state_slots, variable_called_state_traverse,
	variable_called_state_clear, variable_called_state_free
};

static int
variable_called_state_exec(PyObject *module)
{
	variable_called_state_state *state = get_variable_called_state_state(module);

	state->Generator_Type =
		(PyTypeObject *)PyType_FromModuleAndSpec(module, &Generator_spec, NULL);
	if (state->Generator_Type == NULL)
		return -1;
	state->state_format = PyUnicode_FromString("%d/%d");
	state->StateError = PyErr_NewException("variable_called_state.StateError", PyExc_ValueError, NULL);
	if (state->state_format == NULL || state->StateError == NULL) {
		return -1;
	}
	Py_INCREF(state->StateError);
	Py_INCREF(state->Generator_Type);
	if (PyModule_AddObject(module, "StateError", state->StateError) < 0 ||
	    PyModule_AddObject(module, "Generator",
	                       (PyObject *)state->Generator_Type) < 0) {
		return -1;
	}
	return 0;
}

PyMODINIT_FUNC
PyInit_variable_called_state(void)
{
	return PyModuleDef_Init(&generator_module);
}
