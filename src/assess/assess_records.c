/* One line for each row: how much it is at risk, and why. */
#include "assess/assess_parts.h"
#include "data/class_table.h"
#include "store/sink.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_COLUMNS 24
#define LONGEST 32 /* bytes of a number */

/* What the lines of a column are numbered by. */
typedef enum record_by { BY_ROW, BY_CLASS, BY_HOUSEHOLD } record_by;

typedef struct record_column {
    record_by by;
    const codes *codes; /* [row] of a column of the table; NULL: */
    uint32_t *code;     /* [item] of its label; NULL: the row's number */
} record_column;

typedef struct records {
    const assessing *run;
    size_t items; /* classes, and those of suppressed rows and of rows that do not count */
    size_t columns;
    feed_column shown[MOST_COLUMNS];
    record_column column[MOST_COLUMNS];
    arena memory;
} records;

/* ---- Columns --------------------------------------------------------------------------------- */

/* Numbers that are equal have one label; NaN is an empty cell. */
static bool label_numbers(record_column *out, feed_column *shown, const double *values,
                          size_t count, arena *memory) {
    class_table table = {0};
    uint64_t *keys = memory_new(count, sizeof *keys);
    out->code = arena_new(memory, count, sizeof *out->code);
    bool made = keys && out->code && class_table_reset(&table, 1, 64, 1024);
    if (made) {
        memcpy(keys, values, count * sizeof *keys);
        made = class_table_add(&table, keys, NULL, count);
    }
    const char **labels = made ? arena_new(memory, table.classes, sizeof *labels) : NULL;
    for (size_t i = 0; labels && made && i < table.classes; i++) {
        char printed[LONGEST] = "";
        double value;
        memcpy(&value, &table.keys[i], sizeof value);
        int length = isnan(value) ? 0 : snprintf(printed, sizeof printed, "%.9g", value);
        labels[i] = arena_text(memory, printed, (size_t)length);
        made = labels[i] != NULL;
    }
    for (size_t i = 0; labels && made && i < count; i++)
        out->code[i] = class_table_find(&table, &keys[i]);
    shown->labels = labels;
    shown->label_count = table.classes;
    memory_free(keys);
    class_table_free(&table);
    return labels && made;
}

static bool add_numbers(records *to, const char *name, record_by by, const double *values,
                        size_t count) {
    feed_column *shown = &to->shown[to->columns];
    record_column *made = &to->column[to->columns++];
    shown->name = name;
    made->by = by;
    return values && label_numbers(made, shown, values, count, &to->memory);
}

/* Of every class: `none` for suppressed rows, and nothing for rows that do not count. */
static double *class_numbers(records *to, double none) {
    double *values = arena_new(&to->memory, to->items, sizeof *values);
    if (values) {
        values[assess_suppressed(to->run)] = none;
        values[assess_not_counted(to->run)] = (double)NAN;
    }
    return values;
}

static bool add_class_column(records *to, const char *name,
                             double (*of)(const assessing *run, size_t tuple), double none) {
    double *values = class_numbers(to, none);
    for (size_t t = 0; values && t < to->run->after.classes.set.tuples; t++)
        values[t] = of(to->run, t);
    return add_numbers(to, name, BY_CLASS, values, to->items);
}

static bool add_row_numbers(records *to) {
    size_t rows = to->run->after.bound.table->rows;
    const char **labels = arena_new(&to->memory, rows, sizeof *labels);
    char *digits = arena_new(&to->memory, rows, 12);
    for (size_t row = 0; labels && digits && row < rows; row++) {
        char *end = digits + 12 * row + 11;
        *end = '\0';
        for (size_t left = row + 1; left > 0; left /= 10)
            *--end = (char)('0' + left % 10);
        labels[row] = end;
    }
    to->shown[to->columns++] = (feed_column){.name = "row", .labels = labels, .label_count = rows};
    return labels && digits;
}

/* A column of the table, as it is. */
static void add_key(records *to, plan_role role, const char *name) {
    const shoal_table *table = to->run->after.bound.table;
    for (size_t i = 0; i < table->columns && to->columns < MOST_COLUMNS / 2; i++) {
        const column *each = &table->column[i];
        if (plan_role_of(to->run->plan, each->name) != role)
            continue;
        to->column[to->columns].codes = &each->codes;
        to->shown[to->columns++] = (feed_column){.name = name, .values = &each->values};
        name = each->name; /* of further columns of the key */
    }
}

