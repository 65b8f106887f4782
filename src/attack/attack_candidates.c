/* The classes in which an attacker looks for a person whose quasi-identifiers are known. */
#include "attack/attack_parts.h"

#include <math.h>
#include <string.h>

static void sort_rows(attack_finder *out, const attack_release *release, size_t *next) {
    size_t groups = release->classes + 1;
    for (size_t row = 0; row < release->rows; row++)
        if (release->class_of[row] < groups)
            out->first[release->class_of[row] + 1]++;
    for (size_t c = 0; c < groups; c++)
        out->first[c + 1] += out->first[c];
    memcpy(next, out->first, groups * sizeof *next);
    for (size_t row = 0; row < release->rows; row++)
        if (release->class_of[row] < groups)
            out->rows[next[release->class_of[row]]++] = (uint32_t)row;
}

/* Numbers are compared in standard deviations of what is published. */
static void find_scales(attack_finder *out, const attack_release *release) {
    for (size_t a = 0; a < release->attributes; a++) {
        double sum = 0, squares = 0, count = 0;
        out->scale[a] = 1;
        if (!release->numbers || !release->numbers[a])
            continue;
        for (size_t c = 0; c < release->classes; c++) {
            double x = release->numbers[a][codes_get(&release->labels[a], c)];
            double rows = (double)attack_class_rows(out, (uint32_t)c);
            if (isfinite(x))
                sum += rows * x, squares += rows * x * x, count += rows;
        }
        double variance = count > 0 ? squares / count - (sum / count) * (sum / count) : 0;
        out->scale[a] = variance > 0 ? sqrt(variance) : 1;
    }
}

bool attack_finder_open(attack_finder *out, const attack_release *release) {
    size_t groups = release->classes + 1;
    size_t *next = memory_new(groups, sizeof *next);
    *out = (attack_finder){.release = release,
                           .first = memory_zero(groups + 1, sizeof *out->first),
                           .rows = memory_new(release->rows, sizeof *out->rows),
                           .marked = memory_zero(release->attributes, sizeof *out->marked),
                           .scale = memory_new(release->attributes, sizeof *out->scale),
                           .distance = memory_new(groups, sizeof *out->distance),
                           .found = memory_new(groups, sizeof *out->found)};
    bool fine =
        next && out->first && out->rows && out->marked && out->scale && out->distance && out->found;
    for (size_t a = 0; fine && a < release->attributes; a++)
        fine = (out->marked[a] =
                    memory_zero((size_t)release->sizes[a] + 1, sizeof *out->marked[a])) != NULL;
    if (fine) {
        sort_rows(out, release, next);
        find_scales(out, release);
    }
    memory_free(next);
    return fine;
}

void attack_finder_close(attack_finder *made) {
    for (size_t a = 0; made->marked && a < made->release->attributes; a++)
        memory_free(made->marked[a]);
    memory_free(made->marked);
    memory_free(made->first);
    memory_free(made->rows);
    memory_free(made->scale);
    memory_free(made->distance);
    memory_free(made->found);
    *made = (attack_finder){0};
}

uint64_t attack_mark(attack_finder *in, const attack_people *of, size_t row) {
    uint64_t work = 0;
    in->epoch++;
    for (size_t a = 0; a < in->release->attributes; a++) {
        const label_cover *cover = &of->covers[a];
        uint32_t value = codes_get(&of->quasi[a], row);
        for (size_t i = cover->first[value]; i < cover->first[value + 1]; i++)
            in->marked[a][cover->label[i]] = in->epoch;
        work += cover->first[value + 1] - cover->first[value];
        if (in->release->stars[a] != LABEL_NONE)
            in->marked[a][in->release->stars[a]] = in->epoch;
    }
    return work;
}

static uint64_t find_covering(attack_finder *in) {
    const attack_release *release = in->release;
    uint64_t work = release->classes;
    in->count = 0;
    for (size_t c = 0; c < release->classes; c++)
        if (attack_is_marked(in, 0, c))
            in->found[in->count++] = (uint32_t)c;
    for (size_t a = 1; a < release->attributes && in->count > 0; a++) {
        size_t kept = 0;
        work += in->count;
        for (size_t i = 0; i < in->count; i++)
            if (attack_is_marked(in, a, in->found[i]))
                in->found[kept++] = in->found[i];
        in->count = kept;
    }
    return work;
}

/* One cell: 0 where it fits; else 1, or the squared distance of numbers. */
static double cell_distance(const attack_finder *in, const attack_people *of, size_t a,
                            size_t class, size_t row) {
    const double *labels = in->release->numbers ? in->release->numbers[a] : NULL;
    const double *values = of->numbers ? of->numbers[a] : NULL;
    if (labels && values) {
        double apart = labels[codes_get(&in->release->labels[a], class)] -
                       values[codes_get(&of->quasi[a], row)];
        if (isfinite(apart))
            return (apart / in->scale[a]) * (apart / in->scale[a]);
    }
    return attack_is_marked(in, a, class) ? 0 : 1;
}

double attack_distance(const attack_finder *in, const attack_people *of, size_t class, size_t row) {
    double distance = 0;
    for (size_t a = 0; a < in->release->attributes; a++)
        distance += cell_distance(in, of, a, class, row);
    return distance;
}

static uint64_t find_nearest(attack_finder *in, const attack_people *of, size_t row) {
    const attack_release *release = in->release;
    double nearest = INFINITY;
    for (size_t c = 0; c < release->classes; c++) {
        in->distance[c] = attack_distance(in, of, c, row);
        nearest = in->distance[c] < nearest ? in->distance[c] : nearest;
    }
    in->count = 0;
    for (size_t c = 0; c < release->classes; c++)
        if (in->distance[c] <= nearest)
            in->found[in->count++] = (uint32_t)c;
    return release->classes * release->attributes;
}

uint64_t attack_find(attack_finder *in, const attack_people *of, size_t row) {
    const attack_release *release = in->release;
    uint64_t work = attack_mark(in, of, row);
    in->blank = false;
    in->covered = true;
    if (!release->numbers) {
        work += find_covering(in);
        if (in->count > 0)
            return work;
        if (attack_class_rows(in, (uint32_t)release->classes) > 0) {
            in->found[in->count++] = (uint32_t)release->classes;
            in->blank = true;
            in->covered = false;
            return work;
        }
    }
    work += find_nearest(in, of, row);
    in->covered = release->numbers != NULL;
    return work;
}

uint32_t attack_telling_row(attack_finder *in, const attack_people *of,
                            const attack_targets *targets, size_t unit, uint64_t *work) {
    uint32_t best = targets->rows[targets->first[unit]];
    uint64_t fewest = UINT64_MAX;
    size_t end = targets->first[unit + 1];
    for (size_t i = targets->first[unit]; i < end && end - targets->first[unit] > 1; i++) {
        uint64_t candidates = 0;
        *work += attack_find(in, of, targets->rows[i]);
        for (size_t f = 0; f < in->count; f++)
            candidates += attack_class_rows(in, in->found[f]);
        if (in->covered && candidates < fewest) {
            fewest = candidates;
            best = targets->rows[i];
        }
    }
    return best;
}
