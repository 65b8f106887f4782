#include "data/rounded_bounds.h"

#include "data/date.h"
#include "data/number.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Years of the last levels of dates, after day, month and quarter. */
static const int years[] = {1, 5, 10, 50, 100};
#define DATE_LEVELS (3 + (int)(sizeof years / sizeof *years))

/* The values as whole numbers: of days, or of the smallest decimal place that any of them has. */
typedef struct grid {
    const ordered_domain *of;
    int64_t *value; /* [ranged] ascending */
    int64_t *edge;  /* [ranged] the bound of a range that begins, or ends, with the value */
    bool *settled;  /* [ranged] */
    bool dates;
    date_order order;
    char separator;
    int places;
    int levels;
} grid;

/* 1, 5, 10, 50, ... */
static int64_t step_of(int level) {
    int64_t step = 1;
    for (int l = 1; l <= level; l++)
        step *= l % 2 ? 5 : 2;
    return step;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool read_numbers(grid *out) {
    uint32_t count = out->of->ranged;
    number parsed;
    int64_t largest = 0;
    for (uint32_t p = 0; p < count; p++) {
        const char *label = out->of->label[p];
        if (!number_parse(&parsed, label, strlen(label)) || parsed.cut)
            return false;
        int places = number_places(&parsed);
        out->places = places > out->places ? places : out->places;
    }
    for (uint32_t p = 0; out->places <= NUMBER_FINEST && p < count; p++) {
        const char *label = out->of->label[p];
        if (!number_parse(&parsed, label, strlen(label)) ||
            !number_floor(&parsed, out->places, &out->value[p]))
            return false;
        int64_t size = out->value[p] < 0 ? -out->value[p] : out->value[p];
        largest = size > largest ? size : largest;
    }
    out->levels = 1;
    while (step_of(out->levels - 1) < largest)
        out->levels++;
    return out->places <= NUMBER_FINEST;
}

static bool read_dates(grid *out) {
    date_survey survey = {0};
    uint32_t count = out->of->ranged;
    const char *sign = out->of->label[0];
    if (!date_survey_values(&survey, out->of->label, count) || survey.others > 0)
        return false;
    while (isdigit((unsigned char)*sign))
        sign++;
    out->dates = true;
    out->order = survey.order;
    out->separator = *sign;
    out->levels = DATE_LEVELS;
    for (uint32_t p = 0; p < count; p++) {
        date parsed;
        if (!date_parse(&parsed, out->of->label[p], survey.order))
            return false;
        out->value[p] = date_to_days(&parsed);
    }
    return *sign != '\0';
}

/* ---- Intervals ------------------------------------------------------------------------------- */

static int64_t round_number(int64_t value, int64_t step, bool up) {
    int64_t rest = value % step;
    int64_t low = value - (rest < 0 ? rest + step : rest);
    return up && low < value ? low + step : low;
}

/* The first day of the month so many months after that of the date. */
static int64_t month_begin(date of, int more) {
    int months = of.year * 12 + of.month - 1 + more;
    date first = {.year = months / 12, .month = months % 12 + 1, .day = 1};
    return date_to_days(&first);
}

static int64_t round_date(int64_t value, int level, bool up) {
    date day = date_from_days(value);
    int months = level == 1 ? 1 : level == 2 ? 3 : level > 2 ? 12 * years[level - 3] : 0;
    if (months == 0)
        return value;
    int into = (day.year * 12 + day.month - 1) % months;
    return up ? month_begin(day, months - into) - 1 : month_begin(day, -into);
}

static int64_t round_to(const grid *of, int64_t value, int level, bool up) {
    return of->dates ? round_date(value, level, up) : round_number(value, step_of(level), up);
}

/* Settles the values whose interval of the level holds enough rows. */
static void settle_level(grid *of, int level, bool up, uint64_t least) {
    uint32_t count = of->of->ranged;
    bool last = level + 1 == of->levels;
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        int64_t edge = round_to(of, of->value[begin], level, up);
        uint64_t rows = 0;
        for (end = begin; end < count && round_to(of, of->value[end], level, up) == edge; end++)
            rows += of->of->rows[end];
        for (uint32_t p = begin; p < end && (rows >= least || last); p++) {
            if (!of->settled[p])
                of->edge[p] = edge;
            of->settled[p] = true;
        }
    }
}

