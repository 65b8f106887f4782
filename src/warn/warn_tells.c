/* Columns that give away a quasi-identifier, alone or two together, and quasi-identifiers that give
 * away one another. */
#include "base/random.h"
#include "bind/roles.h"
#include "measure/tells.h"
#include "warn/warn.h"

#include <math.h>

/* Shares of the rows beyond chance that make a column telling: where most of its values occur often
 * enough, and where they do not; and for two columns together, or two quasi-identifiers. */
#define TELLING 0.5
#define TELLING_FEW 0.75
#define TELLING_BOTH 0.9
/* Shares of the rows whose values the release must hide, or of one quasi-identifier narrow down by
 * another: less is no matter. */
#define HIDDEN 0.01
#define NARROWED 0.05
#define LEAST_JUDGED 10     /* rows */
#define LEAST_ROWS 4096     /* of a sample */
#define PAIR_ROWS 16384     /* pairs of columns are judged by so many rows first */
#define PAIR_VALUES 4096    /* and looked at while they have at most so many combinations */
#define PAIR_COLUMNS 24     /* of at most so many columns */
#define MOST_WORK 100000000 /* rows times columns times quasi-identifiers */

/* A column of the sample; its name is that of the table's. */
typedef struct sampled_column {
    const char *name;
    told_column of;
    double *gain; /* [attributes] how much it tells of each quasi-identifier */
} sampled_column;

typedef struct tells_run {
    const warn_release *release;
    warning_list *out;
    size_t rows;
    bool sampled;
    size_t *row;                   /* [rows] of the table */
    sampled_column *value, *label; /* [attributes] of the quasi-identifiers */
    told_chances *chances;         /* [attributes] of the values */
    bool **hides;                  /* [attributes] of [rows]; NULL: not known */
    sampled_column *column;        /* [columns] that are published unchanged */
    size_t columns;
    uint32_t *count; /* scratch, zeroed: a number for each code of any column */
    arena memory;
} tells_run;

/* ---- The sample ------------------------------------------------------------------------------ */

static bool is_suppressed(const warn_release *release, size_t row) {
    uint32_t class = release->class_of ? release->class_of[row] : 0;
    return release->class_of && (class == WARN_NO_CLASS || class == release->suppressed);
}

/* Suppressed rows have no value where the original is not known. */
static bool is_counted(const warn_release *release, size_t row) {
    bool known = release->attributes > 0 && release->quasi[0].value;
    if (!known && is_suppressed(release, row))
        return false;
    return !release->kept || release->kept[row];
}

/* Fewer for very wide tables. */
static size_t most_rows(const warn_release *release) {
    size_t rows = MOST_WORK / (release->table->columns + 1) / (release->attributes + 1);
    return rows > WARN_SAMPLE ? WARN_SAMPLE : rows < LEAST_ROWS ? LEAST_ROWS : rows;
}

/* One row from each of so many stretches of the table, so that neither the order of the rows
 * nor a pattern in it matters much. */
static bool choose_rows(tells_run *run) {
    size_t all = run->release->table->rows;
    size_t most = most_rows(run->release);
    most = all < most ? all : most;
    random_stream stream = random_open(0, "tells", 0);
    run->sampled = all > most;
    run->row = arena_new(&run->memory, most + 1, sizeof *run->row);
    if (!run->row)
        return false;
    for (size_t i = 0; i < most; i++) {
        size_t begin = (size_t)((double)all / (double)most * (double)i);
        size_t end = (size_t)((double)all / (double)most * (double)(i + 1));
        size_t row = run->sampled && end > begin ? begin + random_below(&stream, end - begin) : i;
        if (row < all && is_counted(run->release, row))
            run->row[run->rows++] = row;
    }
    /* The first rows are then a sample, too. */
    for (size_t i = run->rows; i > 1 && run->rows > PAIR_ROWS; i--) {
        size_t other = random_below(&stream, i), row = run->row[i - 1];
        run->row[i - 1] = run->row[other];
        run->row[other] = row;
    }
    return true;
}

