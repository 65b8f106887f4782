/* What any release costs against its original, row by row: releases of other tools too. For our own
 * releases the numbers are those of the metrics that searches compute with. */
#ifndef SHOAL_MEASURE_CELL_LOSSES_H
#define SHOAL_MEASURE_CELL_LOSSES_H

#include "base/memory.h"
#include "data/bound_hierarchy.h"
#include "measure/metric.h"

#define CELL_NO_CODE UINT32_MAX
/* Class of a suppressed row. */
#define CELL_SUPPRESSED UINT32_MAX

/* A quasi-identifier in both tables. */
typedef struct cell_attribute {
    const codes *original;  /* [original rows] */
    uint32_t original_size; /* codes are below it */
    const uint32_t *ground; /* [original_size] which original codes are one value, such as several
                               missing tokens (bound hierarchy level 0: of_ground); below
                               original_size; NULL: none */
    const codes *release;   /* [release rows] */
    uint32_t release_size;
    uint32_t star; /* code of `*` in the release, or CELL_NO_CODE: it covers everything */
    /* What each label stands for; see cell_coverage. NULL: as observed. */
    const uint32_t *covered; /* [release_size] P: values of the domain */
    const uint64_t *rows;    /* [release_size] rows of the original, kept ones, with such a value */
    uint32_t domain;         /* N of the loss; 0: values that occur in the kept rows */
    double weight;           /* positive, not normalized */
    int level, height;       /* for precision; height < 0: not known */
} cell_attribute;

/* Row after row, the kept ones of the original are the rows of the release. */
typedef struct cell_task {
    const cell_attribute *attributes; /* [count] */
    size_t count;                     /* at least 1 */
    size_t original_rows;
    const bool *kept;     /* [original_rows]; NULL: all */
    size_t release_rows;  /* = kept rows */
    uint64_t k;           /* at least 1 */
    bool stars_published; /* rows that are `*` all over are a class like others: everything was
                             generalized to the top. Else they are suppressed */
    /* The attribute to be predicted, in the release; NULL: none. */
    const codes *target;        /* [release_rows] */
    uint32_t target_size;       /* codes are below it */
    const bool *target_missing; /* [target_size] all these are one value; NULL: none is */
} cell_task;

typedef struct cell_losses {
    const cell_sums *attributes; /* [context.attributes] */
    metric_context context;      /* without hierarchies and a limit */
    class_statistics published;  /* every class but the suppressed rows, below k or not. Suppressed
                                    rows are one group; strays are 0 without a target */
    class_statistics safe;       /* the same with classes below k suppressed */
} cell_losses;

/* `attributes` has room for those of the task, and is borrowed. A table without rows costs
 * nothing. */
SHOAL_CHECKED shoal_status cell_losses_measure(cell_losses *out, cell_sums *attributes,
                                               const cell_task *task, shoal_error *error);

/* Any metric of the list; NaN: not known. */
double cell_losses_value(const cell_losses *found, const metric *of);

/* ---- Coverage ------------------------------------------------------------------------------- */

/* What the labels of a released column stand for. */
typedef struct cell_coverage {
    uint32_t *covered; /* [release_size] */
    uint64_t *rows;    /* [release_size] */
    int level; /* the lowest at which all labels are the bound hierarchy's; -1: there is none */
    uint64_t unknown; /* labels that are none of the bound hierarchy's, whose coverage is the
                         observed one */
} cell_coverage;

/* As observed: a label stands for the original values that occur in its rows. With a `bound
 * hierarchy` bound to the original (may be NULL) it stands for the group of that name at the lowest
 * level at which every original value in its rows belongs to that group; labels are then compared
 * as text, `labels` being the released column's dictionary. `*` and `{*}` stand for every value
 * unless the bound hierarchy defines them. Of the attribute only codes, sizes, ground, star and
 * domain are read.
 * */
SHOAL_CHECKED shoal_status cell_coverage_find(cell_coverage *out, const cell_task *task,
                                              size_t attribute, const bound_hierarchy *bound,
                                              const dictionary *labels, shoal_error *error);
void cell_coverage_free(cell_coverage *found);

/* ---- Classes -------------------------------------------------------------------------------- */

/* Class of each release row, numbered by first appearance; CELL_SUPPRESSED for suppressed ones.
 * Both arrays are the caller's, to be freed with memory_free. */
SHOAL_CHECKED shoal_status cell_classes_find(uint32_t **class_of, uint64_t **sizes, size_t *classes,
                                             const cell_task *task, shoal_error *error);

/* strays[class]: rows without the majority value of the target in their class; strays[classes]: of
 * the suppressed rows, taken as one. The array is the caller's, as above. The task has a target. */
SHOAL_CHECKED shoal_status cell_strays_find(uint64_t **strays, const uint32_t *class_of,
                                            size_t classes, const cell_task *task,
                                            shoal_error *error);

#endif
