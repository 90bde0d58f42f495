/*[clinic input]
preserve
[clinic start generated code]*/

static PyObject *
clinic_by_self_Box_impl(PyTypeObject *type, int size);

static PyObject *
clinic_by_self_Box(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *return_value = NULL;
    int size = 1;

    if ((type == get_clinic_by_self_state_by_type(type)->Box_Type ||
         type->tp_init == get_clinic_by_self_state_by_type(type)->Box_Type->tp_init) &&
        !_PyArg_NoKeywords("Box", kwargs)) {
        goto exit;
    }
    if (!_PyArg_CheckPositional("Box", PyTuple_GET_SIZE(args), 0, 1)) {
        goto exit;
    }
    if (PyTuple_GET_SIZE(args) < 1) {
        goto skip_optional;
    }
    size = _PyLong_AsInt(PyTuple_GET_ITEM(args, 0));
    if (size == -1 && PyErr_Occurred()) {
        goto exit;
    }
skip_optional:
    return_value = clinic_by_self_Box_impl(type, size);

exit:
    return return_value;
}

static PyObject *
clinic_by_self_Lid_impl(PyTypeObject *type, PyObject *box);

static PyObject *
clinic_by_self_Lid(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *return_value = NULL;
    PyObject *box;

    if ((type == get_clinic_by_self_state_by_type(type)->Lid_Type ||
         type->tp_init == get_clinic_by_self_state_by_type(type)->Lid_Type->tp_init) &&
        !_PyArg_NoKeywords("Lid", kwargs)) {
        goto exit;
    }
    if (!_PyArg_CheckPositional("Lid", PyTuple_GET_SIZE(args), 1, 1)) {
        goto exit;
    }
    if (!PyObject_TypeCheck(PyTuple_GET_ITEM(args, 0), get_clinic_by_self_state_by_type(type)->Box_Type)) {
        _PyArg_BadArgument("Lid", "argument 1", (get_clinic_by_self_state_by_type(type)->Box_Type)->tp_name, PyTuple_GET_ITEM(args, 0));
        goto exit;
    }
    box = PyTuple_GET_ITEM(args, 0);
    return_value = clinic_by_self_Lid_impl(type, box);

exit:
    return return_value;
}

PyDoc_STRVAR(clinic_by_self_Lid_put__doc__,
"put($self, box, /)\n"
"--\n"
"\n");

#define CLINIC_BY_SELF_LID_PUT_METHODDEF    \
    {"put", (PyCFunction)clinic_by_self_Lid_put, METH_O, clinic_by_self_Lid_put__doc__},

static PyObject *
clinic_by_self_Lid_put_impl(LidObject *self, PyObject *box);

static PyObject *
clinic_by_self_Lid_put(LidObject *self, PyObject *arg)
{
    PyObject *return_value = NULL;
    PyObject *box;

    if (!PyObject_TypeCheck(arg, get_clinic_by_self_state_by_type(Py_TYPE(self))->Box_Type)) {
        _PyArg_BadArgument("put", "argument", (get_clinic_by_self_state_by_type(Py_TYPE(self))->Box_Type)->tp_name, arg);
        goto exit;
    }
    box = arg;
    return_value = clinic_by_self_Lid_put_impl(self, box);

exit:
    return return_value;
}
/*[clinic end generated code: output=c972ece667fb1838 input=a9049054013a1b77]*/
