// Lengths and weights: two units, one set of arithmetic.
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
	PyObject_HEAD
	double amount;
} Quantity;

static PyTypeObject *Length_Type, *Weight_Type;

#define Quantity_Check(o) (Py_TYPE(o) == Length_Type || Py_TYPE(o) == Weight_Type)

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

static struct PyModuleDef quantities = {
	PyModuleDef_HEAD_INIT,
	.m_name = "shared_number_methods",
	.m_size = -1,
};

PyMODINIT_FUNC PyInit_shared_number_methods(void)
{
	PyObject *m;

	m = PyModule_Create(&quantities);
	if (!m)
		return NULL;

	Length_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Length_spec, NULL);
	if (Length_Type == NULL)
		return NULL;
	Weight_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Weight_spec, NULL);
	if (Weight_Type == NULL)
		return NULL;

	Py_INCREF(Length_Type);
	Py_INCREF(Weight_Type);
	PyModule_AddObject(m, "Length", (PyObject *)Length_Type);
	PyModule_AddObject(m, "Weight", (PyObject *)Weight_Type);
	return m;
}
