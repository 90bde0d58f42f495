/*[clinic input]
preserve
[clinic start generated code]*/

static PyObject *
argument_clinic_Box_impl(PyTypeObject *type, int size);

static PyObject *
argument_clinic_Box(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *return_value = NULL;
    int size = 1;

    if ((type == clinic_state()->Box_Type ||
         type->tp_init == clinic_state()->Box_Type->tp_init) &&
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
    return_value = argument_clinic_Box_impl(type, size);

exit:
    return return_value;
}

PyDoc_STRVAR(argument_clinic_Box_is_like__doc__,
"is_like($self, other, /)\n"
"--\n"
"\n");

#define ARGUMENT_CLINIC_BOX_IS_LIKE_METHODDEF    \
    {"is_like", (PyCFunction)argument_clinic_Box_is_like, METH_O, argument_clinic_Box_is_like__doc__},

PyDoc_STRVAR(argument_clinic_Box_doubled__doc__,
"doubled($self, /)\n"
"--\n"
"\n");

#define ARGUMENT_CLINIC_BOX_DOUBLED_METHODDEF    \
    {"doubled", (PyCFunction)argument_clinic_Box_doubled, METH_NOARGS, argument_clinic_Box_doubled__doc__},

static PyObject *
argument_clinic_Box_doubled_impl(BoxObject *self);

static PyObject *
argument_clinic_Box_doubled(BoxObject *self, PyObject *Py_UNUSED(ignored))
{
    return argument_clinic_Box_doubled_impl(self);
}

static PyObject *
argument_clinic_Lid_impl(PyTypeObject *type, PyObject *box);

static PyObject *
argument_clinic_Lid(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *return_value = NULL;
    PyObject *box;

    if ((type == clinic_state()->Lid_Type ||
         type->tp_init == clinic_state()->Lid_Type->tp_init) &&
        !_PyArg_NoKeywords("Lid", kwargs)) {
        goto exit;
    }
    if (!_PyArg_CheckPositional("Lid", PyTuple_GET_SIZE(args), 1, 1)) {
        goto exit;
    }
    if (!PyObject_TypeCheck(PyTuple_GET_ITEM(args, 0), clinic_state()->Box_Type)) {
        _PyArg_BadArgument("Lid", "argument 1", (clinic_state()->Box_Type)->tp_name, PyTuple_GET_ITEM(args, 0));
        goto exit;
    }
    box = PyTuple_GET_ITEM(args, 0);
    return_value = argument_clinic_Lid_impl(type, box);

exit:
    return return_value;
}

PyDoc_STRVAR(argument_clinic_boxes__doc__,
"boxes($module, count, /)\n"
"--\n"
"\n");

#define ARGUMENT_CLINIC_BOXES_METHODDEF    \
    {"boxes", (PyCFunction)argument_clinic_boxes, METH_O, argument_clinic_boxes__doc__},

static PyObject *
argument_clinic_boxes_impl(PyObject *module, int count);

static PyObject *
argument_clinic_boxes(PyObject *module, PyObject *arg)
{
    PyObject *return_value = NULL;
    int count;

    count = _PyLong_AsInt(arg);
    if (count == -1 && PyErr_Occurred()) {
        goto exit;
    }
    return_value = argument_clinic_boxes_impl(module, count);

exit:
    return return_value;
}
/*[clinic end generated code: output=d656c39c45accf2e input=a9049054013a1b77]*/
