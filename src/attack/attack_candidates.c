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

/* ---- Classes by their labels ------------------------------------------------------------------
 */

/* A person whose values have so few combinations of labels is looked for by these. */
#define COMBINATIONS 64

static uint64_t mix_label(uint64_t key, uint32_t label) {
    return hash_mix(key + label + 1);
}

static void place_class(attack_finder *out, uint32_t class) {
    const attack_release *release = out->release;
    uint64_t key = 0;
    for (size_t a = 0; a < release->attributes; a++) {
        uint32_t label = codes_get(&release->labels[a], class);
        out->starred[a] |= label == release->stars[a];
        key = mix_label(key, label);
    }
    size_t at = key & out->place_mask;
    while (out->places[at] != ATTACK_NONE)
        at = (at + 1) & out->place_mask;
    out->places[at] = class;
}

static bool place_classes(attack_finder *out) {
    const attack_release *release = out->release;
    out->place_mask = 1;
    while (out->place_mask < 2 * release->classes)
        out->place_mask = 2 * out->place_mask + 1;
    out->places = memory_new(out->place_mask + 1, sizeof *out->places);
    if (!out->places)
        return false;
    memset(out->places, 0xff, (out->place_mask + 1) * sizeof *out->places);
    for (size_t c = 0; c < release->classes; c++)
        place_class(out, (uint32_t)c);
    return true;
}

bool attack_finder_open(attack_finder *out, const attack_release *release) {
    size_t groups = release->classes + 1;
    size_t *next = memory_new(groups, sizeof *next);
    *out = (attack_finder){.release = release,
                           .first = memory_zero(groups + 1, sizeof *out->first),
                           .rows = memory_new(release->rows, sizeof *out->rows),
                           .marked = memory_zero(release->attributes, sizeof *out->marked),
                           .starred = memory_zero(release->attributes, sizeof *out->starred),
                           .turn = memory_new(release->attributes, sizeof *out->turn),
                           .scale = memory_new(release->attributes, sizeof *out->scale),
                           .distance = memory_new(groups, sizeof *out->distance),
                           .found = memory_new(groups, sizeof *out->found)};
    bool fine = next && out->first && out->rows && out->marked && out->starred && out->turn &&
                out->scale && out->distance && out->found && place_classes(out);
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
    memory_free(made->places);
    memory_free(made->starred);
    memory_free(made->turn);
    memory_free(made->scale);
    memory_free(made->distance);
    memory_free(made->found);
    memory_free(made->component);
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

/* Labels of the person that classes have; the star of suppressed cells may be one of those that
 * cover the value. */
static size_t count_labels(const attack_finder *in, const attack_people *of, size_t a, size_t row) {
    const label_cover *cover = &of->covers[a];
    uint32_t value = codes_get(&of->quasi[a], row);
    size_t labels = cover->first[value + 1] - cover->first[value];
    bool star = in->starred[a];
    for (size_t i = cover->first[value]; star && i < cover->first[value + 1]; i++)
        star = cover->label[i] != in->release->stars[a];
    return labels + star;
}

static uint32_t label_at(const attack_finder *in, const attack_people *of, size_t a, size_t row) {
    size_t at = of->covers[a].first[codes_get(&of->quasi[a], row)] + in->turn[a];
    return at < of->covers[a].first[codes_get(&of->quasi[a], row) + 1] ? of->covers[a].label[at]
                                                                       : in->release->stars[a];
}

/* More than COMBINATIONS: too many. */
static size_t count_combinations(const attack_finder *in, const attack_people *of, size_t row) {
    size_t count = 1;
    for (size_t a = 0; a < in->release->attributes && count > 0 && count <= COMBINATIONS; a++)
        count *= count_labels(in, of, a, row);
    return count;
}

static bool has_labels(const attack_finder *in, const attack_people *of, uint32_t class,
                       size_t row) {
    for (size_t a = 0; a < in->release->attributes; a++)
        if (codes_get(&in->release->labels[a], class) != label_at(in, of, a, row))
            return false;
    return true;
}

/* Adds the class of the labels whose turn it is, in ascending order. */
static void add_class(attack_finder *in, const attack_people *of, size_t row) {
    uint64_t key = 0;
    for (size_t a = 0; a < in->release->attributes; a++)
        key = mix_label(key, label_at(in, of, a, row));
    size_t at = key & in->place_mask;
    while (in->places[at] != ATTACK_NONE && !has_labels(in, of, in->places[at], row))
        at = (at + 1) & in->place_mask;
    if (in->places[at] == ATTACK_NONE)
        return;
    size_t to = in->count++;
    for (; to > 0 && in->found[to - 1] > in->places[at]; to--)
        in->found[to] = in->found[to - 1];
    in->found[to] = in->places[at];
}

/* What find_covering finds. */
static uint64_t find_combinations(attack_finder *in, const attack_people *of, size_t row,
                                  size_t combinations) {
    size_t attributes = in->release->attributes;
    in->count = 0;
    memset(in->turn, 0, attributes * sizeof *in->turn);
    for (size_t i = 0; i < combinations; i++) {
        add_class(in, of, row);
        for (size_t a = 0; a < attributes && ++in->turn[a] == count_labels(in, of, a, row); a++)
            in->turn[a] = 0;
    }
    return combinations * (attributes + ATTACK_LOOKUP);
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

/* Rows that do not count are in no class of the release. */
static void leave_out_impossible(attack_finder *in, const attack_people *of, size_t row) {
    size_t kept = 0;
    if (!in->component || of != in->exchanged || attack_own_class(in, row) > in->release->classes)
        return;
    uint32_t own = in->component[attack_own_class(in, row)];
    for (size_t i = 0; i < in->count; i++)
        if (in->component[in->found[i]] == own)
            in->found[kept++] = in->found[i];
    in->count = kept;
}

uint64_t attack_find(attack_finder *in, const attack_people *of, size_t row) {
    const attack_release *release = in->release;
    uint64_t work = attack_mark(in, of, row);
    in->blank = false;
    in->covered = true;
    in->fits = release->numbers != NULL;
    if (!release->numbers) {
        size_t combinations = count_combinations(in, of, row);
        work += combinations <= COMBINATIONS ? find_combinations(in, of, row, combinations)
                                             : find_covering(in);
        in->fits = in->count > 0;
        leave_out_impossible(in, of, row);
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

/* Of very many rows of a person the first ones do. */
#define TELLING_ROWS 1000

uint32_t attack_telling_row(attack_finder *in, const attack_people *of,
                            const attack_targets *targets, size_t unit, uint64_t *work) {
    uint32_t best = targets->rows[targets->first[unit]];
    uint64_t fewest = UINT64_MAX;
    size_t begin = targets->first[unit], end = targets->first[unit + 1];
    bool several = end - begin > 1;
    end = end - begin > TELLING_ROWS ? begin + TELLING_ROWS : end;
    for (size_t i = begin; several && i < end; i++) {
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