/* ---- Risks ----------------------------------------------------------------------------------- */

static double size_of(const assessing *run, size_t tuple) {
    return (double)assess_class_size(&run->after, tuple);
}

static double prosecutor_of(const assessing *run, size_t tuple) {
    return 1 / (double)assess_members(&run->after.classes)[tuple];
}

static double journalist_of(const assessing *run, size_t tuple) {
    return assess_journalist_risk(&run->after, tuple);
}

static double marketer_of(const assessing *run, size_t tuple) {
    (void)tuple;
    return run->after.facts->risk.marketer.average;
}

static double individual_of(const assessing *run, size_t tuple) {
    return run->individual[tuple];
}

static double score_of(const assessing *run, size_t tuple) {
    return unique_record_score(&run->uniques, tuple, run->attributes);
}

static bool add_uniques(records *to) {
    static const char *const names[UNIQUE_MOST + 1] = {NULL,       "unique_1", "unique_2",
                                                       "unique_3", "unique_4", "unique_5",
                                                       "unique_6", "unique_7", "unique_8"};
    const unique_records *uniques = &to->run->uniques;
    size_t tuples = to->run->after.classes.set.tuples;
    double *all = class_numbers(to, (double)NAN);
    for (size_t t = 0; all && t < tuples; t++)
        all[t] = 0;
    for (size_t size = 1; all && size <= uniques->most; size++)
        for (size_t t = 0; t < tuples; t++)
            all[t] += uniques->count[size][t];
    bool made = add_numbers(to, "unique_sets", BY_CLASS, all, to->items);
    for (size_t size = 1; made && size <= uniques->most; size++) {
        double *each = class_numbers(to, (double)NAN);
        for (size_t t = 0; each && t < tuples; t++)
            each[t] = uniques->count[size][t];
        made = add_numbers(to, names[size], BY_CLASS, each, to->items);
    }
    return made && add_class_column(to, "suda_score", score_of, (double)NAN);
}

static bool make_columns(records *to) {
    const assessing *run = to->run;
    bool made = add_row_numbers(to);
    add_key(to, ROLE_PERSON, "person");
    add_key(to, ROLE_HOUSEHOLD, "household");
    made = made && add_class_column(to, "class_size", size_of, 0) &&
           add_class_column(to, "prosecutor", prosecutor_of, (double)NAN) &&
           add_class_column(to, "journalist", journalist_of, (double)NAN) &&
           add_class_column(to, "marketer", marketer_of, (double)NAN) && add_uniques(to);
    if (made && run->individual)
        made = add_class_column(to, "individual", individual_of, (double)NAN);
    if (made && run->household_risk)
        made =
            add_numbers(to, "household_risk", BY_HOUSEHOLD, run->household_risk, run->households);
    if (made && run->linked)
        made = add_numbers(to, "linkage", BY_ROW, run->linked, run->after.bound.table->rows);
    return made;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const records *of = context;
    const assessing *run = of->run;
    for (size_t c = 0; c < of->columns; c++) {
        const record_column *each = &of->column[c];
        uint32_t *to = cells + c * ROW_FEED_MOST;
        for (size_t i = 0; i < count; i++) {
            size_t place = begin + i;
            size_t row = run->input->row_at ? run->input->row_at[place] : place;
            if (each->codes)
                to[i] = codes_get(each->codes, row);
            else if (!each->code)
                to[i] = (uint32_t)place;
            else if (each->by == BY_CLASS)
                to[i] = each->code[run->class_of[row]];
            else
                to[i] = each->code[each->by == BY_HOUSEHOLD ? run->household_of[row] : row];
        }
    }
}

shoal_status assess_records(assessing *run, shoal_error *error) {
    if (!run->input->records)
        return SHOAL_OK;
    records of = {.run = run, .items = run->after.classes.set.tuples + 2};
    assess_note(run, "writing the records at risk");
    shoal_status status = make_columns(&of) ? SHOAL_OK : status_no_memory(error);
    row_feed feed = {.rows = run->after.bound.table->rows,
                     .columns = of.columns,
                     .column = of.shown,
                     .fill = fill,
                     .context = &of};
    sink_options options = {.pool = run->input->pool, .cancel = assess_cancel(run)};
    if (status == SHOAL_OK)
        status = sink_write(run->input->records, &feed, &options, error);
    arena_free(&of.memory);
    return status;
}
