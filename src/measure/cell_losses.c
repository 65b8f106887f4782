#include "measure/cell_losses.h"

#include "measure/cell_rows.h"
#include "measure/metrics.h"

#include <assert.h>
#include <math.h>

/* ---- Cells ---------------------------------------------------------------------------------- */

typedef struct cell_counts {
    uint64_t *value; /* [original_size] kept rows with each value */
    uint64_t *label; /* [release_size] rows with each label that are not suppressed */
    uint64_t suppressed;
} cell_counts;

static void count_cells(cell_counts *out, const cell_task *task, const cell_attribute *of) {
    for (size_t from = 0; from < task->original_rows; from++)
        if (cell_row_kept(task, from))
            out->value[cell_value(of, from)]++;
    for (size_t to = 0; to < task->release_rows; to++) {
        if (cell_row_suppressed(task, to))
            out->suppressed++;
        else
            out->label[codes_get(of->release, to)]++;
    }
}

static double information(double rows) {
    return rows > 0 ? rows * log2(rows) : 0;
}

static uint32_t ordered_domain_of(const cell_attribute *of, const cell_counts *in) {
    uint32_t values = 0;
    for (uint32_t v = 0; of->domain == 0 && v < of->original_size; v++)
        values += in->value[v] > 0;
    return of->domain > 0 ? of->domain : values;
}

/* What a row loses is log2(rows its label stands for / rows with its value), everything when it is
 * suppressed. */
static void add_up(cell_sums *to, const cell_attribute *of, const cell_counts *in,
                   const uint32_t *covered, const uint64_t *stands_for, uint64_t rows) {
    uint32_t domain = ordered_domain_of(of, in);
    double loss = (double)in->suppressed;
    to->lost = (double)in->suppressed * log2((double)rows);
    to->bits = information((double)rows);
    for (uint32_t l = 0; l < of->release_size; l++) {
        if (in->label[l] == 0)
            continue;
        uint32_t part = covered[l] < domain ? covered[l] : domain;
        loss += metric_loss.price(NULL, 0, domain, part, (double)in->label[l]).keep;
        /* Rows may contradict their label: it stands for them all the same. */
        uint64_t rows_of = stands_for[l] > in->label[l] ? stands_for[l] : in->label[l];
        to->lost += (double)in->label[l] * log2((double)rows_of);
    }
    for (uint32_t v = 0; v < of->original_size; v++) {
        to->lost -= information((double)in->value[v]);
        to->bits -= information((double)in->value[v]);
    }
    to->loss = loss / (double)rows;
}

static shoal_status sum_cells(cell_sums *out, const cell_task *task, size_t attribute,
                              shoal_error *error) {
    const cell_attribute *of = &task->attributes[attribute];
    cell_coverage found = {0};
    if (!of->covered || !of->rows)
        STATUS_TRY(cell_coverage_find(&found, task, attribute, NULL, NULL, error));
    cell_counts in = {.value = memory_zero(of->original_size, sizeof *in.value),
                      .label = memory_zero(of->release_size, sizeof *in.label)};
    bool made = in.value && in.label;
    if (made) {
        count_cells(&in, task, of);
        add_up(out, of, &in, of->covered ? of->covered : found.covered,
               of->rows ? of->rows : found.rows, task->release_rows);
    }
    memory_free(in.value);
    memory_free(in.label);
    cell_coverage_free(&found);
    return made ? SHOAL_OK : status_no_memory(error);
}

/* ---- Classes -------------------------------------------------------------------------------- */

static void add_class(class_statistics *to, uint64_t size, uint64_t strays) {
    class_statistics_add(to, size, size);
    to->strays += strays;
    to->strays_of_groups += strays;
}

static void add_suppressed(class_statistics *to, uint64_t rows, uint64_t strays) {
    to->suppressed = to->certain = rows;
    to->groups += rows > 0;
    to->squares_of_groups += rows * rows;
    to->strays_of_groups += strays;
}

static void count_classes(cell_losses *out, const uint64_t *sizes, size_t classes,
                          const uint64_t *strays) {
    uint64_t published = 0, safe = 0;
    for (size_t c = 0; c < classes; c++) {
        uint64_t astray = strays ? strays[c] : 0;
        published += sizes[c];
        add_class(&out->published, sizes[c], astray);
        if (sizes[c] < out->context.k)
            continue;
        safe += sizes[c];
        add_class(&out->safe, sizes[c], astray);
    }
    add_suppressed(&out->published, out->context.rows - published, strays ? strays[classes] : 0);
    add_suppressed(&out->safe, out->context.rows - safe, 0);
}

static shoal_status find_classes(cell_losses *out, const cell_task *task, shoal_error *error) {
    uint32_t *class_of;
    uint64_t *sizes, *strays = NULL;
    size_t classes;
    STATUS_TRY(cell_classes_find(&class_of, &sizes, &classes, task, error));
    shoal_status status =
        task->target ? cell_strays_find(&strays, class_of, classes, task, error) : SHOAL_OK;
    if (status == SHOAL_OK)
        count_classes(out, sizes, classes, strays);
    memory_free(class_of);
    memory_free(sizes);
    memory_free(strays);
    return status;
}

shoal_status cell_losses_measure(cell_losses *out, cell_sums *attributes, const cell_task *task,
                                 shoal_error *error) {
    assert(task->count > 0 && task->k > 0);
    *out = (cell_losses){
        .attributes = attributes,
        .context = {.attributes = task->count, .rows = task->release_rows, .k = task->k},
    };
    for (size_t a = 0; a < task->count; a++) {
        const cell_attribute *of = &task->attributes[a];
        attributes[a] = (cell_sums){.weight = of->weight, .level = of->level, .height = of->height};
        if (task->release_rows > 0)
            STATUS_TRY(sum_cells(&attributes[a], task, a, error));
    }
    return find_classes(out, task, error);
}

double cell_losses_value(const cell_losses *found, const metric *of) {
    const metric_context *context = &found->context;
    if (of->value)
        return of->value(context, of->small_are_lost ? &found->safe : &found->published);
    return of->from_cells ? of->from_cells(found->attributes, context->attributes) : (double)NAN;
}
