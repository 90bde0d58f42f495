/* A box of ITEM: the source that includes this says what that is. */

#ifdef SORTED
static PyObject *sort_str;
#endif
static PyObject *BoxError;
static PyTypeObject Box_Type;

typedef struct {
    PyObject_HEAD
    Py_ssize_t used;
    ITEM items[8];
} Box;

static PyObject *
box_put(Box *self, PyObject *object)
{
    ITEM item;

    if (!FROM_OBJECT(item, object))
        return NULL;
    if (self->used == 8) {
        PyErr_Format(BoxError, "this " PREFIX "box is full");
        return NULL;
    }
    KEEP(item);
    self->items[self->used++] = item;
    Py_RETURN_NONE;
}

/* What is in a box, as a list. */
static PyObject *
listed(Box *self)
{
    PyObject *list = PyList_New(self->used);
    Py_ssize_t i;

    for (i = 0; list != NULL && i < self->used; i++) {
        PyObject *object = TO_OBJECT(self->items[i]);
        if (object == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, object);
    }
    return list;
}

static PyObject *
box_items(Box *self, PyObject *unused)
{
    return listed(self);
}

#ifdef SORTED
static PyObject *
sorted_items(Box *self)
{
    PyObject *list = listed(self), *done;

    if (list == NULL)
        return NULL;
    done = PyObject_CallMethodObjArgs(list, sort_str, NULL);
    if (done == NULL) {
        Py_DECREF(list);
        return NULL;
    }
    Py_DECREF(done);
    return list;
}

static PyObject *
box_sorted(Box *self, PyObject *unused)
{
    return sorted_items(self);
}
#endif

#ifdef SUM
static PyObject *
box_sum(Box *self, PyObject *unused)
{
    ITEM sum = 0;
    Py_ssize_t i;

    if (self->used == 0) {
        PyErr_SetString(BoxError, "nothing to sum up");
        return NULL;
    }
    for (i = 0; i < self->used; i++)
        sum += self->items[i];
    return TO_OBJECT(sum);
}
#endif

static PyObject *
box_copy(Box *self, PyObject *unused)
{
    Box *copy = PyObject_GC_New(Box, &Box_Type);
    Py_ssize_t i;

    if (copy == NULL)
        return NULL;
    copy->used = self->used;
    for (i = 0; i < self->used; i++) {
        copy->items[i] = self->items[i];
        KEEP(copy->items[i]);
    }
    PyObject_GC_Track(copy);
    return (PyObject *)copy;
}

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
#ifdef ITEM_IS_OBJECT
    Py_ssize_t i;

    for (i = 0; i < self->used; i++)
        Py_VISIT(self->items[i]);
#endif
    return 0;
}

static int
box_clear(Box *self)
{
    while (self->used > 0) {
        self->used--;
        DROP(self->items[self->used]);
    }
    return 0;
}

static void
box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef box_methods[] = {
    {"put", (PyCFunction)box_put, METH_O, "put(item)"},
    {"items", (PyCFunction)box_items, METH_NOARGS, "items() -> list"},
    {"copy", (PyCFunction)box_copy, METH_NOARGS, "copy() -> box"},
#ifdef SORTED
    {"sorted", (PyCFunction)box_sorted, METH_NOARGS, "sorted() -> list"},
#endif
#ifdef SUM
    {"sum", (PyCFunction)box_sum, METH_NOARGS, "sum() -> item"},
#endif
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = PREFIX "Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "A box with room for eight.",
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
    .tp_methods = box_methods,
};

static PyObject *
is_box(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(PyObject_TypeCheck(object, &Box_Type));
}

static PyMethodDef functions[] = {
    {"is_box", is_box, METH_O, "is_box(object) -> bool"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_" PREFIX "box",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
INIT(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
#ifdef SORTED
    sort_str = PyUnicode_InternFromString("sort");
    if (sort_str == NULL)
        goto failed;
#endif
    BoxError = PyErr_NewException("boxes.BoxError", NULL, NULL);
    if (BoxError == NULL)
        goto failed;
    Py_INCREF(BoxError);
    if (PyModule_AddObject(module, "BoxError", BoxError) < 0) {
        Py_DECREF(BoxError);
        goto failed;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, PREFIX "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        goto failed;
    }
    return module;
failed:
    Py_DECREF(module);
    return NULL;
}
