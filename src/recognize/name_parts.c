#include "recognize/name_parts.h"

#include "recognize/concept_words.h"
#include "recognize/word_fold.h"
#include "recognize/word_list.h"

#include <string.h>

static bool is_part_byte(char c) {
    return is_ascii_letter(c) || (unsigned char)c >= 0x80;
}

/* Whether a new word begins at `i`. */
static bool is_cut(const char *name, size_t i) {
    if (!is_ascii_upper(name[i]))
        return false;
    bool after_small = is_ascii_lower(name[i - 1]) || (unsigned char)name[i - 1] >= 0x80;
    return after_small || (is_ascii_upper(name[i - 1]) && is_ascii_lower(name[i + 1]));
}

static void add_part(name_parts *to, const char *begin, size_t length) {
    if (to->count == NAME_MOST_PARTS)
        return;
    if (word_fold(to->part[to->count], NAME_PART_SIZE, begin, length) > 0)
        to->count++;
}

/* Leaves out joining words, unless nothing else is there. */
static void drop_fillers(name_parts *parts) {
    size_t kept = 0;
    for (size_t i = 0; i < parts->count; i++) {
        if (parts->count > 1 && word_list_has(filler_words, parts->part[i]))
            continue;
        if (kept != i)
            memcpy(parts->part[kept], parts->part[i], NAME_PART_SIZE);
        kept++;
    }
    parts->count = kept > 0 ? kept : parts->count;
}

void name_parts_cut(name_parts *out, const char *name) {
    out->count = 0;
    out->digits = false;
    for (size_t i = 0; name[i];) {
        if (!is_part_byte(name[i])) {
            out->digits = out->digits || is_ascii_digit(name[i]);
            i++;
            continue;
        }
        size_t begin = i++;
        while (is_part_byte(name[i]) && !is_cut(name, i))
            i++;
        add_part(out, name + begin, i - begin);
    }
    drop_fillers(out);
}

bool name_parts_join(char *out, size_t size, const name_parts *of, size_t begin, size_t end) {
    size_t used = 0;
    for (size_t i = begin; i < end; i++) {
        size_t length = strlen(of->part[i]);
        if (used + length >= size)
            return false;
        memcpy(out + used, of->part[i], length);
        used += length;
    }
    out[used] = '\0';
    return used > 0;
}
