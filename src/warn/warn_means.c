/* Means that give away the largest of their values. */
#include "data/number.h"
#include "warn/published_classes.h"
#include "warn/warn.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the sum of a cluster tells of its largest value, at least: nothing closer than a tenth. A
 * plan that could ask for less would judge itself. */
#define USUAL_SHARE 0.1

/* What somebody adds to the sum of a cluster. */
typedef struct contribution {
    uint32_t cluster;
    uint32_t person;
    double value;
} contribution;

static int by_cluster(const void *a, const void *b) {
    const contribution *one = a, *other = b;
    if (one->cluster != other->cluster)
        return one->cluster < other->cluster ? -1 : 1;
    if (one->person != other->person)
        return one->person < other->person ? -1 : 1;
    return (one->value > other->value) - (one->value < other->value);
}

/* ---- One cluster ----------------------------------------------------------------------------- */

/* Contributions without their signs: whoever knows all but the two largest has to guess only how
 * they share what is left. */
typedef struct cluster_sum {
    double sum, largest, second;
    double least, most; /* values as they are */
    uint64_t rows, people;
} cluster_sum;

static void add_person(cluster_sum *to, double size) {
    to->people++;
    to->sum += size;
    if (size > to->largest) {
        to->second = to->largest;
        to->largest = size;
    } else if (size > to->second) {
        to->second = size;
    }
}

static cluster_sum add_up(const contribution *of, size_t count) {
    cluster_sum out = {.least = INFINITY, .most = -INFINITY, .rows = count};
    double size = 0;
    for (size_t i = 0; i < count; i++) {
        size += fabs(of[i].value);
        out.least = fmin(out.least, of[i].value);
        out.most = fmax(out.most, of[i].value);
        if (i + 1 == count || of[i + 1].person != of[i].person) {
            add_person(&out, size);
            size = 0;
        }
    }
    return out;
}

/* The p % rule of magnitude tables: the second largest, who subtracts her own value, must not know
 * the largest within p %. Where all values are the same the mean is no secret of anybody; but where
 * only one person has a value, all others being missing, it is hers. */
static bool is_dominated(const cluster_sum *of, double share) {
    if (of->people == 1)
        return true;
    if (of->least == of->most)
        return false;
    double rest = fmax(0, of->sum - of->largest - of->second);
    return rest < share * of->largest;
}

/* ---- One attribute --------------------------------------------------------------------------- */

/* The numbers of a column's values; NaN where they are none. */
static double *read_numbers(const column *of) {
    double *out = memory_new(of->values.size, sizeof *out);
    for (uint32_t code = 0; out && code < of->values.size; code++) {
        number parsed;
        bool read = number_parse(&parsed, dictionary_text(&of->values, code),
                                 dictionary_length(&of->values, code));
        out[code] = read ? number_value(&parsed) : (double)NAN;
    }
    return out;
}

static size_t list_contributions(contribution *out, const warn_means *means, const column *of,
                                 const double *numbers, const published_classes *clusters) {
    size_t count = 0;
    for (size_t row = 0; row < means->rows.rows; row++) {
        double value = numbers[codes_get(&of->codes, row)];
        if (clusters->of_row[row] == WARN_NO_CLASS || isnan(value))
            continue;
        uint32_t person = means->person_of ? means->person_of[row] : (uint32_t)row;
        out[count++] = (contribution){clusters->of_row[row], person, value};
    }
    return count;
}

static void warn_dominated(warning_list *out, const warn_means *means, const column *of,
                           contribution *each, size_t count) {
    uint64_t clusters = 0, dominated = 0, rows = 0;
    qsort(each, count, sizeof *each, by_cluster);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && each[end].cluster == each[begin].cluster;)
            end++;
        cluster_sum sum = add_up(each + begin, end - begin);
        bool found = is_dominated(&sum, means->share);
        clusters++;
        dominated += found;
        rows += found ? sum.rows : 0;
    }
    if (dominated == 0)
        return;
    warnings_add(out, warning_mean_dominated, of->name,
                 "in %" PRIu64 " of %" PRIu64
                 " clusters the mean of %s gives the largest value away "
                 "within %g %%",
                 dominated, clusters, of->name, 100 * means->share);
    warnings_count(out, "clusters", clusters);
    warnings_count(out, "dominated", dominated);
    warnings_count(out, "rows", rows);
    warnings_number(out, "share", means->share);
}

static shoal_status look_at(warning_list *out, const warn_means *means, const column *of,
                            const published_classes *clusters, shoal_error *error) {
    double *numbers = read_numbers(of);
    contribution *each = memory_new(means->rows.rows, sizeof *each);
    bool made = numbers && each;
    if (made)
        warn_dominated(out, means, of, each,
                       list_contributions(each, means, of, numbers, clusters));
    memory_free(each);
    memory_free(numbers);
    return made ? SHOAL_OK : status_no_memory(error);
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* Attributes that are averaged together have the same clusters: rows with the same means. */
static shoal_status look_at_group(warning_list *out, const warn_means *means, unsigned group,
                                  warn_quasi *quasi, shoal_error *error) {
    published_classes clusters = {0};
    published_rows rows = means->rows;
    rows.quasi = quasi;
    rows.attributes = 0;
    for (size_t a = 0; a < means->rows.attributes; a++)
        if (means->averaged[a] == group)
            quasi[rows.attributes++] = means->rows.quasi[a];
    if (rows.attributes == 0)
        return SHOAL_OK;
    shoal_status status = published_classes_make(&clusters, &rows, error);
    for (size_t a = 0; status == SHOAL_OK && a < means->rows.attributes; a++)
        if (means->averaged[a] == group)
            status = look_at(out, means, means->column[a], &clusters, error);
    published_classes_free(&clusters);
    return status;
}

double warn_means_share(const shoal_plan *plan) {
    int64_t units;
    bool stated = plan->dominance && plan_share_units(plan->dominance, &units);
    return stated ? fmax(USUAL_SHARE, (double)units / (double)PLAN_SHARE_UNIT) : USUAL_SHARE;
}

shoal_status warn_of_means(warning_list *out, const warn_means *means, shoal_error *error) {
    unsigned groups = 0;
    for (size_t a = 0; a < means->rows.attributes; a++)
        groups = means->averaged[a] > groups ? means->averaged[a] : groups;
    warn_quasi *quasi = memory_new(means->rows.attributes + 1, sizeof *quasi);
    shoal_status status = quasi ? SHOAL_OK : status_no_memory(error);
    for (unsigned g = 1; status == SHOAL_OK && g <= groups; g++)
        status = look_at_group(out, means, g, quasi, error);
    memory_free(quasi);
    return status;
}
