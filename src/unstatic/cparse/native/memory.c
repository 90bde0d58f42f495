#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* What the interface gives out are numbers of 32 bits. */
#define MOST INT32_MAX

struct Slot {
    Key key;
    int32_t value;
    bool is_used;
};

static bool reserve(Memory *memory, Array *array, size_t more, size_t size)
{
    if (more <= array->capacity - array->count)
        return true;
    size_t wanted = array->count + more;
    size_t capacity = array->capacity ? array->capacity * 2 : 64;
    if (capacity < wanted)
        capacity = wanted;
    char *grown = NULL;
    if (!memory->failed && wanted <= MOST && capacity <= SIZE_MAX / size)
        grown = realloc(array->items, capacity * size);
    if (grown == NULL) {
        memory->failed = true;
        return false;
    }
    array->items = grown;
    array->capacity = capacity;
    return true;
}

void *array_add(Memory *memory, Array *array, size_t size)
{
    if (!reserve(memory, array, 1, size))
        return memset(memory->spare, 0, size);
    return memset(array->items + array->count++ * size, 0, size);
}

void array_free(Array *array)
{
    free(array->items);
    *array = (Array){0};
}

void buffer_add(Memory *memory, Buffer *buffer, const char *bytes, size_t length)
{
    if (length == 0 || !reserve(memory, buffer, length, 1))
        return;
    memcpy(buffer->items + buffer->count, bytes, length);
    buffer->count += length;
}

static uint64_t mixed(uint64_t hash)
{
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdu;
    hash ^= hash >> 33;
    hash *= 0xc4ceb9fe1a85ec53u;
    return hash ^ hash >> 33;
}

static bool same_key(const Key *one, const Key *other)
{
    return one->parts[0] == other->parts[0] && one->parts[1] == other->parts[1] && one->parts[2] == other->parts[2];
}

/* Return the slot that has `key`, or the free one that would take it. The table is never full. */
static struct Slot *slot_of(const Map *map, const Key *key)
{
    uint64_t hash = mixed(key->parts[0] + mixed(key->parts[1] + mixed(key->parts[2])));
    size_t index = hash & (map->capacity - 1);
    while (map->slots[index].is_used && !same_key(&map->slots[index].key, key))
        index = (index + 1) & (map->capacity - 1);
    return &map->slots[index];
}

static bool grow_map(Memory *memory, Map *map)
{
    Map grown = {.capacity = map->capacity ? map->capacity * 2 : 256};
    if (!memory->failed && grown.capacity <= MOST)
        grown.slots = calloc(grown.capacity, sizeof(struct Slot));
    if (grown.slots == NULL) {
        memory->failed = true;
        return false;
    }
    for (size_t index = 0; index < map->capacity; index++)
        if (map->slots[index].is_used)
            *slot_of(&grown, &map->slots[index].key) = map->slots[index];
    grown.count = map->count;
    free(map->slots);
    *map = grown;
    return true;
}

int32_t *map_at(Memory *memory, Map *map, Key key)
{
    if (map->count * 2 >= map->capacity && !grow_map(memory, map)) {
        int32_t *spare = (int32_t *)(void *)memory->spare;
        *spare = NONE;
        return spare;
    }
    struct Slot *slot = slot_of(map, &key);
    if (!slot->is_used) {
        *slot = (struct Slot){key, NONE, true};
        map->count++;
    }
    return &slot->value;
}

int32_t map_get(const Map *map, Key key)
{
    if (map->capacity == 0)
        return NONE;
    const struct Slot *slot = slot_of(map, &key);
    return slot->is_used ? slot->value : NONE;
}

void map_free(Map *map)
{
    free(map->slots);
    *map = (Map){0};
}

static uint64_t hash_of(const char *bytes, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t index = 0; index < length; index++)
        hash = (hash ^ (unsigned char)bytes[index]) * 0x100000001b3u;
    return mixed(hash);
}

/* Return the slot that holds the number of a text, or the free one (0) that would take it; numbers are kept plus one. */
static int32_t *text_slot(const Texts *texts, const char *bytes, size_t length)
{
    size_t index = hash_of(bytes, length) & (texts->capacity - 1);
    while (texts->slots[index]) {
        int32_t number = texts->slots[index] - 1;
        if (text_length(texts, number) == length && memcmp(text_bytes(texts, number), bytes, length) == 0)
            break;
        index = (index + 1) & (texts->capacity - 1);
    }
    return &texts->slots[index];
}

static bool grow_texts(Memory *memory, Texts *texts)
{
    Texts grown = *texts;
    grown.capacity = texts->capacity ? texts->capacity * 2 : 1024;
    grown.slots = memory->failed || grown.capacity > MOST ? NULL : calloc(grown.capacity, sizeof *grown.slots);
    if (grown.slots == NULL) {
        memory->failed = true;
        return false;
    }
    for (size_t number = 0; number < texts->spans.count; number++)
        *text_slot(&grown, text_bytes(texts, (int32_t)number), text_length(texts, (int32_t)number)) =
            (int32_t)number + 1;
    free(texts->slots);
    *texts = grown;
    return true;
}

int32_t text_number(Memory *memory, Texts *texts, const char *bytes, size_t length)
{
    if (texts->spans.count * 2 >= texts->capacity && !grow_texts(memory, texts))
        return NONE;
    int32_t *slot = text_slot(texts, bytes, length);
    if (*slot)
        return *slot - 1;
    size_t start = texts->bytes.count;
    buffer_add(memory, &texts->bytes, bytes, length);
    *ADD(memory, &texts->spans, Text) = (Text){(int32_t)start, (int32_t)length};
    if (memory->failed)
        return NONE;
    *slot = (int32_t)texts->spans.count;
    return *slot - 1;
}

const char *text_bytes(const Texts *texts, int32_t number)
{
    size_t start = number == NONE ? 0 : (size_t)AT(texts->spans, number, Text)->start;
    return texts->bytes.items ? texts->bytes.items + start : "";
}

size_t text_length(const Texts *texts, int32_t number)
{
    return number == NONE ? 0 : (size_t)AT(texts->spans, number, Text)->length;
}

void texts_free(Texts *texts)
{
    array_free(&texts->bytes);
    array_free(&texts->spans);
    free(texts->slots);
    *texts = (Texts){0};
}
