#include "base/nearest_name.h"

#include <shoal.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Characters of a name that are enough to mean one that begins with them. */
#define NAME_BEGINNING 3

#define LARGEST ((uint32_t)0x10FFFF)

/* ---- Characters ------------------------------------------------------------------------------ */

/* The next character; *length is how many bytes it takes. A byte that is no UTF-8 is one of its
 * own, beyond all others. */
static uint32_t next_character(const char *at, size_t *length) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)at[0];
    size_t count = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    *length = 1;
    if (count == 1)
        return first;
    uint32_t found = count == 2 ? first & 0x1F : count == 3 ? first & 0x0F : first & 0x07;
    for (size_t i = 1; i < count; i++) {
        if (((unsigned char)at[i] & 0xC0) != 0x80)
            return LARGEST + first;
        found = found << 6 | ((unsigned char)at[i] & 0x3F);
    }
    if (count == 0 || found < least[count] || found > LARGEST)
        return LARGEST + first;
    *length = count;
    return found;
}

/* Blanks other than the usual one, marks without width, controls. */
static bool is_invisible(uint32_t character) {
    return character < ' ' || (character >= 0x7F && character <= 0xA0) || character == 0xAD ||
           (character >= 0x2000 && character <= 0x200F) ||
           (character >= 0x2028 && character <= 0x202F) ||
           (character >= 0x205F && character <= 0x206F) || character == 0x3000 ||
           character == 0xFEFF || character == 0x1680 || character == 0x180E;
}

/* Small letters for capital ones, of the scripts that have both. */
static uint32_t fold(uint32_t c) {
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
        (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
        return c + 0x20;
    if (c >= 0x400 && c <= 0x40F)
        return c + 0x50;
    if ((c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177))
        return c | 1;
    return c == ' ' || c == '-' ? '_' : c;
}

/* The visible characters of a name, without blanks around it. */
static size_t read_name(uint32_t out[NAME_COMPARED], const char *name) {
    size_t count = 0, length;
    name += strspn(name, " ");
    for (; *name && count < NAME_COMPARED; name += length) {
        uint32_t character = next_character(name, &length);
        if (!is_invisible(character) && name[strspn(name, " ")])
            out[count++] = fold(character);
    }
    return count;
}

/* ---- Distances ------------------------------------------------------------------------------- */

static size_t least_of(size_t one, size_t other) {
    return one < other ? one : other;
}

typedef size_t distance_row[NAME_COMPARED + 1];

/* The row of `i` characters of the one, from the rows of one and two fewer. */
static void next_row(distance_row row, const distance_row above, const distance_row before,
                     const uint32_t *one, size_t i, const uint32_t *other, size_t count) {
    row[0] = i;
    for (size_t j = 1; j <= count; j++) {
        row[j] = least_of(above[j] + 1, row[j - 1] + 1);
        row[j] = least_of(row[j], above[j - 1] + (one[i - 1] != other[j - 1]));
        if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
            row[j] = least_of(row[j], before[j - 2] + 1);
    }
}

static size_t distance(const uint32_t *one, size_t one_count, const uint32_t *other, size_t count) {
    distance_row rows[3] = {{0}};
    for (size_t j = 0; j <= count; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= one_count; i++)
        next_row(rows[i % 3], rows[(i + 2) % 3], rows[(i + 1) % 3], one, i, other, count);
    return rows[one_count % 3][count];
}

size_t name_distance(const char *one, const char *other) {
    uint32_t first[NAME_COMPARED], second[NAME_COMPARED];
    size_t length = read_name(first, one);
    return distance(first, length, second, read_name(second, other));
}

/* The distance, or SIZE_MAX when it is too large. */
static size_t near_distance(const char *one, const char *other) {
    uint32_t first[NAME_COMPARED], second[NAME_COMPARED];
    size_t a = read_name(first, one), b = read_name(second, other);
    size_t found = distance(first, a, second, b), both = least_of(a, b);
    bool begins = both >= NAME_BEGINNING && memcmp(first, second, both * sizeof *first) == 0;
    return begins || found * 3 <= a + b - both ? found : SIZE_MAX;
}

bool name_is_near(const char *one, const char *other) {
    return near_distance(one, other) < SIZE_MAX;
}

size_t name_nearest(const char *wrong, name_getter *get, const void *list, size_t count) {
    size_t nearest = count, least = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t found = near_distance(wrong, get(list, i));
        if (found < least) {
            least = found;
            nearest = i;
        }
    }
    return nearest;
}

static const char *name_at(const void *list, size_t index) {
    return ((const char *const *)list)[index];
}

const char *shoal_nearest_name(const char *wrong, const char *const *names) {
    size_t count = 0;
    while (names[count])
        count++;
    size_t nearest = name_nearest(wrong, name_at, names, count);
    return nearest < count ? names[nearest] : NULL;
}

const char *name_hint(char out[NAME_HINT_SIZE], const char *wrong, const char *const *names) {
    const char *nearest = shoal_nearest_name(wrong, names);
    out[0] = '\0';
    if (nearest)
        snprintf(out, NAME_HINT_SIZE, " (did you mean %.50s?)", nearest);
    return out;
}

/* ---- Shown ----------------------------------------------------------------------------------- */

/* One character as it is shown; its length. */
static size_t show_character(char out[16], const char *at, size_t length, uint32_t character) {
    int used;
    if (character > LARGEST)
        used = snprintf(out, 16, "\\x%02x", (unsigned char)*at);
    else if (!is_invisible(character))
        used = snprintf(out, 16, "%.*s", (int)length, at);
    else if (character == '\t' || character == '\n' || character == '\r')
        used = snprintf(out, 16, "\\%c", character == '\t' ? 't' : character == '\n' ? 'n' : 'r');
    else
        used = snprintf(out, 16, character < 0x80 ? "\\x%02x" : "\\u%04x", (unsigned)character);
    return (size_t)used;
}

void name_show(char *out, size_t size, const char *name) {
    static const char cut[] = "…";
    size_t used = 0, fits = 0, length;
    for (; *name; name += length) {
        char shown[16];
        uint32_t character = next_character(name, &length);
        size_t more = show_character(shown, name, length, character);
        if (used + more >= size) {
            memcpy(out + fits, cut, sizeof cut);
            return;
        }
        memcpy(out + used, shown, more);
        used += more;
        if (used + sizeof cut <= size)
            fits = used;
    }
    out[used] = '\0';
}
