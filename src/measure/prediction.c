#include "measure/prediction.h"

#include "base/memory.h"
#include "base/random.h"
#include "measure/feature.h"

#include <assert.h>

#define SEED 1
#define NO_CLASS UINT32_MAX

typedef struct fold_outcome {
    uint64_t by_majority, by_bayes; /* rows that were guessed */
    bool failed;                    /* out of memory */
} fold_outcome;

typedef struct predicting {
    const prediction_task *task;
    uint32_t *class_of; /* [target size] */
    size_t classes;
    bool *used;        /* [rows] those whose target is not missing */
    uint8_t *fold;     /* [rows] */
    feature *features; /* [count] */
    bool bayes;        /* the classes are few enough */
    fold_outcome outcome[PREDICTION_FOLDS];
} predicting;

/* What is learnt from the rows outside a fold. */
typedef struct model {
    double rows;
    double *class_rows;     /* [class] */
    size_t majority;        /* class */
    double *base;           /* [class] log of its share, less what each feature's rows take off */
    double **weight;        /* [feature][value * classes + class] log(rows + 1) */
    const uint32_t **value; /* [feature][code] */
    double *score;          /* [class] */
    arena memory;
} model;

unsigned prediction_fold(uint64_t rank) {
    random_stream stream = random_open(SEED, "fold", rank);
    return (unsigned)random_below(&stream, PREDICTION_FOLDS);
}

static inline size_t class_at(const predicting *of, size_t row) {
    return of->class_of[codes_get(of->task->target.codes, row)];
}

static inline bool is_learnt(const predicting *of, size_t row, size_t fold) {
    return of->used[row] && of->fold[row] != fold;
}

/* ---- Learning ------------------------------------------------------------------------------- */

static bool learn_classes(model *out, const predicting *of, size_t fold) {
    out->class_rows = arena_zero(&out->memory, of->classes, sizeof *out->class_rows);
    if (!out->class_rows)
        return false;
    for (size_t row = 0; row < of->task->in.rows; row++)
        if (is_learnt(of, row, fold))
            out->class_rows[class_at(of, row)]++;
    for (size_t c = 0; c < of->classes; c++) {
        out->rows += out->class_rows[c];
        if (out->class_rows[c] > out->class_rows[out->majority])
            out->majority = c;
    }
    return true;
}

/* Bins of a feature of numbers; the number of its values, 0: out of memory. */
static uint32_t learn_bins(model *out, const predicting *of, size_t fold, size_t f) {
    const feature *cut = &of->features[f];
    const codes *column = cut->of->codes;
    uint64_t *counts = memory_zero(cut->of->size, sizeof *counts);
    uint32_t *value = arena_new(&out->memory, cut->of->size, sizeof *value);
    uint32_t values = 0;
    if (counts && value) {
        for (size_t row = 0; row < of->task->in.rows; row++)
            if (is_learnt(of, row, fold))
                counts[codes_get(column, row)]++;
        values = feature_cut(cut, counts, PREDICTION_BINS, value);
    }
    memory_free(counts);
    out->value[f] = value;
    return values;
}

static bool learn_feature(model *out, const predicting *of, size_t fold, size_t f) {
    const feature *from = &of->features[f];
    const codes *column = from->of->codes;
    uint32_t values = from->order ? learn_bins(out, of, fold, f) : from->values;
    if (!from->order)
        out->value[f] = from->value;
    double *weight = arena_zero(&out->memory, values * of->classes, sizeof *weight);
    if (values == 0 || !weight)
        return false;
    const uint32_t *value = out->value[f];
    for (size_t row = 0; row < of->task->in.rows; row++)
        if (is_learnt(of, row, fold))
            weight[value[codes_get(column, row)] * of->classes + class_at(of, row)]++;
    for (size_t i = 0; i < values * of->classes; i++)
        weight[i] = log(weight[i] + 1);
    for (size_t c = 0; c < of->classes; c++)
        out->base[c] -= log(out->class_rows[c] + values);
    out->weight[f] = weight;
    return true;
}

static bool learn_features(model *out, const predicting *of, size_t fold) {
    size_t count = of->task->count;
    out->base = arena_new(&out->memory, of->classes, sizeof *out->base);
    out->score = arena_new(&out->memory, of->classes, sizeof *out->score);
    out->weight = arena_zero(&out->memory, count, sizeof *out->weight);
    out->value = arena_zero(&out->memory, count, sizeof *out->value);
    if (!out->base || !out->score || !out->weight || !out->value)
        return false;
    for (size_t c = 0; c < of->classes; c++)
        out->base[c] = log(out->class_rows[c] / out->rows);
    for (size_t f = 0; f < count; f++)
        if (!learn_feature(out, of, fold, f))
            return false;
    return true;
}

/* ---- Guessing ------------------------------------------------------------------------------- */

