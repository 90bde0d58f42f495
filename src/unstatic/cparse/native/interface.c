/* What the caller sees: a walker for one unit is made, given files when it asks for them, run, read and freed. */

#include "walker.h"

#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#define NAME(result, name, arguments) #name,
static const char *const function_names[] = {CLANG_FUNCTIONS(NAME)};
#undef NAME
#define FUNCTION_COUNT (sizeof function_names / sizeof *function_names)

_Static_assert(sizeof(Clang) == FUNCTION_COUNT * sizeof(void *), "a table of functions is a table of pointers");
_Static_assert(sizeof(Declaration) <= LARGEST_ITEM, "the largest item fits into the spare one");

/* The name of the function of libclang that belongs at `index` of the table that walker_new takes; NULL at its end. */
EXPORT const char *walker_function(size_t index)
{
    return index < FUNCTION_COUNT ? function_names[index] : NULL;
}

EXPORT Walker *walker_new(void *const *functions, void *unit, int is_c, FileCallback ask_file, NameCallback ask_name)
{
    Walker *walker = calloc(1, sizeof *walker);
    if (walker == NULL)
        return NULL;
    memcpy(&walker->clang, functions, sizeof walker->clang);
    walker->unit = unit;
    walker->is_c = is_c != 0;
    walker->ask_file = ask_file;
    walker->ask_name = ask_name;
    walker->last_file = walker->function = walker->initialises = NONE;
    return walker;
}

/* Add a file and return its number. The data, which isn't copied, is that of a file of the project; else NULL. */
EXPORT int walker_add_file(Walker *walker, const char *data, int32_t length, const char *path, int32_t path_length)
{
    int32_t name = text_number(&walker->memory, &walker->texts, path, (size_t)path_length);
    *ADD(&walker->memory, &walker->files, File) = (File){data, length, name};
    return walker->memory.failed ? NONE : (int)walker->files.count - 1;
}

/* Read the records of the preprocessor and find what is at file level. Each step returns whether it succeeded. */
EXPORT int walker_read(Walker *walker)
{
    read_top_level(walker);
    return !walker->memory.failed;
}

/* Put what is in namespaces and `extern "C"`, which can hold whole files, in their place. */
static void open_top(Walker *walker, Cursor cursor, Cursor parent, Array *opened)
{
    if (cursor.kind != NAMESPACE && cursor.kind != LINKAGE_SPEC) {
        *ADD(&walker->memory, opened, Cursor) = cursor;
        *ADD(&walker->memory, opened, Cursor) = parent;
        return;
    }
    size_t count, start = push_children(walker, cursor, &count);
    for (size_t index = start; index < start + count && !walker->memory.failed; index++)
        open_top(walker, child_at(walker, index), cursor, opened);
    drop_children(walker, start);
}

/* Open what holds declarations, and tell where the declarations at file level stand and what they're called. */
EXPORT int walker_open(Walker *walker)
{
    Array closed = walker->top_cursors, opened = {0};
    for (size_t index = 0; index + 1 < closed.count; index += 2)
        open_top(walker, *AT(closed, index, Cursor), *AT(closed, index + 1, Cursor), &opened);
    array_free(&closed);
    walker->top_cursors = opened;
    for (size_t index = 0; index + 1 < opened.count && !walker->memory.failed; index += 2) {
        Cursor cursor = *AT(opened, index, Cursor);
        Top top = {{NONE, 0, 0}, declared_name(walker, cursor)};
        if (!span_of(walker, cursor, &top.span))
            top.span.file = NONE;
        *ADD(&walker->memory, &walker->tops, Top) = top;
    }
    return !walker->memory.failed;
}

