#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Buffers that are ours, or shared, or absent: dealloc has a way out for each. */

enum kind { EMPTY, OWNED, SHARED };

typedef struct {
	PyObject_HEAD
	enum kind kind;
	char *text;
	PyObject *source;	/* SHARED only */
} TextObject;

static int text_traverse(TextObject *self, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(self));
	return 0;
}

static void text_dealloc(TextObject *self)
{
	PyTypeObject *tp = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	if (self->kind == EMPTY) {
		tp->tp_free((PyObject *)self);
		Py_DECREF(tp);
		return;
	}
	if (self->kind == SHARED) {
		Py_DECREF(self->source);
		goto done;
	}
	if (self->text == NULL) {
		tp->tp_free(self);
		Py_DECREF(tp);
		return;
	}
	PyMem_Free(self->text);
done:
	tp->tp_free((PyObject *)self);
	Py_DECREF(tp);
}

static PyObject *text_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
	const char *text = NULL;
	TextObject *self;

	if (!PyArg_ParseTuple(args, "|z:Text", &text))
		return NULL;
	self = (TextObject *)type->tp_alloc(type, 0);
	if (self == NULL)
		return NULL;
	self->kind = EMPTY;
	if (text == NULL)
		return (PyObject *)self;
	self->kind = OWNED;
	if (*text != '\0') {
		self->text = PyMem_Malloc(strlen(text) + 1);
		if (self->text == NULL) {
			Py_DECREF(self);
			return PyErr_NoMemory();
		}
		strcpy(self->text, text);
	}
	return (PyObject *)self;
}

static PyObject *text_share(TextObject *self, PyObject *noargs)
{
	TextObject *shared =
		(TextObject *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);

	if (shared == NULL)
		return NULL;
	shared->kind = SHARED;
	shared->text = self->text;
	shared->source = (PyObject *)self;
	Py_INCREF(self);
	return (PyObject *)shared;
}

static PyObject *text_str(TextObject *self)
{
	return PyUnicode_FromString(self->text != NULL ? self->text : "");
}

static PyObject *text_kind(TextObject *self, void *closure)
{
	static const char *const names[] = { "empty", "owned", "shared" };

	return PyUnicode_FromString(names[self->kind]);
}

static PyMethodDef text_methods[] = {
	{ "share", (PyCFunction)text_share, METH_NOARGS, "A Text with the same buffer." },
	{ NULL, NULL, 0, NULL }
};

static PyGetSetDef text_getset[] = {
	{ "kind", (getter)text_kind, NULL, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL }
};

static PyType_Slot Text_slots[] = {
	{Py_tp_dealloc, text_dealloc},
	{Py_tp_str, text_str},
	{Py_tp_methods, text_methods},
	{Py_tp_getset, text_getset},
	{Py_tp_new, text_new},
	{Py_tp_traverse, text_traverse},
	{0, NULL},
};

static PyType_Spec Text_spec = {
	.name = "dealloc_with_several_exits.Text",
	.basicsize = sizeof(TextObject),
	.flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
	          Py_TPFLAGS_IMMUTABLETYPE),
	.slots = Text_slots,
};

static int dealloc_with_several_exits_exec(PyObject *m);

static PyModuleDef_Slot dealloc_with_several_exits_slots[] = {
	{Py_mod_exec, dealloc_with_several_exits_exec},
#if PY_VERSION_HEX >= 0x030C0000
	{Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
	{0, NULL}
};

static struct PyModuleDef text_module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "dealloc_with_several_exits",
	.m_size = 0,
	.m_slots = dealloc_with_several_exits_slots,
};

static int dealloc_with_several_exits_exec(PyObject *m)
{
	PyTypeObject *Text_Type =
		(PyTypeObject *)PyType_FromModuleAndSpec(m, &Text_spec, NULL);
	if (Text_Type == NULL)
		return -1;
	if (PyModule_AddObject(m, "Text", (PyObject *)Text_Type) < 0) {
		Py_DECREF(Text_Type);
		return -1;
	}
	return 0;
}

PyMODINIT_FUNC PyInit_dealloc_with_several_exits(void)
{
	return PyModuleDef_Init(&text_module);
}
