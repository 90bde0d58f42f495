/*[clinic input]
preserve
[clinic start generated code]*/

PyDoc_STRVAR(clinic_converter_doubled__doc__,
"doubled($module, found, /)\n"
"--\n"
"\n"
"Return twice the level.");

#define CLINIC_CONVERTER_DOUBLED_METHODDEF    \
    {"doubled", (PyCFunction)clinic_converter_doubled, METH_O, clinic_converter_doubled__doc__},

static PyObject *
clinic_converter_doubled_impl(PyObject *module, reading found);

static PyObject *
clinic_converter_doubled(PyObject *module, PyObject *arg)
{
    PyObject *return_value = NULL;
    reading found;

    if (!reading_converter(arg, &found)) {
        goto exit;
    }
    return_value = clinic_converter_doubled_impl(module, found);

exit:
    return return_value;
}
/*[clinic end generated code: output=0b7934c95c8c92df input=a9049054013a1b77]*/
