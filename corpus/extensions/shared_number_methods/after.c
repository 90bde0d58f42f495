// Lengths and weights: two units, one set of arithmetic.
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
	PyObject_HEAD
	double amount;
} Quantity;

typedef struct {
	PyTypeObject *Length_Type;
	PyTypeObject *Weight_Type;
} shared_number_methods_state;

static struct PyModuleDef quantities;

static inline shared_number_methods_state *get_shared_number_methods_state(PyObject *module)
{
	void *state = PyModule_GetState(module);
	assert(state != NULL);
	return (shared_number_methods_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
	PyObject *mro = type->tp_mro;
	Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

	for (i = 0; i < n; i++) {
		PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
		if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
			PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
			if (module != NULL && PyModule_GetDef(module) == def) {
				return module;
			}
		}
	}
	PyErr_Format(PyExc_TypeError,
		"No superclass of '%s' has the given module", type->tp_name);
	return NULL;
}
#endif

static inline shared_number_methods_state *get_shared_number_methods_state_by_type(PyTypeObject *type)
{
	PyObject *module = PyType_GetModuleByDef(type, &quantities);
	assert(module != NULL);
	return get_shared_number_methods_state(module);
}

static inline shared_number_methods_state *
get_shared_number_methods_state_by_types(PyTypeObject *first, PyTypeObject *second)
{
	if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
		PyObject *module = PyType_GetModuleByDef(first, &quantities);
		if (module != NULL) {
			return get_shared_number_methods_state(module);
		}
		PyErr_Clear();
	}
	return get_shared_number_methods_state_by_type(second);
}

#define Quantity_Check(state, o) \
	(Py_TYPE(o) == (state)->Length_Type || Py_TYPE(o) == (state)->Weight_Type)

static PyObject *quantity_make(PyTypeObject *type, double amount)
{
	Quantity *self = (Quantity *)type->tp_alloc(type, 0);
	if (self)
		self->amount = amount;
	return (PyObject *)self;
}

static PyObject *quantity_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
	static char *keywords[] = {"amount", NULL};
	double amount = 0.0;

	if (!PyArg_ParseTupleAndKeywords(args, kwds, "|d", keywords, &amount))
		return NULL;
	return quantity_make(type, amount);
}

static void quantity_dealloc(PyObject *self)
{
	PyTypeObject *tp = Py_TYPE(self);

	tp->tp_free(self);
	Py_DECREF(tp);
}

static int same_unit(shared_number_methods_state *state, PyObject *left, PyObject *right)
{
	return Quantity_Check(state, left) && Py_TYPE(left) == Py_TYPE(right);
}

static PyObject *quantity_add(PyObject *left, PyObject *right)
{
	shared_number_methods_state *state =
		get_shared_number_methods_state_by_types(Py_TYPE(left), Py_TYPE(right));

	if (!same_unit(state, left, right))
		Py_RETURN_NOTIMPLEMENTED;
	return quantity_make(Py_TYPE(left), ((Quantity *)left)->amount + ((Quantity *)right)->amount);
}

static PyObject *quantity_subtract(PyObject *left, PyObject *right)
{
	shared_number_methods_state *state =
		get_shared_number_methods_state_by_types(Py_TYPE(left), Py_TYPE(right));

	if (!same_unit(state, left, right))
		Py_RETURN_NOTIMPLEMENTED;
	return quantity_make(Py_TYPE(left), ((Quantity *)left)->amount - ((Quantity *)right)->amount);
}

static PyObject *quantity_negative(PyObject *self)
{
	return quantity_make(Py_TYPE(self), -((Quantity *)self)->amount);
}

static int quantity_bool(PyObject *self)
{
	return ((Quantity *)self)->amount != 0.0;
}

static PyObject *quantity_float(PyObject *self)
{
	return PyFloat_FromDouble(((Quantity *)self)->amount);
}

static PyType_Slot Length_slots[] = {
	{Py_tp_doc, "Length(amount=0.0): metres."},
	{Py_tp_new, quantity_new},
	{Py_tp_dealloc, quantity_dealloc},
	{Py_nb_add, quantity_add},
	{Py_nb_subtract, quantity_subtract},
	{Py_nb_negative, quantity_negative},
	{Py_nb_bool, quantity_bool},
	{Py_nb_float, quantity_float},
	{0, NULL},
};

static PyType_Spec Length_spec = {
	.name = "shared_number_methods.Length",
	.basicsize = sizeof(Quantity),
	.flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
	.slots = Length_slots,
};

static PyType_Slot Weight_slots[] = {
	{Py_tp_doc, "Weight(amount=0.0): kilograms."},
	{Py_tp_new, quantity_new},
	{Py_tp_dealloc, quantity_dealloc},
	{Py_nb_add, quantity_add},
	{Py_nb_subtract, quantity_subtract},
	{Py_nb_negative, quantity_negative},
	{Py_nb_bool, quantity_bool},
	{Py_nb_float, quantity_float},
	{0, NULL},
};

static PyType_Spec Weight_spec = {
	.name = "shared_number_methods.Weight",
	.basicsize = sizeof(Quantity),
	.flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
	.slots = Weight_slots,
};

static int shared_number_methods_traverse(PyObject *module, visitproc visit, void *arg)
{
	shared_number_methods_state *state = get_shared_number_methods_state(module);
	Py_VISIT(state->Length_Type);
	Py_VISIT(state->Weight_Type);
	return 0;
}

static int shared_number_methods_clear(PyObject *module)
{
	shared_number_methods_state *state = get_shared_number_methods_state(module);
	Py_CLEAR(state->Length_Type);
	Py_CLEAR(state->Weight_Type);
	return 0;
}

static void shared_number_methods_free(void *module)
{
	shared_number_methods_clear((PyObject *)module);
}

static int shared_number_methods_exec(PyObject *m);

static PyModuleDef_Slot shared_number_methods_slots[] = {
	{Py_mod_exec, shared_number_methods_exec},
#if PY_VERSION_HEX >= 0x030C0000
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
	{0, NULL}
};

static struct PyModuleDef quantities = {
	PyModuleDef_HEAD_INIT,
	.m_name = "shared_number_methods",
	.m_size = sizeof(shared_number_methods_state),
	.m_traverse = shared_number_methods_traverse,
	.m_clear = shared_number_methods_clear,
	.m_free = shared_number_methods_free,
	.m_slots = shared_number_methods_slots,
};

static int shared_number_methods_exec(PyObject *m)
{
	shared_number_methods_state *state = get_shared_number_methods_state(m);

	state->Length_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Length_spec, NULL);
	if (state->Length_Type == NULL)
		return -1;
	state->Weight_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Weight_spec, NULL);
	if (state->Weight_Type == NULL)
		return -1;

	Py_INCREF(state->Length_Type);
	Py_INCREF(state->Weight_Type);
	PyModule_AddObject(m, "Length", (PyObject *)state->Length_Type);
	PyModule_AddObject(m, "Weight", (PyObject *)state->Weight_Type);
	return 0;
}

PyMODINIT_FUNC PyInit_shared_number_methods(void)
{
	return PyModuleDef_Init(&quantities);
}
