#include "support/box_cases.h"

#include <stdlib.h>
#include <string.h>

/* ---- Costs ----------------------------------------------------------------------------------- */

static box_cost drawn_span(const void *context, uint32_t least, uint32_t most) {
    const box_case_attribute *of = context;
    return of->cost[least][most];
}

static box_cost larger(box_cost one, box_cost other) {
    return one > other ? one : other;
}

/* The dearest step inside: the nodes of a tree. */
static void draw_tree(box_case_attribute *out, random_stream *stream, bool forbidden) {
    uint64_t levels = 1 + random_below(stream, 4);
    for (uint32_t least = 0; least < out->size; least++)
        out->cost[least][least] = 0;
    for (uint32_t p = 0; p + 1 < out->size; p++) {
        out->cost[p][p + 1] = (box_cost)((1 + random_below(stream, levels)) * BOX_UNIT / levels);
        if (forbidden && random_below(stream, 5) == 0)
            out->cost[p][p + 1] = BOX_FORBIDDEN;
    }
    for (uint32_t length = 2; length < out->size; length++)
        for (uint32_t least = 0; least + length < out->size; least++)
            out->cost[least][least + length] =
                larger(out->cost[least][least + length - 1], out->cost[least + 1][least + length]);
}

static void draw_range(box_case_attribute *out) {
    uint32_t steps = out->size > 1 ? out->size - 1 : 1;
    for (uint32_t least = 0; least < out->size; least++)
        for (uint32_t most = least; most < out->size; most++)
            out->cost[least][most] = (box_cost)((uint64_t)BOX_UNIT * (most - least) / steps);
}

/* Never less in a longer span, and otherwise anything; a single position may cost something. */
static void draw_any(box_case_attribute *out, random_stream *stream) {
    for (uint32_t length = 0; length < out->size; length++)
        for (uint32_t least = 0; least + length < out->size; least++) {
            uint32_t most = least + length;
            box_cost inside = 0;
            if (length > 0)
                inside = larger(out->cost[least][most - 1], out->cost[least + 1][most]);
            uint64_t more = random_below(stream, 3) ? random_below(stream, BOX_UNIT / 8) : 0;
            out->cost[least][most] = inside + (box_cost)more;
        }
}

static void draw_set(box_case_attribute *out, random_stream *stream) {
    out->of_count[0] = out->of_count[1] = 0;
    for (uint32_t p = 2; p <= out->size; p++)
        out->of_count[p] =
            out->of_count[p - 1] + (box_cost)random_below(stream, BOX_UNIT / out->size);
}

