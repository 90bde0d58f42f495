// Lengths and weights: two units, one set of arithmetic.
#include <Python.h>

typedef struct {
	PyObject_HEAD
	double amount;
} Quantity;

static PyTypeObject Length_Type, Weight_Type;

#define Quantity_Check(o) (Py_TYPE(o) == &Length_Type || Py_TYPE(o) == &Weight_Type)

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
	Py_TYPE(self)->tp_free(self);
}

static int same_unit(PyObject *left, PyObject *right)
{
	return Quantity_Check(left) && Py_TYPE(left) == Py_TYPE(right);
}

static PyObject *quantity_add(PyObject *left, PyObject *right)
{
	if (!same_unit(left, right))
		Py_RETURN_NOTIMPLEMENTED;
	return quantity_make(Py_TYPE(left), ((Quantity *)left)->amount + ((Quantity *)right)->amount);
}

static PyObject *quantity_subtract(PyObject *left, PyObject *right)
{
	if (!same_unit(left, right))
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

static PyNumberMethods quantity_as_number = {
	.nb_add = quantity_add,
	.nb_subtract = quantity_subtract,
	.nb_negative = quantity_negative,
	.nb_bool = quantity_bool,
	.nb_float = quantity_float,
};

static PyTypeObject Length_Type = {
	PyVarObject_HEAD_INIT(NULL, 0)
	.tp_name = "shared_number_methods.Length",
	.tp_doc = "Length(amount=0.0): metres.",
	.tp_basicsize = sizeof(Quantity),
	.tp_flags = Py_TPFLAGS_DEFAULT,
	.tp_new = quantity_new,
	.tp_dealloc = quantity_dealloc,
	.tp_as_number = &quantity_as_number,
};

static PyTypeObject Weight_Type = {
	PyVarObject_HEAD_INIT(NULL, 0)
	.tp_name = "shared_number_methods.Weight",
	.tp_doc = "Weight(amount=0.0): kilograms.",
	.tp_basicsize = sizeof(Quantity),
	.tp_flags = Py_TPFLAGS_DEFAULT,
	.tp_new = quantity_new,
	.tp_dealloc = quantity_dealloc,
	.tp_as_number = &quantity_as_number,
};

static struct PyModuleDef quantities = {
	PyModuleDef_HEAD_INIT,
	.m_name = "shared_number_methods",
	.m_size = -1,
};

PyMODINIT_FUNC PyInit_shared_number_methods(void)
{
	PyObject *m;

	if (PyType_Ready(&Length_Type) < 0 || PyType_Ready(&Weight_Type) < 0)
		return NULL;
	m = PyModule_Create(&quantities);
	if (!m)
		return NULL;

	Py_INCREF(&Length_Type);
	Py_INCREF(&Weight_Type);
	PyModule_AddObject(m, "Length", (PyObject *)&Length_Type);
	PyModule_AddObject(m, "Weight", (PyObject *)&Weight_Type);
	return m;
}
