/* Types by their spelling, and the records behind pointers and arrays. */

#include "walker.h"

Type canonical_type(Walker *walker, Type type)
{
    return CALL_CLANG(walker, getCanonicalType, type);
}

bool is_array(Type type)
{
    return type.kind == CONSTANT_ARRAY || type.kind == INCOMPLETE_ARRAY || type.kind == VARIABLE_ARRAY ||
           type.kind == DEPENDENT_ARRAY;
}

Type element_type(Walker *walker, Type type)
{
    type = canonical_type(walker, type);
    while (is_array(type))
        type = canonical_type(walker, CALL_CLANG(walker, getArrayElementType, type));
    return type;
}

static int32_t record_of(Walker *walker, Type element)
{
    if (element.kind == POINTER_TYPE)
        element = canonical_type(walker, CALL_CLANG(walker, getPointeeType, element));
    if (element.kind != RECORD_TYPE)
        return NONE;
    int32_t symbol = symbol_of(walker, CALL_CLANG(walker, getTypeDeclaration, element));
    return symbol == NONE ? NONE : symbol_at(walker, symbol)->id;
}

TypeInfo type_info(Walker *walker, Type type)
{
    Key key = KEY((uintptr_t)type.data[0], (uintptr_t)type.data[1], (uint32_t)type.kind);
    int32_t known = map_get(&walker->types_known, key);
    if (known != NONE)
        return *AT(walker->types, known, TypeInfo);
    Type canonical = canonical_type(walker, type);
    Type element = element_type(walker, canonical);
    TypeInfo found = {
        .spelling = string_number(walker, CALL_CLANG(walker, getTypeSpelling, type)),
        .canonical = string_number(walker, CALL_CLANG(walker, getTypeSpelling, canonical)),
        .is_const = CALL_CLANG(walker, isConstQualifiedType, element) ||
                    CALL_CLANG(walker, isConstQualifiedType, canonical),
        .record = record_of(walker, element),
    };
    *ADD(&walker->memory, &walker->types, TypeInfo) = found;
    if (!walker->memory.failed)
        *map_at(&walker->memory, &walker->types_known, key) = (int32_t)walker->types.count - 1;
    return found;
}

static int add_field(Cursor field, void *data)
{
    Walker *walker = data;
    int32_t name = declared_name(walker, field);
    /* A bit field without a name is padding, which no entry initialises. */
    if (text_length(&walker->texts, name) || !CALL_CLANG(walker, Cursor_isBitField, field))
        *ADD(&walker->memory, &walker->fields, Field) =
            (Field){name, CALL_CLANG(walker, getCursorType, field)};
    return walker->memory.failed ? BREAK : CONTINUE;
}

size_t record_fields(Walker *walker, Type record)
{
    const void *declaration = CALL_CLANG(walker, getTypeDeclaration, record).data[0];
    int32_t *known = map_at(&walker->memory, &walker->records_known, KEY((uintptr_t)declaration));
    if (*known != NONE)
        return (size_t)*known;
    *known = (int32_t)walker->records.count;
    RecordFields found = {walker->fields.count, 0, NONE};
    CALL_CLANG(walker, Type_visitFields, record, add_field, walker);
    found.count = walker->fields.count - found.fields;
    *ADD(&walker->memory, &walker->records, RecordFields) = found;
    return walker->records.count - 1;
}

bool has_pointer(Walker *walker, Type type)
{
    Type element = element_type(walker, type);
    if (element.kind != RECORD_TYPE)
        return element.kind == POINTER_TYPE;
    size_t number = record_fields(walker, element);
    if (walker->memory.failed)
        return false;
    RecordFields record = *AT(walker->records, number, RecordFields);
    if (record.has_pointer == NONE) {
        record.has_pointer = record.count == 0;
        for (size_t index = 0; index < record.count && !record.has_pointer; index++)
            record.has_pointer = has_pointer(walker, AT(walker->fields, record.fields + index, Field)->type);
        if (!walker->memory.failed)
            AT(walker->records, number, RecordFields)->has_pointer = record.has_pointer;
    }
    return record.has_pointer != 0;
}
