/*[clinic input]
preserve
[clinic start generated code]*/

PyDoc_STRVAR(copied_capsule_table_Counter_add__doc__,
"add($self, sock, /)\n"
"--\n"
"\n");

#define COPIED_CAPSULE_TABLE_COUNTER_ADD_METHODDEF    \
    {"add", (PyCFunction)copied_capsule_table_Counter_add, METH_O, copied_capsule_table_Counter_add__doc__},

static PyObject *
copied_capsule_table_Counter_add_impl(CounterObject *self, PyObject *sock);

static PyObject *
copied_capsule_table_Counter_add(CounterObject *self, PyObject *arg)
{
    PyObject *return_value = NULL;
    PyObject *sock;

    if (!PyObject_TypeCheck(arg, (PySocketModule.Sock_Type))) {
        _PyArg_BadArgument("add", "argument", (PySocketModule.Sock_Type)->tp_name, arg);
        goto exit;
    }
    sock = arg;
    return_value = copied_capsule_table_Counter_add_impl(self, sock);

exit:
    return return_value;
}

PyDoc_STRVAR(copied_capsule_table_expire__doc__,
"expire($module, /)\n"
"--\n"
"\n");

#define COPIED_CAPSULE_TABLE_EXPIRE_METHODDEF    \
    {"expire", (PyCFunction)copied_capsule_table_expire, METH_NOARGS, copied_capsule_table_expire__doc__},

static PyObject *
copied_capsule_table_expire_impl(PyObject *module);

static PyObject *
copied_capsule_table_expire(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return copied_capsule_table_expire_impl(module);
}

#if defined(WITH_ERRORS)

PyDoc_STRVAR(copied_capsule_table_fail__doc__,
"fail($module, /)\n"
"--\n"
"\n");

#define COPIED_CAPSULE_TABLE_FAIL_METHODDEF    \
    {"fail", (PyCFunction)copied_capsule_table_fail, METH_NOARGS, copied_capsule_table_fail__doc__},

static PyObject *
copied_capsule_table_fail_impl(PyObject *module);

static PyObject *
copied_capsule_table_fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return copied_capsule_table_fail_impl(module);
}

#endif /* defined(WITH_ERRORS) */

#ifndef COPIED_CAPSULE_TABLE_FAIL_METHODDEF
    #define COPIED_CAPSULE_TABLE_FAIL_METHODDEF
#endif /* !defined(COPIED_CAPSULE_TABLE_FAIL_METHODDEF) */
/*[clinic end generated code: output=ad7dfad8d336bdd9 input=a9049054013a1b77]*/
