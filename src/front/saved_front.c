#include "front/saved_front.h"

#include "store/csv_source.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Printed numbers are exact; sums in another order differ by their rounding. */
#define ROUNDING 1e-9

static const source_options form = {.delimiter = ',', .header = SHOAL_YES, .trim = SHOAL_NO};

/* ---- Reading ------------------------------------------------------------------------------- */

static shoal_status find_columns(saved_front *out, shoal_error *error) {
    const struct {
        const char *name;
        int64_t *column;
    } needed[] = {
        {"point", &out->point},     {"chosen", &out->chosen},         {"k_eff", &out->k},
        {"classes", &out->classes}, {"suppressed", &out->suppressed}, {"node", &out->node},
        {"task", &out->task},       {"recoding", &out->recoding}};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        *needed[i].column = table_find(out->table, needed[i].name);
        if (*needed[i].column < 0)
            return status_fail(error, SHOAL_BAD_DATA,
                               "%.150s is not a saved front: it has no column %s", out->path,
                               needed[i].name);
    }
    out->seed = table_find(out->table, "seed");
    if (out->table->rows == 0)
        return status_fail(error, SHOAL_BAD_DATA, "%.150s is a front without any point", out->path);
    return SHOAL_OK;
}

shoal_status saved_front_read(saved_front *out, const char *path, shoal_error *error) {
    out->path = path;
    STATUS_TRY(source_load(&out->table, NULL, &path, 1, &form, error));
    return find_columns(out, error);
}

shoal_status saved_front_read_memory(saved_front *out, const char *bytes, size_t length,
                                     shoal_error *error) {
    out->path = "the front";
    STATUS_TRY(csv_read_memory(&out->table, bytes, length, &form, error));
    return find_columns(out, error);
}

void saved_front_close(saved_front *front) {
    shoal_table_free(front->table);
    *front = (saved_front){0};
}

/* ---- Cells --------------------------------------------------------------------------------- */

size_t saved_front_points(const saved_front *front) {
    return front->table->rows;
}

const char *saved_front_cell(const saved_front *front, size_t point, int64_t place) {
    return shoal_table_value(front->table, (int64_t)point, place);
}

bool saved_front_number(double *out, const saved_front *front, size_t point, int64_t place) {
    const char *words = saved_front_cell(front, point, place);
    char *end;
    *out = (double)NAN;
    if (*words == '\0')
        return true;
    if (strspn(words, "0123456789.eE+-") != strlen(words))
        return false;
    *out = strtod(words, &end);
    return *end == '\0' && isfinite(*out);
}

bool saved_front_agrees(const saved_front *front, size_t point, int64_t place, double value) {
    double said;
    if (!saved_front_number(&said, front, point, place))
        return false;
    if (isnan(said) || isnan(value))
        return isnan(said) && isnan(value);
    return fabs(said - value) <= ROUNDING * fmax(1e-3, fmax(fabs(said), fabs(value)));
}

static bool is_number(const char *words, uint64_t *out) {
    char *end;
    if (*words < '0' || *words > '9')
        return false;
    *out = strtoull(words, &end, 10);
    return *end == '\0';
}

bool saved_front_seed(uint64_t *out, const saved_front *front, size_t point) {
    return front->seed < 0 || is_number(saved_front_cell(front, point, front->seed), out);
}

int saved_front_direction(const saved_front *front, int64_t place, const char **name) {
    const char *title = front->table->column[place].name;
    int direction = strncmp(title, "max:", 4) == 0 ? 1 : strncmp(title, "min:", 4) == 0 ? -1 : 0;
    *name = direction ? title + 4 : title;
    return direction;
}

static int hex_digit(char digit) {
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

bool saved_front_node(uint8_t *out, const saved_front *front, size_t point, size_t bytes) {
    const char *printed = saved_front_cell(front, point, front->node);
    if (strlen(printed) != 2 * bytes)
        return false;
    for (size_t i = 0; i < bytes; i++) {
        int high = hex_digit(printed[2 * i]), low = hex_digit(printed[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(16 * high + low);
    }
    return true;
}

/* ---- Picking ------------------------------------------------------------------------------- */

/* The points stand in the order of the first objective, the best first: the first that has the k is
 * taken. Where k itself is that objective, it is the last, which loses least. */
static shoal_status find_by_k(size_t *out, const saved_front *front, const char *pick,
                              uint64_t wanted, shoal_error *error) {
    uint64_t largest = 0, found, before = UINT64_MAX;
    size_t first = SIZE_MAX, last = SIZE_MAX;
    bool falling = true;
    for (size_t point = 0; point < saved_front_points(front); point++) {
        if (!is_number(saved_front_cell(front, point, front->k), &found))
            continue;
        falling &= found <= before;
        before = found;
        largest = found > largest ? found : largest;
        if (found < wanted)
            continue;
        first = first == SIZE_MAX ? point : first;
        last = point;
    }
    *out = falling ? last : first;
    if (first != SIZE_MAX)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_INFEASIBLE, "pick_infeasible", "pick",
                         "no point of the front has %.40s; the largest k is %" PRIu64, pick,
                         largest);
}

shoal_status saved_front_find(size_t *out, const saved_front *front, const char *pick,
                              shoal_error *error) {
    uint64_t wanted;
    size_t points = saved_front_points(front);
    if (strncmp(pick, "k=", 2) == 0 && is_number(pick + 2, &wanted))
        return find_by_k(out, front, pick, wanted, error);
    if (!is_number(pick, &wanted) || wanted < 1 || wanted > points)
        return status_refuse(error, SHOAL_USAGE, "pick_invalid", "pick",
                             "the point '%.40s' is unknown: give the number of a point from 1 to "
                             "%zu, or the smallest k, such as k=7",
                             pick, points);
    *out = (size_t)wanted - 1;
    return SHOAL_OK;
}
