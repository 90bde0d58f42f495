#include <Python.h>
#include <structseq.h>

typedef struct {
    PyTypeObject *Sensor_Type;

    /* The type, which the module fills */
    PyTypeObject *Reading_Type;
} struct_sequence_made_in_another_unit_state;

static inline struct_sequence_made_in_another_unit_state *
get_struct_sequence_made_in_another_unit_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (struct_sequence_made_in_another_unit_state *)state;
}

static inline struct_sequence_made_in_another_unit_state *
get_struct_sequence_made_in_another_unit_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (struct_sequence_made_in_another_unit_state *)state;
}

/* What a sensor tells */
extern PyStructSequence_Desc reading_description;
