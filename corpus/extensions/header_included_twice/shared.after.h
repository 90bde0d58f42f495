/* Included once for each kind of key; FUNCTION(name) gives the names, CHECK what a key must be. */

static PyObject *
FUNCTION(get)(PyObject *module, PyObject *key)
{
    header_included_twice_state *state = get_header_included_twice_state(module);
    PyObject *value;

    if (!CHECK(key)) {
        PyErr_SetString(state->KeyTypeError, "another type of key is needed");
        return NULL;
    }
    value = PyDict_GetItemWithError(state->table, key);
    if (value == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetObject(PyExc_KeyError, key);
        }
        return NULL;
    }
    Py_INCREF(value);
    return value;
}