static void settle(grid *of, bool up, uint64_t least) {
    memset(of->settled, 0, of->of->ranged * sizeof *of->settled);
    for (int level = 0; level < of->levels; level++)
        settle_level(of, level, up, least);
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* A value that is its own bound is called as it is. */
static const char *write_edge(const grid *of, uint32_t position, arena *memory) {
    char made[64];
    int64_t edge = of->edge[position];
    const char *label = of->of->label[position];
    date parsed;
    bool timed = of->dates && date_parse(&parsed, label, of->order) && parsed.timed;
    if (edge == of->value[position] && !timed)
        return label;
    if (of->dates) {
        date day = date_from_days(edge);
        date_format(made, sizeof made, &day, of->order, of->separator);
        return arena_text(memory, made, strlen(made));
    }
    uint64_t size = edge < 0 ? (uint64_t)-edge : (uint64_t)edge;
    uint64_t unit = (uint64_t)number_power(of->places);
    int places = of->places;
    uint64_t part = size % unit;
    for (; places > 0 && part % 10 == 0; places--)
        part /= 10;
    int length = snprintf(made, sizeof made, "%s%" PRIu64, edge < 0 ? "-" : "", size / unit);
    if (places > 0)
        length +=
            snprintf(made + length, sizeof made - (size_t)length, ".%0*" PRIu64, places, part);
    return arena_text(memory, made, (size_t)length);
}

/* What a rounded range covers may reach beyond the bound of its own first value: that of the value
 * it reaches counts then, until nothing more is reached. */
static void reach_down(const grid *of, uint32_t *first) {
    uint32_t reached = 0;
    for (uint32_t p = 0; p < of->of->ranged; p++) {
        for (reached = p; reached > 0 && of->value[reached - 1] >= of->edge[p];)
            reached = first[reached - 1];
        first[p] = reached;
    }
}

static void reach_up(const grid *of, uint32_t *last) {
    uint32_t count = of->of->ranged;
    for (uint32_t p = count; p-- > 0;) {
        uint32_t reached = p;
        while (reached + 1 < count && of->value[reached + 1] <= of->edge[p])
            reached = last[reached + 1];
        last[p] = reached;
    }
}

static bool write_edges(const char **out, const grid *of, const uint32_t *own, arena *memory) {
    for (uint32_t p = 0; p < of->of->ranged; p++) {
        out[p] = own[p] == p ? write_edge(of, p, memory) : "";
        if (!out[p])
            return false;
    }
    return true;
}

static bool make(rounded_bounds *out, grid *of, uint64_t least, arena *memory) {
    uint32_t count = of->of->ranged;
    uint32_t *first = arena_new(memory, count, sizeof *first);
    out->last = arena_new(memory, count, sizeof *out->last);
    out->low = arena_new(memory, count, sizeof *out->low);
    out->high = arena_new(memory, count, sizeof *out->high);
    if (!first || !out->last || !out->low || !out->high)
        return false;
    settle(of, false, least);
    reach_down(of, first);
    if (!write_edges(out->low, of, first, memory))
        return false;
    settle(of, true, least);
    reach_up(of, out->last);
    out->first = first;
    return write_edges(out->high, of, out->last, memory);
}

shoal_status rounded_bounds_make(rounded_bounds *out, const ordered_domain *of, uint64_t least,
                                 arena *memory, shoal_error *error) {
    arena scratch = {0};
    grid by = {.of = of};
    *out = (rounded_bounds){0};
    by.value = arena_new(&scratch, of->ranged, sizeof *by.value);
    by.edge = arena_new(&scratch, of->ranged, sizeof *by.edge);
    by.settled = arena_new(&scratch, of->ranged, sizeof *by.settled);
    bool made = by.value && by.edge && by.settled;
    if (made && of->ranged > 0 && (read_numbers(&by) || read_dates(&by)))
        made = make(out, &by, least, memory);
    arena_free(&scratch);
    return made ? SHOAL_OK : status_no_memory(error);
}