static bool take(tells_run *run, sampled_column *out, const char *name, uint32_t size,
                 uint32_t **code) {
    *code = arena_new(&run->memory, run->rows + 1, sizeof **code);
    *out = (sampled_column){.name = name, .of = {.code = *code, .size = size}};
    out->gain = arena_zero(&run->memory, run->release->attributes + 1, sizeof *out->gain);
    return *code && out->gain;
}

static bool take_value(tells_run *run, size_t attribute) {
    const warn_quasi *quasi = &run->release->quasi[attribute];
    const size_t *original = run->release->original_row;
    uint32_t *code;
    if (!take(run, &run->value[attribute], quasi->name, quasi->values, &code))
        return false;
    for (size_t i = 0; i < run->rows; i++)
        code[i] = codes_get(quasi->value, original ? original[run->row[i]] : run->row[i]);
    return true;
}

static uint32_t label_at(const warn_release *release, const warn_quasi *quasi, size_t row) {
    bool suppressed = is_suppressed(release, row);
    if (suppressed || (quasi->blanked && quasi->blanked[row / 64] >> (row % 64) & 1))
        return quasi->star;
    uint32_t code = codes_get(quasi->label, row);
    return quasi->map ? quasi->map[code] : code;
}

static bool take_label(tells_run *run, size_t attribute) {
    const warn_quasi *quasi = &run->release->quasi[attribute];
    uint32_t *code;
    if (!take(run, &run->label[attribute], quasi->name, quasi->labels + 1, &code))
        return false;
    for (size_t i = 0; i < run->rows; i++)
        code[i] = label_at(run->release, quasi, run->row[i]);
    return true;
}

static bool take_column(tells_run *run, const column *of) {
    uint32_t *code;
    if (!take(run, &run->column[run->columns], of->name, (uint32_t)of->values.size, &code))
        return false;
    for (size_t i = 0; i < run->rows; i++)
        code[i] = codes_get(&of->codes, run->row[i]);
    run->columns++;
    return true;
}

/* Columns of nearly as many values as rows, and keys of persons, tell everything: they have
 * warnings of their own. */
static bool take_columns(tells_run *run) {
    const shoal_table *table = run->release->table;
    run->column = arena_zero(&run->memory, table->columns + 1, sizeof *run->column);
    for (size_t i = 0; run->column && i < table->columns; i++) {
        const column *each = &table->column[i];
        if (!warn_is_published(each, run->release->plan) || each->values.size < 2 ||
            roles_is_near_unique(table, i) ||
            warnings_has(run->out, warning_near_unique, each->name) ||
            warnings_has(run->out, warning_identifier_published, each->name) ||
            warnings_has(run->out, warning_persons_not_stated, each->name))
            continue;
        if (!take_column(run, each))
            return false;
    }
    return run->column != NULL;
}

static bool make_room(tells_run *run) {
    uint32_t most = PAIR_VALUES;
    size_t attributes = run->release->attributes;
    for (size_t a = 0; a < attributes; a++) {
        most = run->value[a].of.size > most ? run->value[a].of.size : most;
        most = run->label[a].of.size > most ? run->label[a].of.size : most;
    }
    run->count = arena_zero(&run->memory, (size_t)most + 1, sizeof *run->count);
    return run->count != NULL;
}

static bool take_sample(tells_run *run) {
    size_t attributes = run->release->attributes;
    run->value = arena_zero(&run->memory, attributes + 1, sizeof *run->value);
    run->label = arena_zero(&run->memory, attributes + 1, sizeof *run->label);
    run->hides = arena_zero(&run->memory, attributes + 1, sizeof *run->hides);
    run->chances = arena_zero(&run->memory, attributes + 1, sizeof *run->chances);
    if (!run->value || !run->label || !run->hides || !run->chances || !choose_rows(run) ||
        !take_columns(run))
        return false;
    for (size_t a = 0; a < attributes; a++) {
        if (!take_label(run, a))
            return false;
        if (!run->release->quasi[a].value)
            run->value[a] = run->label[a];
        else if (!take_value(run, a))
            return false;
    }
    return make_room(run);
}

/* ---- What labels hide ------------------------------------------------------------------------ */

