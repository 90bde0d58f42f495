/* Brace initialisers entry by entry, in the order in which they're written. */

#include "walker.h"

#include <string.h>

#define MAX_DEPTH 3
#define MAX_ENTRIES 5000

/* The type that a brace list initialises, and the element that comes next; `index` is NONE once unknown. */
typedef struct {
    bool has_fields, has_element;
    RecordFields fields;
    Type element;
    int32_t index;
} Aggregate;

typedef struct {
    bool is_known;
    Type type;
} Expected;

static const Expected UNKNOWN_TYPE;

static bool read_list(Walker *walker, Cursor braces, Expected of, int32_t file, int depth, Entry *result);

static Aggregate aggregate_of(Walker *walker, Expected of)
{
    Aggregate found = {0};
    if (!of.is_known)
        return found;
    Type canonical = canonical_type(walker, of.type);
    if (canonical.kind == RECORD_TYPE) {
        size_t number = record_fields(walker, canonical);
        if (!walker->memory.failed) {
            found.fields = *AT(walker->records, number, RecordFields);
            found.has_fields = true;
        }
    } else if (is_array(canonical)) {
        found.element = CALL_CLANG(walker, getArrayElementType, canonical);
        found.has_element = true;
    }
    return found;
}

static const Field *field_at(const Walker *walker, const Aggregate *aggregate)
{
    if (!aggregate->has_fields || aggregate->index == NONE || (size_t)aggregate->index >= aggregate->fields.count)
        return NULL;
    return AT(walker->fields, aggregate->fields.fields + (size_t)aggregate->index, Field);
}

static int32_t next_field(const Walker *walker, const Aggregate *aggregate)
{
    const Field *field = field_at(walker, aggregate);
    return field && text_length(&walker->texts, field->name) ? field->name : NONE;
}

static Expected next_type(const Walker *walker, const Aggregate *aggregate)
{
    if (!aggregate->has_fields)
        return (Expected){aggregate->has_element, aggregate->element};
    const Field *field = field_at(walker, aggregate);
    return field ? (Expected){true, field->type} : UNKNOWN_TYPE;
}

/* Go on at the field that a designator names; at NONE if that can't be told. */
static void go_to(const Walker *walker, Aggregate *aggregate, int32_t name)
{
    aggregate->index = NONE;
    for (size_t index = 0; name != NONE && aggregate->has_fields && index < aggregate->fields.count; index++)
        if (AT(walker->fields, aggregate->fields.fields + index, Field)->name == name) {
            aggregate->index = (int32_t)index;
            return;
        }
}

/* Find the brace list of a value: C++ wraps it when temporaries are made in it. */
static bool braces_of(Walker *walker, Cursor value, Cursor *braces)
{
    while (value.kind == UNEXPOSED) {
        size_t count, start = push_children(walker, value, &count);
        if (count == 1)
            value = child_at(walker, start);
        drop_children(walker, start);
        if (count != 1)
            return false;
    }
    *braces = value;
    return value.kind == INIT_LIST;
}

static bool is_word(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_';
}

