#include <Python.h>

/* Buffers that are ours, or shared, or absent: dealloc has a way out for each. */

enum kind { EMPTY, OWNED, SHARED };

typedef struct {
	PyObject_HEAD
	enum kind kind;
	char *text;
	PyObject *source;	/* SHARED only */
} TextObject;

static PyTypeObject Text_Type;

static void text_dealloc(TextObject *self)
{
	if (self->kind == EMPTY) {
		Py_TYPE(self)->tp_free((PyObject *)self);
		return;
	}
	if (self->kind == SHARED) {
		Py_DECREF(self->source);
		goto done;
	}
	if (self->text == NULL) {
		PyObject_Del(self);
		return;
	}
	PyMem_Free(self->text);
done:
	Py_TYPE(self)->tp_free((PyObject *)self);
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
	TextObject *shared = PyObject_New(TextObject, &Text_Type);

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

static PyTypeObject Text_Type = {
	PyVarObject_HEAD_INIT(NULL, 0)
	.tp_name = "dealloc_with_several_exits.Text",
	.tp_basicsize = sizeof(TextObject),
	.tp_dealloc = (destructor)text_dealloc,
	.tp_str = (reprfunc)text_str,
	.tp_flags = Py_TPFLAGS_DEFAULT,
	.tp_methods = text_methods,
	.tp_getset = text_getset,
	.tp_new = text_new,
};

static struct PyModuleDef text_module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "dealloc_with_several_exits",
	.m_size = -1,
};

PyMODINIT_FUNC PyInit_dealloc_with_several_exits(void)
{
	PyObject *m;

	if (PyType_Ready(&Text_Type) < 0)
		return NULL;
	m = PyModule_Create(&text_module);
	if (m == NULL)
		return NULL;
	Py_INCREF(&Text_Type);
	if (PyModule_AddObject(m, "Text", (PyObject *)&Text_Type) < 0) {
		Py_DECREF(&Text_Type);
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
