#include "release/row_losses.h"
#include "data/star.h"

#include <math.h>

typedef struct summing {
    const row_losses_input *in;
    row_losses *out;
    uint64_t stars;    /* rows that are `*` all over without being suppressed, if published */
    uint64_t **values; /* [attribute][value] rows of each */
    uint64_t **groups; /* [attribute][group] */
    double *losses;    /* [attribute] */
    double lost, bits; /* of the whole table */
} summing;

/* ---- Cells --------------------------------------------------------------------------------- */

static const bound_level *level_of(const summing *of, size_t a) {
    return &of->in->hierarchies[a].level[of->in->node[a]];
}

static uint32_t code_at(const summing *of, size_t a, size_t row) {
    return codes_get(&of->in->original->column[of->in->original_columns[a]].codes, row);
}

static const char *expected_at(const summing *of, size_t a, size_t row) {
    const bound_level *level = level_of(of, a);
    return level->label[level->of_ground[code_at(of, a, row)]];
}

static const char *found_at(const summing *of, size_t a, size_t row) {
    const column *written = &of->in->written->column[of->in->written_columns[a]];
    return dictionary_text(&written->values, codes_get(&written->codes, row));
}

typedef const char *cell_at(const summing *of, size_t a, size_t row);

static bool is_all_stars(const summing *of, cell_at *cell, size_t row) {
    for (size_t a = 0; a < of->in->attributes; a++)
        if (!is_star(cell(of, a, row)))
            return false;
    return true;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

static bool is_kept(const row_losses_input *in, size_t row) {
    return !in->kept || in->kept[row];
}

static void count_row(summing *of, size_t row) {
    of->out->rows++;
    of->stars += is_all_stars(of, expected_at, row);
    for (size_t a = 0; a < of->in->attributes; a++) {
        uint32_t code = code_at(of, a, row);
        of->values[a][of->in->hierarchies[a].level[0].of_ground[code]]++;
        of->groups[a][level_of(of, a)->of_ground[code]]++;
    }
}

/* A class whose labels are all `*` looks like suppressed rows and is published from k rows on. */
static bool is_suppressed(const summing *of, size_t from, size_t to) {
    if (!is_all_stars(of, found_at, to))
        return false;
    return !is_all_stars(of, expected_at, from) || of->stars < of->in->k;
}

static void compare_row(summing *of, size_t from, size_t to) {
    for (size_t a = 0; a < of->in->attributes && of->out->agrees; a++) {
        const char *found = found_at(of, a, to), *expected = expected_at(of, a, from);
        if (strcmp(found, expected) == 0)
            continue;
        of->out->agrees = false;
        of->out->row = to + 1;
        of->out->attribute = a;
        of->out->found = found;
        of->out->expected = expected;
    }
}

static double cell_loss(const summing *of, size_t a, uint32_t group) {
    uint32_t domain = of->in->hierarchies[a].domain;
    return domain > 1 ? (double)(level_of(of, a)->covered[group] - 1) / (double)(domain - 1) : 0;
}

static void add_row(summing *of, size_t from, bool suppressed) {
    double rows = (double)of->out->rows;
    for (size_t a = 0; a < of->in->attributes; a++) {
        uint32_t code = code_at(of, a, from);
        uint32_t group = level_of(of, a)->of_ground[code];
        double value = (double)of->values[a][of->in->hierarchies[a].level[0].of_ground[code]];
        double shown = suppressed ? rows : (double)of->groups[a][group];
        of->losses[a] += suppressed ? 1 : cell_loss(of, a, group);
        of->lost += log2(shown / value);
        of->bits += log2(rows / value);
    }
}

/* ---- Sums ---------------------------------------------------------------------------------- */

static bool make_room(summing *of) {
    size_t attributes = of->in->attributes;
    of->values = memory_zero(attributes, sizeof *of->values);
    of->groups = memory_zero(attributes, sizeof *of->groups);
    of->losses = memory_zero(attributes, sizeof *of->losses);
    bool made = of->values && of->groups && of->losses;
    for (size_t a = 0; made && a < attributes; a++) {
        of->values[a] = memory_zero(of->in->hierarchies[a].level[0].size, sizeof **of->values);
        of->groups[a] = memory_zero(level_of(of, a)->size, sizeof **of->groups);
        made = of->values[a] && of->groups[a];
    }
    return made;
}

static void free_room(summing *of) {
    for (size_t a = 0; of->values && a < of->in->attributes; a++)
        memory_free(of->values[a]);
    for (size_t a = 0; of->groups && a < of->in->attributes; a++)
        memory_free(of->groups[a]);
    memory_free(of->values);
    memory_free(of->groups);
    memory_free(of->losses);
}

static void add_rows(summing *of) {
    const row_losses_input *in = of->in;
    for (size_t row = 0, to = 0; row < in->original->rows && of->out->agrees; row++) {
        if (!is_kept(in, row))
            continue;
        bool suppressed = is_suppressed(of, row, to);
        of->out->suppressed += suppressed;
        if (!suppressed)
            compare_row(of, row, to);
        add_row(of, row, suppressed);
        to++;
    }
}

static void sum_up(const summing *of) {
    row_losses *out = of->out;
    double weights = 0, largest = 0;
    for (size_t a = 0; a < of->in->attributes; a++)
        largest = fmax(largest, of->in->hierarchies[a].weight);
    for (size_t a = 0; a < of->in->attributes; a++) {
        double mean = of->losses[a] / (double)out->rows;
        double weight = of->in->hierarchies[a].weight / largest;
        out->loss += mean / (double)of->in->attributes;
        out->nwp += mean * weight;
        weights += weight;
    }
    out->nwp /= weights;
    out->entropy = of->bits > 0 ? of->lost / of->bits : 0;
}

static void measure(summing *of) {
    const row_losses_input *in = of->in;
    for (size_t row = 0; row < in->original->rows; row++)
        if (is_kept(in, row))
            count_row(of, row);
    of->out->agrees = of->out->rows == in->written->rows;
    if (of->out->agrees)
        add_rows(of);
    if (of->out->agrees)
        sum_up(of);
}

shoal_status row_losses_sum(row_losses *out, const row_losses_input *in, shoal_error *error) {
    summing of = {.in = in, .out = out};
    *out = (row_losses){0};
    bool possible = make_room(&of);
    if (possible)
        measure(&of);
    free_room(&of);
    return possible ? SHOAL_OK : status_no_memory(error);
}