static bool is_blank(unsigned char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Whether a designator is written at an offset: `.name`, `[index]` or `name:`. */
static bool is_designator(const File *file, int32_t offset)
{
    unsigned char first = byte_at(file, offset);
    if (first == '[')
        return true;
    if (first == '.')
        return !(byte_at(file, offset + 1) >= '0' && byte_at(file, offset + 1) <= '9');
    if (!is_word(first) || (first >= '0' && first <= '9'))
        return false;
    while (is_word(byte_at(file, offset)))
        offset++;
    while (is_blank(byte_at(file, offset)))
        offset++;
    return byte_at(file, offset) == ':' && byte_at(file, offset + 1) != ':';
}

/* Whether a node is a designated entry, with `count` children on the stack. */
static bool is_designated(const Walker *walker, Cursor entry, size_t children, size_t count, Span span)
{
    if (entry.kind != UNEXPOSED || count < 2)
        return false;
    return child_at(walker, children).kind == MEMBER_REF || byte_at(file_at(walker, span.file), span.start) == '[';
}

/* The field that a designator names, or NONE. */
static int32_t designated_field(Walker *walker, Cursor part)
{
    if (part.kind != MEMBER_REF)
        return NONE;
    int32_t name = declared_name(walker, CALL_CLANG(walker, getCursorReferenced, part));
    return text_length(&walker->texts, name) ? name : NONE;
}

static Expected designated_type(Walker *walker, Cursor part)
{
    if (part.kind != MEMBER_REF)
        return UNKNOWN_TYPE;
    Cursor field = CALL_CLANG(walker, getCursorReferenced, part);
    return (Expected){field.kind == FIELD, CALL_CLANG(walker, getCursorType, field)};
}

/* Enter the entries of a nested brace list, and whether a macro makes its braces. False if they can't be read. */
static bool read_nested(Walker *walker, Cursor value, int32_t start, Expected expected, int32_t file, int depth,
                        Entry *entry)
{
    Cursor braces;
    entry->children_count = NONE;
    if (!braces_of(walker, value, &braces))
        return true;
    if (byte_at(file_at(walker, file), start) != '{') {
        entry->macro = 1;
        return true;
    }
    return depth >= MAX_DEPTH || read_list(walker, braces, expected, file, depth + 1, entry);
}

/* The dotted name of the designators on the stack; NONE if one of them names no field. */
static int32_t dotted_field(Walker *walker, size_t parts, size_t count)
{
    Buffer name = {0};
    bool is_named = true;
    for (size_t index = 0; index < count && is_named; index++) {
        int32_t part = designated_field(walker, child_at(walker, parts + index));
        is_named = part != NONE;
        if (index)
            add_chars(walker, &name, ".");
        add_text(walker, &name, part);
    }
    int32_t found = is_named ? number_of(walker, &name) : NONE;
    array_free(&name);
    return found;
}

static bool read_designated(Walker *walker, size_t parts, size_t count, Span span, Aggregate *aggregate, int depth,
                            Entry *entry)
{
    Cursor value = child_at(walker, parts + count - 1);
    int32_t field = dotted_field(walker, parts, count - 1);
    Expected expected = designated_type(walker, child_at(walker, parts + count - 2));
    go_to(walker, aggregate, field);
    if (count > 2 && designated_field(walker, child_at(walker, parts)) != NONE)
        aggregate->index = NONE;
    int32_t index = aggregate->index;
    Span found;
    if (!span_of(walker, value, &found) || found.file != span.file)
        return false;
    bool is_written = is_designator(file_at(walker, span.file), span.start) &&
                      expansion_at(walker, span.file, span.start) == NONE;
    if (!read_nested(walker, value, found.start, expected, span.file, depth, entry))
        return false;
    bool is_inside = span.start <= found.start && found.end <= span.end;
    if (aggregate->index != NONE)
        aggregate->index++;
    entry->field = field;
    entry->index = index;
    entry->designated = 1;
    entry->start = span.start;
    entry->end = span.end;
    entry->value_start = is_inside ? found.start : span.start;
    entry->value_end = is_inside ? found.end : span.end;
    entry->macro = entry->macro || !is_written;
    return true;
}

/* Whether an entry opens an inner aggregate without braces of its own. */
static bool is_elided(Walker *walker, Cursor value, Expected expected)
{
    Cursor braces;
    if (!expected.is_known || braces_of(walker, value, &braces))
        return false;
    Type wanted = canonical_type(walker, expected.type);
    if (wanted.kind != RECORD_TYPE && !is_array(wanted))
        return false;
    Type given = canonical_type(walker, CALL_CLANG(walker, getCursorType, value));
    return given.kind != RECORD_TYPE && !is_array(given);
}

static bool read_positional(Walker *walker, Cursor value, Span span, Aggregate *aggregate, int depth, Entry *entry)
{
    Expected expected = next_type(walker, aggregate);
    int32_t field = next_field(walker, aggregate);
    int32_t index = aggregate->index;
    if (index != NONE && is_elided(walker, value, expected)) {
        /* What follows can't be counted. */
        aggregate->index = index = field = NONE;
    }
    if (!read_nested(walker, value, span.start, expected, span.file, depth, entry))
        return false;
    if (aggregate->index != NONE)
        aggregate->index++;
    entry->field = field;
    entry->index = index;
    entry->start = entry->value_start = span.start;
    entry->end = entry->value_end = span.end;
    return true;
}

static bool read_entry(Walker *walker, Cursor child, Aggregate *aggregate, int32_t file, int depth, Entry *entry)
{
    Span span;
    if (!span_of(walker, child, &span) || span.file != file)
        return false;
    size_t count = 0, parts = walker->children.count;
    if (child.kind == UNEXPOSED)
        parts = push_children(walker, child, &count);
    bool is_read = is_designated(walker, child, parts, count, span)
                       ? read_designated(walker, parts, count, span, aggregate, depth, entry)
                       : read_positional(walker, child, span, aggregate, depth, entry);
    drop_children(walker, parts);
    return is_read;
}

/* How many of the raw entries from `index` on are made by one macro call. */
static size_t length_of_run(const Walker *walker, size_t index, int32_t file)
{
    const Entry *first = AT(walker->raw_entries, index, Entry);
    size_t end = index + 1;
    if (expansion_at(walker, file, first->start) == NONE)
        return 1;
    while (end < walker->raw_entries.count && AT(walker->raw_entries, end, Entry)->start == first->start &&
           AT(walker->raw_entries, end, Entry)->end == first->end)
        end++;
    return end - index;
}

/* Move the raw entries from `base` on to the result, where those that one macro call makes become one. */
static void keep_entries(Walker *walker, size_t base, int32_t file, Entry *result)
{
    size_t written = base;
    for (size_t index = base, run; index < walker->raw_entries.count; index += run) {
        run = length_of_run(walker, index, file);
        Entry first = *AT(walker->raw_entries, index, Entry);
        if (run > 1) {
            int32_t made = (int32_t)walker->entries.count;
            for (size_t one = index; one < index + run; one++)
                *ADD(&walker->memory, &walker->entries, Entry) = *AT(walker->raw_entries, one, Entry);
            first = (Entry){NONE, first.index, 0, first.start, first.end, first.start, first.end, 0, NONE, 1, made,
                            (int32_t)run};
        }
        *AT(walker->raw_entries, written++, Entry) = first;
    }
    result->children = (int32_t)walker->entries.count;
    result->children_count = (int32_t)(written - base);
    for (size_t index = base; index < written; index++)
        *ADD(&walker->memory, &walker->entries, Entry) = *AT(walker->raw_entries, index, Entry);
    walker->raw_entries.count = base;
}

static bool read_list(Walker *walker, Cursor braces, Expected of, int32_t file, int depth, Entry *result)
{
    Aggregate aggregate = aggregate_of(walker, of);
    size_t base = walker->raw_entries.count;
    size_t count, start = push_children(walker, braces, &count);
    walker->entry_count += (int32_t)count;
    bool is_read = walker->entry_count <= MAX_ENTRIES;
    for (size_t index = 0; index < count && is_read; index++) {
        Entry entry = {0};
        is_read = read_entry(walker, child_at(walker, start + index), &aggregate, file, depth, &entry) &&
                  !walker->memory.failed;
        if (is_read)
            *ADD(&walker->memory, &walker->raw_entries, Entry) = entry;
    }
    drop_children(walker, start);
    if (is_read && !walker->memory.failed)
        keep_entries(walker, base, file, result);
    return is_read;
}

int32_t read_entries(Walker *walker, Cursor value, Type type, int32_t file, int32_t *count)
{
    Cursor braces;
    Span span;
    Entry result = {0};
    *count = NONE;
    /* Tables of plain numbers can be huge, and nothing in them refers to anything. */
    if (!has_pointer(walker, type) || !braces_of(walker, value, &braces))
        return NONE;
    if (!span_of(walker, braces, &span) || span.file != file || byte_at(file_at(walker, file), span.start) != '{')
        return NONE;
    walker->entry_count = 0;
    size_t entries = walker->entries.count, raw = walker->raw_entries.count;
    if (!read_list(walker, braces, (Expected){true, type}, file, 1, &result) || walker->memory.failed) {
        walker->entries.count = entries;
        walker->raw_entries.count = raw;
        return NONE;
    }
    *count = result.children_count;
    return result.children;
}