/* The likeliest class, the first of several. */
static size_t guess(const model *by, const predicting *of, size_t row) {
    memcpy(by->score, by->base, of->classes * sizeof *by->score);
    for (size_t f = 0; f < of->task->count; f++) {
        uint32_t code = codes_get(of->features[f].of->codes, row);
        const double *weight = by->weight[f] + by->value[f][code] * of->classes;
        for (size_t c = 0; c < of->classes; c++)
            by->score[c] += weight[c];
    }
    size_t best = 0;
    for (size_t c = 1; c < of->classes; c++)
        if (by->score[c] > by->score[best])
            best = c;
    return best;
}

static void judge_fold(fold_outcome *out, const model *by, const predicting *of, size_t fold) {
    for (size_t row = 0; row < of->task->in.rows; row++) {
        if (!of->used[row] || of->fold[row] != fold)
            continue;
        size_t class = class_at(of, row);
        out->by_majority += class == by->majority;
        if (of->bayes)
            out->by_bayes += class == guess(by, of, row);
    }
}

/* Where there is nothing to learn from, nothing is guessed. */
static void fold_task(void *context, size_t fold, int worker) {
    predicting *of = context;
    model learnt = {0};
    (void)worker;
    bool made = learn_classes(&learnt, of, fold);
    if (made && learnt.rows > 0) {
        made = !of->bayes || learn_features(&learnt, of, fold);
        if (made)
            judge_fold(&of->outcome[fold], &learnt, of, fold);
    }
    of->outcome[fold].failed = !made;
    arena_free(&learnt.memory);
}

/* ---- The task ------------------------------------------------------------------------------- */

/* Classes are numbered in the order of their codes. */
static bool number_classes(predicting *of) {
    const prediction_task *task = of->task;
    variable target = task->target;
    target.number = NULL;
    uint64_t *counts = variable_count(&target, &task->in);
    of->class_of = memory_new(target.size, sizeof *of->class_of);
    for (uint32_t code = 0; counts && of->class_of && code < target.size; code++) {
        bool counted = counts[code] > 0 && !variable_is_missing(&target, code);
        of->class_of[code] = counted ? (uint32_t)of->classes++ : NO_CLASS;
    }
    memory_free(counts);
    of->bayes = of->classes <= PREDICTION_MOST_CLASSES;
    return counts && of->class_of;
}

static uint64_t choose_rows(predicting *of) {
    const prediction_task *task = of->task;
    uint64_t rank = 0, rows = 0;
    for (size_t row = 0; row < task->in.rows; row++) {
        if (!variable_row_counts(&task->in, row)) {
            of->used[row] = false;
            continue;
        }
        of->used[row] = class_at(of, row) != NO_CLASS;
        of->fold[row] = (uint8_t)prediction_fold(rank++);
        rows += of->used[row];
    }
    return rows;
}

static bool open_features(predicting *of) {
    variable_rows in = {of->task->in.rows, of->used};
    of->features = memory_zero(of->task->count, sizeof *of->features);
    bool made = of->features != NULL;
    for (size_t f = 0; made && f < of->task->count; f++)
        made = feature_open(&of->features[f], &of->task->features[f], &in, PREDICTION_MOST_VALUES,
                            PREDICTION_BINS);
    return made;
}

static void close_all(predicting *of) {
    for (size_t f = 0; of->features && f < of->task->count; f++)
        feature_close(&of->features[f]);
    memory_free(of->features);
    memory_free(of->class_of);
    memory_free(of->used);
    memory_free(of->fold);
}

static bool sum_up(prediction *out, const predicting *of) {
    uint64_t by_majority = 0, by_bayes = 0;
    for (size_t f = 0; f < PREDICTION_FOLDS; f++) {
        if (of->outcome[f].failed)
            return false;
        by_majority += of->outcome[f].by_majority;
        by_bayes += of->outcome[f].by_bayes;
    }
    out->majority = (double)by_majority / (double)out->rows;
    if (of->bayes)
        out->naive_bayes = (double)by_bayes / (double)out->rows;
    return true;
}

static bool measure(prediction *out, predicting *of) {
    size_t rows = of->task->in.rows;
    of->used = memory_new(rows, sizeof *of->used);
    of->fold = memory_zero(rows, sizeof *of->fold);
    if (!of->used || !of->fold || !number_classes(of))
        return false;
    out->rows = choose_rows(of);
    out->classes = of->classes;
    if (out->rows == 0)
        return true;
    if (of->bayes && !open_features(of))
        return false;
    threads_run(of->task->pool, PREDICTION_FOLDS, fold_task, of);
    return sum_up(out, of);
}

shoal_status prediction_measure(prediction *out, const prediction_task *task, shoal_error *error) {
    assert(task->target.codes && (task->features || task->count == 0));
    predicting of = {.task = task};
    *out = (prediction){.majority = NAN, .naive_bayes = NAN};
    bool made = measure(out, &of);
    close_all(&of);
    return made ? SHOAL_OK : status_no_memory(error);
}
