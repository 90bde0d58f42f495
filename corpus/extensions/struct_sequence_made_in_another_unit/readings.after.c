#include "readings.h"

static PyStructSequence_Field reading_fields[] = {
    {"place", "where it was measured"},
    {"degrees", "in Celsius"},
    {NULL, NULL}
};

PyStructSequence_Desc reading_description = {
    "struct_sequence_made_in_another_unit.Reading",
    "What a sensor tells.",
    reading_fields,
    2
};