/* Walk through the declarations at file level that are chosen; through all if `chosen` is NULL. */
EXPORT int walker_walk(Walker *walker, const int32_t *chosen, size_t count)
{
    size_t all = walker->top_cursors.count / 2;
    count = chosen ? count : all;
    for (size_t index = 0; index < count && !walker->memory.failed; index++) {
        size_t top = chosen ? (size_t)chosen[index] : index;
        if (top < all)
            walk_top(walker, *AT(walker->top_cursors, 2 * top, Cursor), *AT(walker->top_cursors, 2 * top + 1, Cursor));
    }
    return !walker->memory.failed;
}

static int compare(const void *one, const void *other)
{
    const int32_t *left = one, *right = other; /* an Order, with which each sorted item begins */
    for (size_t index = 0; index < sizeof(Order) / sizeof(int32_t); index++)
        if (left[index] != right[index])
            return left[index] < right[index] ? -1 : 1;
    return 0;
}

#define SORT(array, type, file, ranks) \
    do { \
        for (size_t index = 0; index < (array).count; index++) \
            AT(array, index, type)->order.rank = (ranks)[AT(array, index, type)->file]; \
        if ((array).count) \
            qsort((array).items, (array).count, sizeof(type), compare); \
    } while (0)

/* Bring what was found in the order of files, which `ranks` has by their numbers, and of places in them. */
EXPORT void walker_sort(Walker *walker, const int32_t *ranks, size_t count)
{
    if (count < walker->files.count)
        return;
    SORT(walker->expansions, Expansion, span.file, ranks);
    SORT(walker->references, Reference, file, ranks);
    SORT(walker->declarations, Declaration, span.file, ranks);
}

/* Return where the items of one kind are, how many, and how many numbers of 32 bits each of them has. */
EXPORT const void *walker_items(const Walker *walker, int kind, size_t *count, size_t *numbers)
{
    const struct {
        const Array *array;
        size_t size;
    } kinds[] = {
        {&walker->texts.spans, sizeof(Text)},           {&walker->symbols, sizeof(Symbol)},
        {&walker->expansions, sizeof(Expansion)},       {&walker->definitions, sizeof(Definition)},
        {&walker->inclusions, sizeof(Inclusion)},       {&walker->tops, sizeof(Top)},
        {&walker->references, sizeof(Reference)},       {&walker->declarations, sizeof(Declaration)},
        {&walker->entries, sizeof(Entry)},              {&walker->parameters, sizeof(int32_t)},
        {&walker->constructions, sizeof(Construction)}, {&walker->lambdas, sizeof(Lambda)},
    };
    *count = *numbers = 0;
    if (kind < 0 || (size_t)kind >= sizeof kinds / sizeof *kinds)
        return NULL;
    *count = kinds[kind].array->count;
    *numbers = kinds[kind].size / sizeof(int32_t);
    return kinds[kind].array->items;
}

/* Return the bytes of all texts, which `Text` counts in. */
EXPORT const char *walker_bytes(const Walker *walker, size_t *length)
{
    *length = walker->texts.bytes.count;
    return walker->texts.bytes.items;
}

EXPORT void walker_free(Walker *walker)
{
    if (walker == NULL)
        return;
    Array *arrays[] = {&walker->files, &walker->expansions, &walker->definitions, &walker->inclusions, &walker->tops,
                       &walker->symbols, &walker->references, &walker->declarations, &walker->entries,
                       &walker->parameters, &walker->constructions, &walker->lambdas, &walker->children,
                       &walker->top_cursors, &walker->types, &walker->fields, &walker->records,
                       &walker->raw_entries};
    Map *maps[] = {&walker->file_numbers, &walker->expansion_at, &walker->defined, &walker->symbol_of,
                   &walker->static_locals, &walker->types_known, &walker->records_known, &walker->declaration_at,
                   &walker->reference_at, &walker->records_seen};
    for (size_t index = 0; index < sizeof arrays / sizeof *arrays; index++)
        array_free(arrays[index]);
    for (size_t index = 0; index < sizeof maps / sizeof *maps; index++)
        map_free(maps[index]);
    texts_free(&walker->texts);
    free(walker);
}