static void draw_attribute(box_case *out, random_stream *stream, size_t number,
                           const box_case_kind *kind) {
    box_case_attribute *drawn = &out->drawn[number];
    uint64_t shape = random_below(stream, 6);
    *drawn = (box_case_attribute){.size = 1 + (uint32_t)random_below(stream, BOX_CASE_SIZE)};
    if (shape == 0)
        draw_set(drawn, stream);
    else if (shape == 1)
        draw_range(drawn);
    else if (shape == 2)
        draw_any(drawn, stream);
    else
        draw_tree(drawn, stream, kind->forbidden);
    out->attribute[number] = (box_attribute){.shape = shape == 0 ? BOX_SET : BOX_SPAN,
                                             .size = drawn->size,
                                             .span = drawn_span,
                                             .context = drawn,
                                             .of_count = drawn->of_count};
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool is_new(const box_case *of, size_t tuple) {
    size_t attributes = of->table.attributes;
    for (size_t t = 0; t < tuple; t++)
        if (memcmp(of->position + t * attributes, of->position + tuple * attributes,
                   attributes * sizeof *of->position) == 0)
            return false;
    return true;
}

static void draw_tuples(box_case *out, random_stream *stream, const box_case_kind *kind) {
    size_t attributes = out->table.attributes, wanted = 1 + random_below(stream, kind->tuples);
    out->position = calloc(wanted * attributes, sizeof *out->position);
    out->count = calloc(wanted, sizeof *out->count);
    if (!out->position || !out->count)
        abort();
    for (size_t tried = 0; tried < wanted && out->table.rows < kind->rows; tried++) {
        size_t tuple = out->table.tuples;
        for (size_t a = 0; a < attributes; a++)
            out->position[tuple * attributes + a] =
                (uint16_t)random_below(stream, out->attribute[a].size);
        if (!is_new(out, tuple))
            continue;
        uint64_t left = kind->rows - out->table.rows;
        uint64_t copies = random_below(stream, 3) ? 1 : 1 + random_below(stream, 4);
        out->count[tuple] = (uint32_t)(copies < left ? copies : left);
        out->table.rows += out->count[tuple];
        out->table.tuples++;
    }
}

void box_case_draw(box_case *out, random_stream *stream, const box_case_kind *kind) {
    *out = (box_case){0};
    box_table *table = &out->table;
    table->attributes = 1 + random_below(stream, BOX_CASE_ATTRIBUTES);
    table->attribute = out->attribute;
    for (size_t a = 0; a < table->attributes; a++)
        draw_attribute(out, stream, a, kind);
    draw_tuples(out, stream, kind);
    table->position = out->position;
    bool single = table->rows == table->tuples && random_below(stream, 2);
    table->count = single ? NULL : out->count;
    uint64_t most = table->rows < 5 ? table->rows : 5;
    table->k = 1 + random_below(stream, most);
    table->blanks = kind->blanks > 0 ? random_below(stream, kind->blanks + 1) : 0;
    table->blank_cost = (int64_t)random_below(stream, 1 + table->attributes * BOX_UNIT);
    if (box_costs_open(&out->costs, table, NULL) != SHOAL_OK)
        abort();
    out->work = (box_work){.of = table, .costs = &out->costs, .seed = random_next(stream)};
}

void box_case_free(box_case *made) {
    box_costs_close(&made->costs);
    free(made->position);
    free(made->count);
}

/* ---- The optimum ----------------------------------------------------------------------------- */

void box_case_rows(const box_case *of, uint32_t *tuple) {
    size_t row = 0;
    for (uint32_t t = 0; t < of->table.tuples; t++)
        for (uint32_t i = 0; i < of->count[t]; i++)
            tuple[row++] = t;
}

static int64_t cell_cost(const box_case *of, size_t attribute, const uint32_t *tuple,
                         uint32_t rows) {
    const box_case_attribute *drawn = &of->drawn[attribute];
    uint32_t least = UINT32_MAX, most = 0, count = 0;
    bool has[BOX_CASE_SIZE] = {false};
    for (uint32_t row = 0; row < 32; row++) {
        if (!(rows >> row & 1))
            continue;
        uint32_t position = of->position[tuple[row] * of->table.attributes + attribute];
        least = position < least ? position : least;
        most = position > most ? position : most;
        count += !has[position];
        has[position] = true;
    }
    return of->attribute[attribute].shape == BOX_SET ? drawn->of_count[count]
                                                     : drawn->cost[least][most];
}

int64_t box_case_cost(const box_case *of, const uint32_t *tuple, uint32_t rows) {
    int64_t sum = 0;
    for (size_t a = 0; a < of->table.attributes; a++) {
        int64_t cost = cell_cost(of, a, tuple, rows);
        if (cost >= BOX_FORBIDDEN)
            return INT64_MAX;
        sum += cost;
    }
    return sum;
}

/* best[blanks][rows] of the rows of a mask when so many are blanked at most: the first row is
 * blanked, or in a cluster with some of the others. */
int64_t box_case_optimum(const box_case *of) {
    uint32_t tuple[32], all = ((uint32_t)1 << of->table.rows) - 1;
    size_t most = of->table.blanks < of->table.rows ? of->table.blanks : of->table.rows;
    int64_t *whole = malloc(((size_t)all + 1) * sizeof *whole);
    int64_t *best = malloc((most + 1) * ((size_t)all + 1) * sizeof *best);
    if (!whole || !best)
        abort();
    box_case_rows(of, tuple);
    for (uint32_t rows = 1; rows <= all; rows++) {
        int size = __builtin_popcount(rows);
        int64_t cost = (uint64_t)size < of->table.k ? INT64_MAX : box_case_cost(of, tuple, rows);
        whole[rows] = cost == INT64_MAX ? INT64_MAX : cost * size;
    }
    for (size_t blanks = 0; blanks <= most; blanks++) {
        int64_t *here = best + blanks * ((size_t)all + 1), *fewer = here - ((size_t)all + 1);
        here[0] = 0;
        for (uint32_t rows = 1; rows <= all; rows++) {
            uint32_t first = rows & (0 - rows), others = rows ^ first;
            here[rows] = INT64_MAX;
            if (blanks > 0 && fewer[others] != INT64_MAX)
                here[rows] = fewer[others] + of->table.blank_cost;
            for (uint32_t with = others;; with = (with - 1) & others) {
                int64_t cost = whole[with | first], rest = here[others ^ with];
                if (cost != INT64_MAX && rest != INT64_MAX && cost + rest < here[rows])
                    here[rows] = cost + rest;
                if (with == 0)
                    break;
            }
        }
    }
    int64_t found = best[most * ((size_t)all + 1) + all];
    free(whole);
    free(best);
    return found;
}
