/* The lunacek2006 experiment: two crossovers of GENITOR on Adult, 92 bits. */
#ifndef SHOAL_EXPERIMENT_LUNACEK2006_H
#define SHOAL_EXPERIMENT_LUNACEK2006_H

#include "experiment/lunacek2006_taxonomies.h"
#include "experiment/subject.h"

#define LUNACEK2006_K 15
#define LUNACEK2006_ROWS 15000

/* Fills a zeroed subject: 15,000 of Adult's complete rows, always the same ones, and the eight
 * attributes with their domains. Free it however far it came. */
SHOAL_CHECKED shoal_status lunacek2006_read(subject *out, const experiment *of, shoal_error *error);

/* The section of the page on the attributes; their domains are in the order of the list. */
SHOAL_CHECKED shoal_status lunacek2006_describe(text *out, const domain *domains,
                                                shoal_error *error);

#endif
