/* What recodings by clusters publish: every row with the label of its cluster, per attribute. Local
 * recoding, Mondrian and the suppression of cells share it. */
#ifndef SHOAL_RECODE_CLUSTERED_RELEASE_H
#define SHOAL_RECODE_CLUSTERED_RELEASE_H

#include "recode/box_binding.h"
#include "recode/recoding.h"

/* Where the cells of an attribute stand: its own value; the levels of the hierarchy, or one entry
 * for all ranges, sets or means; nothing (`*`, or any label that stands for all values); and
 * blanked with its row. */
enum { CELLS_UNCHANGED, CELLS_FIRST_LEVEL };

/* One attribute. Extents are the different things that its cells stand for; a label is the text of
 * one of them, or of several where it is a mean. */
typedef struct clustered_labels {
    const char **label; /* [count] no two alike */
    size_t count;
    codes of_row;     /* [rows of the table] count: none */
    uint64_t *extent; /* [extents] a set of positions as bits, or begin << 32 | end of a hull */
    uint64_t *cells;  /* [extents] published cells */
    size_t extents;
    /* [places] cells that are unchanged, that stand at each level, that say nothing, and that are
     * blanked with their rows. */
    uint64_t *at;
    size_t places;
    double loss; /* mean of its cells */
} clustered_labels;

/* Classes are those of the text: clusters with the same labels are one. */
typedef struct clustered_release {
    const box_binding *binding;
    size_t attributes;              /* its own: it may outlive the space that has the binding */
    clustered_labels *attribute;    /* [attributes] */
    published_attribute *published; /* [attributes] */
    uint32_t *cluster_of;           /* [rows of the table] BOX_BLANK where it is blanked */
    uint8_t *blank;                 /* [rows of the table] */
    size_t clusters;
    uint8_t *dropped; /* [clusters] blanked since their class violates a rule or says nothing */
    class_statistics classes; /* sizes in persons where these are counted */
    uint64_t smallest_rows;
    uint64_t hidden; /* rows that are published and read `*` all over */
    uint64_t
        silent_cells; /* of published rows, that say nothing: `*` and whatever stands for all */
    double *metric_values; /* [metric_list] NaN: it has no meaning */
    double loss_sum;
    arena memory;
} clustered_release;

/* The first part of the cells, out[attributes], as the plan has it or as suits the values; uniform
 * attributes begin at the lowest level (clustered_cells.c). */
SHOAL_CHECKED shoal_status clustered_cells(bound_cells *out, const bound_table *bound,
                                           const metric *target, shoal_error *error);

/* SHOAL_INFEASIBLE where too many rows have kept values that fewer than k share. */
SHOAL_CHECKED shoal_status clustered_check_kept(const bound_cells *cells,
                                                const box_binding *binding, shoal_error *error);

/* Makes run->publication of the clusters. Close it also after a failure. */
SHOAL_CHECKED shoal_status clustered_release_open(clustered_release *out, recoder *run,
                                                  const box_binding *binding,
                                                  const box_clusters *clusters, shoal_error *error);
void clustered_release_close(clustered_release *made);

/* All facts but the recoding's own: counts, metrics, and per attribute its place, loss and the
 * share of cells at each level. Before a release what is known of the attributes. `made` is looked
 * at only where out->released. */
SHOAL_CHECKED shoal_status clustered_release_describe(recoding_facts *out, const recoder *run,
                                                      const bound_cells *cells,
                                                      const clustered_release *made,
                                                      shoal_error *error);

/* Measures clusters for a front, without publishing them. */
SHOAL_CHECKED shoal_status clustered_measures(node_measures *out, recoder *run,
                                              const box_binding *binding,
                                              const box_clusters *clusters, shoal_error *error);

/* Why a metric cannot be minimized by clusters; NULL: it can. */
const char *clustered_refuses(const metric *of);

/* ---- Its parts ------------------------------------------------------------------------------- */

/* The labels of one attribute (clustered_labels.c). `plain`: `*` is not among them, but `{*}`. */
SHOAL_CHECKED shoal_status clustered_labels_make(clustered_release *of, size_t attribute,
                                                 const box_clusters *clusters, bool plain,
                                                 shoal_error *error);
/* Where the cells stand and what they cost (clustered_measures.c). */
SHOAL_CHECKED shoal_status clustered_release_measure(clustered_release *of, shoal_error *error);

#endif
