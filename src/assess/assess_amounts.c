/* Amounts of sensitive columns that are not all numbers: numbers with a unit (100000 EUR), or among
 * words. */
#include "assess/assess_parts.h"
#include "recognize/value_reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* As data/column_numbers.c has it. */
#define LARGEST_VALUE 1e150

/* Values of a column with the rows that have them. */
typedef struct read_amount {
    double number; /* NaN: it is none */
    uint64_t unit, rows;
} read_amount;

static size_t longest(const dictionary *values) {
    size_t most = 0;
    for (uint32_t code = 0; code < values->size; code++)
        most = dictionary_length(values, code) > most ? dictionary_length(values, code) : most;
    return most;
}

/* 007 is a code, and so are other numbers beside it. */
static bool is_code(const char *value) {
    return value[0] == '0' && value[1] >= '0' && value[1] <= '9';
}

static void read_values(read_amount *each, char *room, const column *of, const shoal_plan *plan) {
    bool coded = false;
    for (uint32_t code = 0; code < of->values.size; code++) {
        const char *value = dictionary_text(&of->values, code);
        value_reading read = {.number = (double)NAN};
        if (!plan_is_missing_in(plan, of->name, value))
            value_read(&read, room, value, dictionary_length(&of->values, code));
        bool amount = fabs(read.number) <= LARGEST_VALUE;
        each[code] = (read_amount){amount ? read.number : (double)NAN, read.unit, 0};
        coded |= amount && read.unit == 0 && is_code(value);
    }
    for (uint32_t code = 0; coded && code < of->values.size; code++)
        if (each[code].unit == 0)
            each[code].number = (double)NAN;
}

static int by_unit(const void *one, const void *other) {
    const read_amount *a = one, *b = other;
    return (a->unit > b->unit) - (a->unit < b->unit);
}

/* The unit of most rows. Where there is but one, numbers without a unit have it, too. */
static void choose_unit(assess_unit *out, read_amount *each, size_t count) {
    uint64_t most = 0, rows = 0;
    size_t units = 0;
    qsort(each, count, sizeof *each, by_unit);
    *out = (assess_unit){.chosen = true};
    for (size_t i = 0; i < count; i++) {
        bool begins = i == 0 || each[i].unit != each[i - 1].unit;
        units += begins && each[i].unit != 0;
        rows = each[i].rows + (begins ? 0 : rows);
        if (rows > most) {
            most = rows;
            out->key = each[i].unit;
        }
    }
    out->common = units == 1;
    if (units == 1)
        out->key = each[count - 1].unit;
}

static bool find_unit(assess_unit *out, const read_amount *each, const column *of, size_t rows) {
    size_t count = 0;
    read_amount *list = memory_new(of->values.size, sizeof *list);
    if (!list)
        return false;
    memcpy(list, each, of->values.size * sizeof *list);
    for (size_t row = 0; row < rows; row++)
        list[codes_get(&of->codes, row)].rows++;
    for (size_t code = 0; code < of->values.size; code++)
        if (!isnan(list[code].number))
            list[count++] = list[code];
    choose_unit(out, list, count);
    memory_free(list);
    return true;
}

shoal_status assess_read_amounts(double **out, assess_unit *unit, const column *of, size_t rows,
                                 const shoal_plan *plan, arena *memory, shoal_error *error) {
    size_t values = of->values.size;
    double *made = arena_new(memory, values, sizeof *made);
    read_amount *each = memory_new(values, sizeof *each);
    char *room = memory_new(value_fold_room(longest(&of->values)), 1);
    bool fine = made && each && room;
    if (fine)
        read_values(each, room, of, plan);
    if (fine && !unit->chosen)
        fine = find_unit(unit, each, of, rows);
    for (size_t code = 0; fine && code < values; code++) {
        bool same = each[code].unit == unit->key || (unit->common && each[code].unit == 0);
        made[code] = same ? each[code].number : (double)NAN;
    }
    memory_free(room);
    memory_free(each);
    *out = made;
    return fine ? SHOAL_OK : status_no_memory(error);
}
