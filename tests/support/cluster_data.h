/* Points for the tests of clusters: published tables, and tables drawn at random. */
#ifndef SHOAL_TESTS_SUPPORT_CLUSTER_DATA_H
#define SHOAL_TESTS_SUPPORT_CLUSTER_DATA_H

#include "base/random.h"
#include "cluster/points.h"

typedef struct cluster_data {
    points of;
    double **column;
} cluster_data;

/* A table of the folder of published data: the columns whose names contain one of the words (NULL
 * behind the last), or all with words NULL. False when there is no such file. Whatever else goes
 * wrong aborts, in all of this file. */
bool cluster_data_read(cluster_data *out, const char *file, const char *const *words);
/* z-scores with the population's standard deviation. */
void cluster_data_standardize(cluster_data *in);

/* Room for so many rows, all 0. */
void cluster_data_new(cluster_data *out, size_t rows, size_t dimensions);
void cluster_data_free(cluster_data *made);

#endif
