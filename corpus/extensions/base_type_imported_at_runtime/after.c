#include <Python.h>

/* Recent: an OrderedDict that forgets its oldest entries. The base has no name in C. */

static PyObject *default_limit;

static PyObject *
recent_limit(PyObject *self)
{
	PyObject *limit = PyObject_GetAttrString(self, "limit");

	if (limit == NULL && PyErr_ExceptionMatches(PyExc_AttributeError)) {
		PyErr_Clear();
		Py_INCREF(default_limit);
		limit = default_limit;
	}
	return limit;
}

static PyObject *
recent_put(PyObject *self, PyObject *args)
{
	PyObject *key, *value, *limit, *oldest;
	Py_ssize_t maximum;

	if (!PyArg_ParseTuple(args, "OO:put", &key, &value))
		return NULL;
	if (PyObject_SetItem(self, key, value) < 0)
		return NULL;
	limit = recent_limit(self);
	if (limit == NULL)
		return NULL;
	maximum = PyLong_AsSsize_t(limit);
	Py_DECREF(limit);
	if (maximum == -1 && PyErr_Occurred())
		return NULL;
	if (PyObject_Size(self) <= maximum)
		Py_RETURN_NONE;
	oldest = PyObject_CallMethod(self, "popitem", "i", 0);
	return oldest;
}

static PyMethodDef recent_methods[] = {
	{ "put", recent_put, METH_VARARGS,
	  "Set an entry; return the one that was dropped for it, or None." },
	{ NULL, NULL }
};

static PyTypeObject Recent_Type = {
	PyVarObject_HEAD_INIT(NULL, 0)
	.tp_name = "base_type_imported_at_runtime.Recent",
	.tp_doc = "An ordered dictionary that keeps the newest entries.",
	.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.tp_methods = recent_methods,
};

static int
recent_set_base(void)
{
	PyObject *collections, *base;

	collections = PyImport_ImportModule("collections");
	if (collections == NULL)
		return -1;
	base = PyObject_GetAttrString(collections, "OrderedDict");
	Py_DECREF(collections);
	if (base == NULL)
		return -1;
	if (!PyType_Check(base)) {
		PyErr_SetString(PyExc_TypeError, "OrderedDict is not a type");
		Py_DECREF(base);
		return -1;
	}
	Recent_Type.tp_base = (PyTypeObject *)base;
	return 0;
}

static int base_type_imported_at_runtime_exec(PyObject *m);

static PyModuleDef_Slot base_type_imported_at_runtime_slots[] = {
	{Py_mod_exec, base_type_imported_at_runtime_exec},
#if PY_VERSION_HEX >= 0x030C0000
	{Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
	{0, NULL}
};

static struct PyModuleDef recent_module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "base_type_imported_at_runtime",
	.m_size = 0,
	.m_slots = base_type_imported_at_runtime_slots,
};

static int base_type_imported_at_runtime_loaded = 0;
#ifdef Py_GIL_DISABLED
static PyMutex base_type_imported_at_runtime_loaded_mutex = {0};
#endif

static int
base_type_imported_at_runtime_exec(PyObject *m)
{
#ifdef Py_GIL_DISABLED
	PyMutex_Lock(&base_type_imported_at_runtime_loaded_mutex);
#endif
	if (base_type_imported_at_runtime_loaded) {
#ifdef Py_GIL_DISABLED
		PyMutex_Unlock(&base_type_imported_at_runtime_loaded_mutex);
#endif
		PyErr_SetString(PyExc_ImportError,
			"cannot load module more than once per process");
		return -1;
	}
	base_type_imported_at_runtime_loaded = 1;
#ifdef Py_GIL_DISABLED
	PyMutex_Unlock(&base_type_imported_at_runtime_loaded_mutex);
#endif

	if (recent_set_base() < 0)
		return -1;
	if (PyType_Ready(&Recent_Type) < 0)
		return -1;
	default_limit = PyLong_FromLong(2);
	if (default_limit == NULL) {
		return -1;
	}
	Py_INCREF(&Recent_Type);
	if (PyModule_AddObject(m, "Recent", (PyObject *)&Recent_Type) < 0) {
		Py_DECREF(&Recent_Type);
		return -1;
	}
	return 0;
}

PyMODINIT_FUNC
PyInit_base_type_imported_at_runtime(void)
{
	return PyModuleDef_Init(&recent_module);
}