static bool find_hidden(tells_run *run, size_t attribute) {
    const told_column *label = &run->label[attribute].of, *value = &run->value[attribute].of;
    uint32_t star = run->release->quasi[attribute].star;
    told_groups groups;
    if (!run->release->quasi[attribute].value)
        return true;
    bool *hides = arena_zero(&run->memory, run->rows + 1, sizeof *hides);
    bool made = told_groups_make(&groups, label, run->rows) && hides;
    for (uint32_t group = 0; made && group < groups.size; group++) {
        bool told = group != star && told_is_certain(&groups, group, value, run->count);
        for (uint32_t i = groups.first[group]; !told && i < groups.first[group + 1]; i++)
            hides[groups.row[i]] = true;
    }
    told_groups_free(&groups);
    run->hides[attribute] = hides;
    return made;
}

/* ---- Findings -------------------------------------------------------------------------------- */

static telling count_told(tells_run *run, const told_groups *by, size_t attribute) {
    return told_count(by, &run->value[attribute].of, &run->chances[attribute],
                      run->hides[attribute], run->count);
}

static void add_figures(tells_run *run, const telling *found, size_t attribute, const char *other) {
    double judged = (double)found->judged;
    warnings_text(run->out, "quasi", run->release->quasi[attribute].name);
    if (other)
        warnings_text(run->out, "together_with", other);
    warnings_number(run->out, "certain_before", (double)found->certain / judged);
    warnings_number(run->out, "certain_after",
                    run->hides[attribute] ? (double)found->hidden / judged : (double)NAN);
    warnings_count(run->out, "rows", found->judged);
}

/* `who`, a column or two, tells the quasi-identifier. */
static void add_warning(tells_run *run, const char *code, const char *by, const char *other,
                        const telling *found, size_t attribute) {
    const char *quasi = run->release->quasi[attribute].name;
    double certain = 100.0 * (double)found->certain / (double)found->judged;
    double hidden = 100.0 * (double)found->hidden / (double)found->judged;
    const char *together = other ? " and " : "", *plural = other ? "" : "s";
    const char *sample = run->sampled ? " of a sample" : "";
    other = other ? other : "";
    if (run->hides[attribute])
        warnings_add(run->out, code, by,
                     "%s%s%s tell%s the value of %s in %.1f%% of the rows%s, and in %.1f%% the "
                     "release hides it",
                     by, together, other, plural, quasi, certain, sample, hidden);
    else
        warnings_add(run->out, code, by, "%s%s%s tell%s the value of %s in %.1f%% of the rows%s",
                     by, together, other, plural, quasi, certain, sample);
    add_figures(run, found, attribute, *other ? other : NULL);
}

/* `least`: the gain that is worth a warning. */
static bool is_telling(const tells_run *run, const telling *found, size_t attribute, double least) {
    double enough = 2 * found->few > found->judged ? TELLING_FEW : TELLING;
    bool hidden = (double)found->hidden >= HIDDEN * (double)found->judged;
    return found->judged >= LEAST_JUDGED && telling_gain(found) >= fmax(least, enough) &&
           (!run->hides[attribute] || hidden);
}

static bool look_at_column(tells_run *run, sampled_column *by) {
    told_groups groups;
    bool made = told_groups_make(&groups, &by->of, run->rows);
    for (size_t a = 0; made && a < run->release->attributes; a++) {
        telling found = count_told(run, &groups, a);
        by->gain[a] = telling_gain(&found);
        if (is_telling(run, &found, a, TELLING))
            add_warning(run, warning_gives_away, by->name, NULL, &found, a);
    }
    told_groups_free(&groups);
    return made;
}

/* ---- Quasi-identifiers ----------------------------------------------------------------------- */

static void add_copy(tells_run *run, size_t by, size_t attribute, const telling *found,
                     uint64_t narrowed) {
    const char *one = run->release->quasi[by].name, *other = run->release->quasi[attribute].name;
    double share = (double)narrowed / (double)run->rows;
    warnings_add(
        run->out, warning_quasi_copies, one,
        "%s tells the value of %s in %.1f%% of the rows%s, and in %.1f%% what is published "
        "of it says more than the label of %s",
        one, other, 100.0 * (double)found->certain / (double)found->judged,
        run->sampled ? " of a sample" : "", 100 * share, other);
    warnings_text(run->out, "quasi", other);
    warnings_number(run->out, "certain_before", (double)found->certain / (double)found->judged);
    warnings_number(run->out, "narrowed_after", share);
    warnings_count(run->out, "rows", found->judged);
}

