#include "cluster/clusterer.h"

#include "cluster/mdav.h"
#include "cluster/univariate.h"
#include "cluster/vmdav.h"

#include <assert.h>

struct clusterer {
    arena memory;
    cluster_options options;
    division into;
    neighbours *left;
    uint32_t *rows;  /* [rows] part by part */
    uint32_t *begin; /* [parts + 1] where each begins */
    size_t parts;
    size_t part; /* the next to begin */
    bool under_way;
    size_t most_rows, most_dimensions;
    union {
        mdav mdav;
        vmdav vmdav;
        univariate univariate;
    } method;
};

static bool open_method(clusterer *made, size_t rows, size_t dimensions) {
    const cluster_options *options = &made->options;
    arena *memory = &made->memory;
    if (options->method == CLUSTER_UNIVARIATE)
        return univariate_open(&made->method.univariate, memory, rows, options->k, &made->into);
    size_t most_wanted = options->k > 2 ? options->k : 2;
    if (!neighbours_open(&made->left, memory, rows, dimensions, most_wanted, options))
        return false;
    if (options->method == CLUSTER_MDAV)
        return mdav_open(&made->method.mdav, memory, dimensions, options->k, made->left,
                         &made->into);
    return vmdav_open(&made->method.vmdav, memory, rows, dimensions, options->k, options->gamma,
                      made->left, &made->into);
}

static shoal_status check_sizes(size_t rows, size_t dimensions, const cluster_options *options,
                                shoal_error *error) {
    if (options->k == 0)
        return status_fail(error, SHOAL_USAGE, "k is 0, but clusters need k of 1 or more");
    if (rows > UINT32_MAX / 2)
        return status_fail(error, SHOAL_USAGE, "%zu rows are too many to cluster: at most %u", rows,
                           UINT32_MAX / 2);
    if (options->method == CLUSTER_UNIVARIATE && dimensions > 1)
        return status_fail(error, SHOAL_USAGE,
                           "univariate clusters have one attribute, not %zu: name one, or use mdav",
                           dimensions);
    return SHOAL_OK;
}

shoal_status clusterer_open(clusterer **out, size_t most_rows, size_t most_dimensions,
                            const cluster_options *options, shoal_error *error) {
    *out = NULL;
    STATUS_TRY(check_sizes(most_rows, most_dimensions, options, error));
    clusterer *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->options = *options;
    made->most_rows = most_rows;
    made->most_dimensions = most_dimensions;
    /* With a larger k than rows there is one cluster whatever it is. */
    if (made->options.k > most_rows + 1)
        made->options.k = most_rows + 1;
    made->into.cluster = arena_new(&made->memory, most_rows, sizeof *made->into.cluster);
    made->rows = arena_new(&made->memory, most_rows, sizeof *made->rows);
    made->begin = arena_new(&made->memory, most_rows + 2, sizeof *made->begin);
    if (!made->into.cluster || !made->rows || !made->begin ||
        !open_method(made, most_rows, most_dimensions)) {
        clusterer_close(made);
        return status_no_memory(error);
    }
    *out = made;
    return SHOAL_OK;
}

void clusterer_close(clusterer *used) {
    if (!used)
        return;
    arena_free(&used->memory);
    memory_free(used);
}

/* A stable counting sort; begin[i + 1] is at first the next place in part i. */
static void sort_by_part(clusterer *used, const uint32_t *part, size_t rows) {
    uint32_t *place = used->begin + 1;
    memset(used->begin, 0, (used->parts + 2) * sizeof *used->begin);
    for (size_t row = 0; row < rows; row++) {
        assert(part[row] < used->parts);
        if (part[row] + 1 < used->parts)
            place[part[row] + 1]++;
    }
    for (size_t i = 1; i < used->parts; i++)
        place[i] += place[i - 1];
    for (size_t row = 0; row < rows; row++)
        used->rows[place[part[row]]++] = (uint32_t)row;
}

void clusterer_begin(clusterer *used, const points *of, point_parts parts) {
    assert(of->rows <= used->most_rows && of->dimensions <= used->most_dimensions);
    used->into.of = of;
    used->into.clusters = 0;
    used->into.assigned = 0;
    used->part = 0;
    used->under_way = false;
    if (parts.part && parts.count > 1) {
        used->parts = parts.count;
        sort_by_part(used, parts.part, of->rows);
        return;
    }
    used->parts = 1;
    used->begin[0] = 0;
    used->begin[1] = (uint32_t)of->rows;
    for (size_t row = 0; row < of->rows; row++)
        used->rows[row] = (uint32_t)row;
}

/* Returns about how many distances that is worth. */
static uint64_t begin_part(clusterer *used) {
    const uint32_t *rows = used->rows + used->begin[used->part];
    size_t count = used->begin[used->part + 1] - used->begin[used->part];
    used->part++;
    used->under_way = count > 0;
    if (count == 0)
        return 1;
    if (used->options.method == CLUSTER_MDAV)
        mdav_begin(&used->method.mdav, rows, count);
    else if (used->options.method == CLUSTER_VMDAV)
        vmdav_begin(&used->method.vmdav, rows, count);
    else
        univariate_begin(&used->method.univariate, rows, count);
    return count;
}

static uint64_t step_part(clusterer *used) {
    uint64_t work = 1;
    if (used->options.method == CLUSTER_UNIVARIATE) {
        used->under_way = univariate_step(&used->method.univariate, &work);
        return work;
    }
    uint64_t before = neighbours_work(used->left);
    used->under_way = used->options.method == CLUSTER_MDAV ? mdav_step(&used->method.mdav)
                                                           : vmdav_step(&used->method.vmdav);
    return work + neighbours_work(used->left) - before;
}

bool clusterer_step(clusterer *used, uint64_t distances) {
    uint64_t work = 0;
    while (used->under_way || used->part < used->parts) {
        if (work >= distances && work > 0)
            return true;
        work += used->under_way ? step_part(used) : begin_part(used);
    }
    return false;
}

double clusterer_done(const clusterer *used) {
    size_t rows = used->into.of->rows;
    return rows == 0 ? 1 : (double)used->into.assigned / (double)rows;
}

const uint32_t *clusterer_clusters(const clusterer *used, size_t *count) {
    assert(used->into.assigned == used->into.of->rows);
    *count = used->into.clusters;
    return used->into.cluster;
}
