/* The recoder that local recoding and Mondrian share: a space of clusters, and the release of some
 * of them. */
#ifndef SHOAL_RECODE_CLUSTERED_RECODER_H
#define SHOAL_RECODE_CLUSTERED_RECODER_H

#include "recode/cluster_space.h"
#include "recode/clustered_release.h"

typedef struct clustered_recoder {
    recoder shared;
    clustered_release release;
} clustered_recoder;

/* What a recoding asks in addition, before its space is opened and once its table is bound; NULL:
 * nothing. */
typedef struct clustered_checks {
    shoal_status (*cells)(const bound_cells *cells, const bound_table *bound, shoal_error *error);
    shoal_status (*binding)(const box_binding *binding, shoal_error *error);
    bool apart; /* its labels do not overlap: ranges are rounded only where the plan says so */
} clustered_checks;

SHOAL_CHECKED shoal_status clustered_recoder_bind(recoder **out, const recoding *kind,
                                                  bound_table *bound, shoal_error *error);
SHOAL_CHECKED shoal_status clustered_recoder_open(recoding_space **out, const recoder *run,
                                                  const space_request *request,
                                                  const space_kind *kind,
                                                  const clustered_checks *checks,
                                                  shoal_error *error);

/* As `recoding` has them. */
shoal_status clustered_recoder_publish(recoder *run, recoding_space *space, const uint8_t *node,
                                       shoal_error *error);
shoal_status clustered_recoder_measure(recoder *run, recoding_space *space, const uint8_t *node,
                                       node_measures *out, shoal_error *error);
shoal_status clustered_recoder_describe(recoding_facts *out, recoder *run, recoding_space *space,
                                        shoal_error *error);
void clustered_recoder_close(recoder *run);

#endif
