#include "measure/cell_losses.h"

#include "measure/cell_rows.h"
#include "measure/metrics.h"

#include <math.h>

/* ---- Cells ---------------------------------------------------------------------------------- */

/* One attribute. */
typedef struct costs {
    double loss;       /* sum over the rows */
    double lost, bits; /* of information */
} costs;

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
static costs add_up(const cell_attribute *of, const cell_counts *in, const uint32_t *covered,
                    const uint64_t *stands_for, uint64_t rows) {
    uint32_t domain = ordered_domain_of(of, in);
    costs sum = {.loss = (double)in->suppressed,
                 .lost = (double)in->suppressed * log2((double)rows),
                 .bits = information((double)rows)};
    for (uint32_t l = 0; l < of->release_size; l++) {
        if (in->label[l] == 0)
            continue;
        uint32_t part = covered[l] < domain ? covered[l] : domain;
        sum.loss += metric_loss.price(NULL, 0, domain, part, (double)in->label[l]).keep;
        sum.lost += (double)in->label[l] * log2((double)stands_for[l]);
    }
    for (uint32_t v = 0; v < of->original_size; v++) {
        sum.lost -= information((double)in->value[v]);
        sum.bits -= information((double)in->value[v]);
    }
    return sum;
}

static shoal_status cost_of(costs *out, const cell_task *task, size_t attribute,
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
        *out = add_up(of, &in, of->covered ? of->covered : found.covered,
                      of->rows ? of->rows : found.rows, task->release_rows);
    }
    memory_free(in.value);
    memory_free(in.label);
    cell_coverage_free(&found);
    return made ? SHOAL_OK : status_no_memory(error);
}

static shoal_status sum_cells(cell_losses *out, double *attribute_loss, const cell_task *task,
                              shoal_error *error) {
    double largest = 0, weights = 0, lost = 0, bits = 0;
    for (size_t a = 0; a < task->count; a++)
        largest = fmax(largest, task->attributes[a].weight);
    for (size_t a = 0; a < task->count; a++) {
        costs sum = {0};
        if (out->rows > 0)
            STATUS_TRY(cost_of(&sum, task, a, error));
        double mean = out->rows > 0 ? sum.loss / (double)out->rows : 0;
        double weight = task->attributes[a].weight / largest;
        out->loss += mean / (double)task->count;
        out->nwp += mean * weight;
        weights += weight;
        lost += sum.lost;
        bits += sum.bits;
        if (attribute_loss)
            attribute_loss[a] = mean;
    }
    out->nwp /= weights;
    out->entropy = bits > 0 && lost > 0 ? lost / bits : 0;
    return SHOAL_OK;
}

/* ---- Classes -------------------------------------------------------------------------------- */

static void add_class(class_statistics *to, uint64_t size) {
    to->smallest = to->classes == 0 || size < to->smallest ? size : to->smallest;
    to->largest = size > to->largest ? size : to->largest;
    to->classes++;
    to->groups++;
    to->squares += size * size;
    to->squares_of_groups += size * size;
}

static void judge_classes(cell_losses *out, const cell_task *task, const uint64_t *sizes,
                          size_t classes) {
    metric_context context = {.attributes = task->count, .rows = out->rows, .k = task->k};
    class_statistics *all = &out->statistics, large = {0};
    uint64_t published = 0;
    for (size_t c = 0; c < classes; c++) {
        published += sizes[c];
        add_class(all, sizes[c]);
        if (sizes[c] >= task->k)
            large.squares += sizes[c] * sizes[c];
        else
            large.suppressed += sizes[c];
    }
    all->suppressed = out->rows - published;
    all->groups += all->suppressed > 0;
    all->squares_of_groups += all->suppressed * all->suppressed;
    large.suppressed += all->suppressed;
    out->dm = metric_dm.value(&context, &large);
    out->aecs = metric_aecs.value(&context, all);
    out->necd = metric_necd.value(&context, all);
}

static double precision_of(const cell_task *task) {
    double sum = 0;
    for (size_t a = 0; a < task->count; a++) {
        const cell_attribute *of = &task->attributes[a];
        if (of->height < 0)
            return NAN;
        sum += of->height > 0 ? (double)of->level / (double)of->height : 0;
    }
    return sum / (double)task->count;
}

shoal_status cell_losses_measure(cell_losses *out, double *attribute_loss, const cell_task *task,
                                 shoal_error *error) {
    uint32_t *class_of;
    uint64_t *sizes;
    size_t classes;
    *out = (cell_losses){.rows = task->release_rows, .precision = precision_of(task)};
    STATUS_TRY(sum_cells(out, attribute_loss, task, error));
    STATUS_TRY(cell_classes_find(&class_of, &sizes, &classes, task, error));
    judge_classes(out, task, sizes, classes);
    memory_free(class_of);
    memory_free(sizes);
    return SHOAL_OK;
}
