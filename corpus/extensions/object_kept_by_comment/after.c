#include <Python.h>

/* Names of devices. The table is one for the whole process on purpose; the error is not. */

typedef struct {
    PyObject *DeviceError;
} object_kept_by_comment_state;

static inline object_kept_by_comment_state *
get_object_kept_by_comment_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (object_kept_by_comment_state *)state;
}

/* unstatic: keep table because all interpreters
 * talk to the same devices */
static PyObject *table;
static int opened;  // unstatic: keep opened because the driver counts them, too

static PyObject *
add(PyObject *self, PyObject *name)
{
    if (!PyUnicode_Check(name)) {
        object_kept_by_comment_state *state = get_object_kept_by_comment_state(self);

        PyErr_SetString(state->DeviceError, "a name is a text");
        return NULL;
    }
    if (PyDict_SetItem(table, name, Py_None) < 0)
        return NULL;
    opened++;
    Py_RETURN_NONE;
}

static PyObject *
count(PyObject *self, PyObject *unused)
{
    if (opened < 0) {
        object_kept_by_comment_state *state = get_object_kept_by_comment_state(self);

        PyErr_SetString(state->DeviceError, "too many devices");
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_Size(table));
}

static PyMethodDef functions[] = {
    {"add", add, METH_O, "add(name)"},
    {"count", count, METH_NOARGS, "count() -> number of names"},
    {NULL}
};

static int
object_kept_by_comment_traverse(PyObject *module, visitproc visit, void *arg)
{
    object_kept_by_comment_state *state = get_object_kept_by_comment_state(module);
    Py_VISIT(state->DeviceError);
    return 0;
}

static int
object_kept_by_comment_clear(PyObject *module)
{
    object_kept_by_comment_state *state = get_object_kept_by_comment_state(module);
    Py_CLEAR(state->DeviceError);
    return 0;
}

static void
object_kept_by_comment_free(void *module)
{
    object_kept_by_comment_clear((PyObject *)module);
}

static int object_kept_by_comment_exec(PyObject *module);

static PyModuleDef_Slot object_kept_by_comment_slots[] = {
    {Py_mod_exec, object_kept_by_comment_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "object_kept_by_comment",
    .m_size = sizeof(object_kept_by_comment_state),
    .m_methods = functions,
    .m_traverse = object_kept_by_comment_traverse,
    .m_clear = object_kept_by_comment_clear,
    .m_free = object_kept_by_comment_free,
    .m_slots = object_kept_by_comment_slots,
};

static int
object_kept_by_comment_exec(PyObject *module)
{
    object_kept_by_comment_state *state = get_object_kept_by_comment_state(module);

    if (table == NULL && (table = PyDict_New()) == NULL)
        goto error;
    state->DeviceError = PyErr_NewException("object_kept_by_comment.DeviceError", NULL,
                                            NULL);
    if (state->DeviceError == NULL)
        goto error;
    Py_INCREF(state->DeviceError);
    if (PyModule_AddObject(module, "DeviceError", state->DeviceError) < 0) {
        Py_DECREF(state->DeviceError);
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_object_kept_by_comment(void)
{
    return PyModuleDef_Init(&definition);
}
