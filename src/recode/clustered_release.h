/* What recodings by clusters publish: every row with the label of its cluster, per attribute. Local
 * recoding, Mondrian and the suppression of cells share it. */
#ifndef SHOAL_RECODE_CLUSTERED_RELEASE_H
#define SHOAL_RECODE_CLUSTERED_RELEASE_H

#include "recode/box_binding.h"
#include "recode/recoding.h"

/* One attribute's labels, and how many cells stand at each level. */
typedef struct clustered_labels {
    const char **label; /* [count] no two alike */
    size_t count;
    codes of_row;       /* [rows of the table] */
    uint64_t *at_level; /* [levels] cells: unchanged, at each level, `*`; see clustered_release.c */
    size_t levels;
    double loss; /* mean of its cells */
} clustered_labels;

/* Classes are those of the text: clusters with the same labels are one. */
typedef struct clustered_release {
    const box_binding *binding;
    clustered_labels *attribute; /* [attributes] */
    published_attribute *published;
    uint8_t *blank; /* [rows of the table] */
    class_statistics classes;
    uint64_t smallest_rows;
    uint64_t blanked_cells; /* `*` in published rows */
    double *metric_values;  /* [metric_list] NaN: it has no meaning */
    double loss_sum;
    arena memory;
} clustered_release;

/* Makes run->publication of the clusters. Close it also after a failure. */
SHOAL_CHECKED shoal_status clustered_release_open(clustered_release *out, recoder *run,
                                                  const box_binding *binding,
                                                  const box_clusters *clusters, shoal_error *error);
void clustered_release_close(clustered_release *made);
/* All facts but the recoding's own. */
SHOAL_CHECKED shoal_status clustered_release_describe(recoding_facts *out, recoder *run,
                                                      const clustered_release *made,
                                                      shoal_error *error);

#endif
