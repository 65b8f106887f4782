/* What the order of rows gives away: whoever can list the people by a column of the input finds
 * their rows by their place, however coarse the published cells are. */
#include "warn/warn.h"

#include "base/memory.h"
#include "data/number.h"

#include <stdlib.h>
#include <string.h>

/* ---- Orders of values ------------------------------------------------------------------------ */

typedef struct numbered_code {
    double value;
    uint32_t code;
} numbered_code;

static int compare_numbers(const void *one, const void *other) {
    const numbered_code *a = one, *b = other;
    return a->value != b->value ? (a->value > b->value) - (a->value < b->value)
                                : (a->code > b->code) - (a->code < b->code);
}

static int compare_texts(const void *one, const void *other) {
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* rank[code], so that values with smaller numbers have smaller ranks; false where some value is no
 * number. */
static bool rank_numbers(uint32_t *rank, const dictionary *values, numbered_code *room) {
    for (uint32_t code = 0; code < values->size; code++) {
        number found;
        const char *text = dictionary_text(values, code);
        size_t length = dictionary_length(values, code);
        if (length > 0 && !number_parse(&found, text, length))
            return false;
        room[code] = (numbered_code){length ? number_value(&found) : 0, code};
    }
    qsort(room, values->size, sizeof *room, compare_numbers);
    for (uint32_t i = 0; i < values->size; i++)
        rank[room[i].code] = i;
    return true;
}

/* Texts back to back: the place of each in the dictionary says its code again. */
static void rank_texts(uint32_t *rank, const dictionary *values, const char **room) {
    for (uint32_t code = 0; code < values->size; code++)
        room[code] = dictionary_text(values, code);
    qsort(room, values->size, sizeof *room, compare_texts);
    for (uint32_t i = 0; i < values->size; i++) {
        size_t offset = (size_t)(room[i] - values->bytes), low = 0, high = values->size;
        while (low + 1 < high) {
            size_t middle = (low + high) / 2;
            if (values->offsets[middle] <= offset)
                low = middle;
            else
                high = middle;
        }
        rank[low] = i;
    }
}

/* ---- Finding people by their place ----------------------------------------------------------- */

typedef struct sorted_by {
    const shoal_table *table;
    const column *of;
    const uint32_t *rank; /* [codes] */
    size_t *first;        /* [codes + 1] by rank: the place where each value begins in the list */
} sorted_by;

/* People with the same value stand beside each other in the list, in an order that the attacker
 * guesses: of those whose row is in their stretch, one in as many as the stretch is long. */
static double share_found(const sorted_by *by, bool descending) {
    const shoal_table *table = by->table;
    double found = 0;
    for (size_t row = 0; row < table->rows; row++) {
        uint32_t rank = by->rank[codes_get(&by->of->codes, row)];
        size_t place = descending ? table->rows - 1 - row : row;
        if (place >= by->first[rank] && place < by->first[rank + 1])
            found += 1.0 / (double)(by->first[rank + 1] - by->first[rank]);
    }
    return found / (double)table->rows;
}

static double best_direction(const sorted_by *by) {
    size_t values = by->of->values.size;
    memset(by->first, 0, (values + 1) * sizeof *by->first);
    for (size_t row = 0; row < by->table->rows; row++)
        by->first[by->rank[codes_get(&by->of->codes, row)] + 1]++;
    for (size_t i = 0; i < values; i++)
        by->first[i + 1] += by->first[i];
    double up = share_found(by, false), down = share_found(by, true);
    return up > down ? up : down;
}

static bool measure(double *share, const shoal_table *table, const column *of) {
    size_t values = of->values.size;
    uint32_t *rank = memory_new(values, sizeof *rank);
    size_t *first = memory_new(values + 1, sizeof *first);
    void *room = memory_new(values, sizeof(numbered_code));
    bool made = rank && first && room;
    if (made) {
        sorted_by by = {table, of, rank, first};
        rank_texts(rank, &of->values, room);
        *share = best_direction(&by);
        double by_number = rank_numbers(rank, &of->values, room) ? best_direction(&by) : 0;
        *share = by_number > *share ? by_number : *share;
    }
    memory_free(rank);
    memory_free(first);
    memory_free(room);
    return made;
}

shoal_status warn_order(warning_list *out, const shoal_table *table, shoal_error *error) {
    const char *best = NULL;
    double most = 0;
    for (size_t i = 0; i < table->columns; i++) {
        double share = 0;
        if (!table->column[i].kept)
            continue;
        if (!measure(&share, table, &table->column[i]))
            return status_no_memory(error);
        if (!best || share > most) {
            best = table->column[i].name;
            most = share;
        }
    }
    warnings_add(
        out, warning_input_order, NULL,
        "rows are published in the order of the input: an attacker who lists the people by "
        "'%.60s' finds the rows of %.1f %% of them by their place; orders that no column "
        "has, such as that of arrival, are not measured",
        best ? best : "", 100 * most);
    warnings_text(out, "column", best ? best : "");
    warnings_number(out, "found", most);
    return out->failed ? status_no_memory(error) : SHOAL_OK;
}
