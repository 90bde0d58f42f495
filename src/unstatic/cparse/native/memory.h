/* Growing arrays, tables and texts. When memory runs out, `failed` is set and what is returned can still be written to,
   so that callers need not look after each step; the walk ends soon after, and nothing of it is used. */

#ifndef UNSTATIC_MEMORY_H
#define UNSTATIC_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NONE (-1)

/* The largest item of an array, in bytes. */
#define LARGEST_ITEM 256

typedef struct {
    bool failed;
    char spare[LARGEST_ITEM];
} Memory;

typedef struct {
    char *items;
    size_t count, capacity;
} Array;

/* Append one zeroed item of `size` bytes and return it: valid until the next one is added. */
void *array_add(Memory *memory, Array *array, size_t size);
void array_free(Array *array);

#define ADD(memory, array, type) ((type *)array_add(memory, array, sizeof(type)))
#define AT(array, index, type) (&((type *)(array).items)[index])

typedef struct {
    uint64_t parts[3];
} Key;

/* A hash table from keys to numbers. */
typedef struct {
    struct Slot *slots;
    size_t count, capacity;
} Map;

/* Return where the number of `key` is kept. A new one is NONE. */
int32_t *map_at(Memory *memory, Map *map, Key key);
/* Return the number of `key`, or NONE. */
int32_t map_get(const Map *map, Key key);
void map_free(Map *map);

#define KEY(...) ((Key){{__VA_ARGS__}})
#define PAIR(high, low) ((uint64_t)(uint32_t)(high) << 32 | (uint32_t)(low))

typedef struct {
    int32_t start, length;
} Text;

/* All different texts, each once; a text's number is its place in `spans`. */
typedef struct {
    Array bytes, spans;
    int32_t *slots;
    size_t capacity;
} Texts;

int32_t text_number(Memory *memory, Texts *texts, const char *bytes, size_t length);
/* The bytes of a text, which aren't ended by a zero: valid until the next one is added. */
const char *text_bytes(const Texts *texts, int32_t number);
size_t text_length(const Texts *texts, int32_t number);
void texts_free(Texts *texts);

/* A text in the making. */
typedef Array Buffer;

void buffer_add(Memory *memory, Buffer *buffer, const char *bytes, size_t length);

#endif