/* One quasi-identifier follows from another, and what is published of that one says more. */
static bool look_at_copy(tells_run *run, const told_groups *groups, size_t by, size_t attribute) {
    uint64_t narrowed;
    telling found =
        told_count(groups, &run->value[attribute].of, &run->chances[attribute], NULL, run->count);
    if (found.judged < LEAST_JUDGED || telling_gain(&found) < TELLING_BOTH)
        return true;
    if (!told_narrowed(&narrowed, &run->label[by].of, &run->label[attribute].of,
                       &run->value[attribute].of, run->rows, run->count))
        return false;
    if ((double)narrowed >= NARROWED * (double)run->rows)
        add_copy(run, by, attribute, &found, narrowed);
    return true;
}

static bool look_at_copies(tells_run *run, size_t by) {
    told_groups groups;
    bool made = told_groups_make(&groups, &run->value[by].of, run->rows);
    for (size_t a = 0; made && a < run->release->attributes; a++)
        made = a == by || !run->hides[a] || look_at_copy(run, &groups, by, a);
    told_groups_free(&groups);
    return made;
}

/* ---- Two columns together -------------------------------------------------------------------- */

/* Judges the first rows of the sample, or all of them where these are telling. */
static bool look_at_both(tells_run *run, const sampled_column *one, const sampled_column *other,
                         uint32_t *code, size_t rows) {
    told_column both = {code, one->of.size * other->of.size};
    told_groups groups;
    bool whole = rows == run->rows, again = false;
    for (size_t i = 0; i < rows; i++)
        code[i] = one->of.code[i] * other->of.size + other->of.code[i];
    bool made = told_groups_make(&groups, &both, rows);
    for (size_t a = 0; made && a < run->release->attributes; a++) {
        if (one->gain[a] >= TELLING || other->gain[a] >= TELLING)
            continue;
        telling found = count_told(run, &groups, a);
        bool tells = is_telling(run, &found, a, TELLING_BOTH);
        again |= tells && !whole;
        if (tells && whole)
            add_warning(run, warning_gives_away, one->name, other->name, &found, a);
    }
    told_groups_free(&groups);
    return made && (!again || look_at_both(run, one, other, code, run->rows));
}

static bool look_at_pairs(tells_run *run) {
    size_t rows = run->rows < PAIR_ROWS ? run->rows : PAIR_ROWS;
    if (run->columns > PAIR_COLUMNS || rows < LEAST_JUDGED)
        return true;
    uint32_t *code = arena_new(&run->memory, run->rows + 1, sizeof *code);
    for (size_t i = 0; code && i < run->columns; i++)
        for (size_t j = i + 1; j < run->columns; j++) {
            const sampled_column *one = &run->column[i], *other = &run->column[j];
            if ((uint64_t)one->of.size * other->of.size <= PAIR_VALUES &&
                !look_at_both(run, one, other, code, rows))
                return false;
        }
    return code != NULL;
}

/* --------------------------------------------------------------------------------------------- */

static bool look(tells_run *run) {
    if (run->release->table->rows < LEAST_JUDGED)
        return true;
    if (!take_sample(run))
        return false;
    for (size_t a = 0; a < run->release->attributes; a++) {
        told_chances_fill(&run->chances[a], &run->value[a].of, run->rows, run->count);
        if (!find_hidden(run, a))
            return false;
    }
    for (size_t i = 0; i < run->columns; i++)
        if (!look_at_column(run, &run->column[i]))
            return false;
    for (size_t a = 0; a < run->release->attributes; a++)
        if (!look_at_copies(run, a))
            return false;
    return look_at_pairs(run);
}

shoal_status warn_tells(warning_list *out, const warn_release *release, shoal_error *error) {
    tells_run run = {.release = release, .out = out};
    bool made = look(&run);
    arena_free(&run.memory);
    return made && !out->failed ? SHOAL_OK : status_no_memory(error);
}
