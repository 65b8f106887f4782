/* Releases of local recoding, read as text: every label covers its values and no more than it must,
 * classes are large enough and keep the models, and the metrics equal a naive computation. Random
 * tables, shapes, kept and uniform attributes, missing values, persons, models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "data/star.h"
#include "recode/facts.h"
#include "support/random_cases.h"
#include "support/recoded_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 120
#define MOST_CODES 64

enum { NUMBER, MASK, CATEGORY, ATTRIBUTES };

static const char *const names[ATTRIBUTES] = {"number", "mask", "category"};

static uint64_t seed;

/* ---- A random problem ------------------------------------------------------------------------ */

typedef struct drawn {
    uint64_t seed;
    shoal_plan *plan;
    text csv;
    size_t rows;
    const char *shape[ATTRIBUTES]; /* as asked for; "" is auto */
    const char *local[ATTRIBUTES];
    bool persons;
    int64_t l;
} drawn;

#define HOLDS(of, condition)                                                                       \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %llu: %s", (unsigned long long)(of)->seed, #condition);                 \
    } while (0)

static void draw_rows(drawn *out, random_stream *draw) {
    uint64_t numbers = 2 + random_below(draw, 30), letters = 1 + random_below(draw, 4);
    uint64_t categories = 1 + random_below(draw, 6);
    bool missing = random_below(draw, 2);
    out->rows = 2 + random_below(draw, MOST_ROWS - 2);
    text_add_string(&out->csv, "number,mask,category,who,illness\n");
    for (size_t row = 0; row < out->rows; row++) {
        if (missing && random_below(draw, 6) == 0)
            text_add_string(&out->csv, "?,");
        else
            text_format(&out->csv, "%d,", (int)random_below(draw, numbers));
        if (missing && random_below(draw, 8) == 0)
            text_add_string(&out->csv, "?,");
        else
            text_format(&out->csv, "%c%c,", (char)('a' + random_below(draw, letters)),
                        (char)('a' + random_below(draw, letters)));
        text_format(&out->csv, "c%d,p%d,i%d\n", (int)random_below(draw, categories),
                    (int)random_below(draw, 1 + out->rows / 2), (int)random_below(draw, 4));
    }
}

static void set_attribute(const drawn *of, size_t a, const char *key, const char *value) {
    char path[60];
    snprintf(path, sizeof path, "attributes.%s.%s", names[a], key);
    if (*value)
        plan_set(of->plan, path, value);
}

static void draw_attribute(drawn *out, size_t a, random_stream *draw) {
    static const char *const shapes[] = {"", "hierarchy", "range", "set", "mean"};
    static const char *const locals[] = {"", "", "", "uniform", "keep"};
    out->shape[a] = shapes[random_below(draw, a == NUMBER ? 5 : 4)];
    out->local[a] = locals[random_below(draw, 5)];
    if (strcmp(out->local[a], "uniform") == 0)
        out->shape[a] = "";
    set_attribute(out, a, "role", "quasi");
    set_attribute(out, a, "shape", out->shape[a]);
    set_attribute(out, a, "local", out->local[a]);
}

static void draw_plan(drawn *out, random_stream *draw) {
    static const char *const metrics[] = {"loss", "loss", "nwp", "entropy", "precision"};
    static const char *const rules[] = {"category", "category", "wildcard", "drop"};
    char number[24];
    for (size_t a = 0; a < ATTRIBUTES; a++)
        draw_attribute(out, a, draw);
    if (random_below(draw, 2))
        plan_set(out->plan, "attributes.number.hierarchy", "ranges:3,9");
    plan_set(out->plan, "attributes.mask.hierarchy", "mask:right");
    plan_set(out->plan, "attributes.illness.role", "sensitive");
    out->persons = random_below(draw, 3) == 0;
    plan_set(out->plan, "attributes.who.role", out->persons ? "person" : "plain");
    snprintf(number, sizeof number, "%d", (int)(1 + random_below(draw, 5)));
    plan_set(out->plan, "privacy.k", number);
    out->l = random_below(draw, 3) ? 0 : 2;
    if (out->l > 0)
        plan_set(out->plan, "privacy.l", "2");
    plan_set(out->plan, "suppression", random_below(draw, 2) ? "0.2" : "0");
    plan_set(out->plan, "missing.rule", rules[random_below(draw, 4)]);
    plan_set(out->plan, "attributes.mask.weight", random_below(draw, 2) ? "2.5" : "1");
    plan_set(out->plan, "search.metric", metrics[random_below(draw, 5)]);
    plan_set(out->plan, "recoding", "local");
    plan_set(out->plan, "search.algorithm", random_below(draw, 2) ? "sorted" : "agglomerate");
    plan_set(out->plan, "round_bounds", random_below(draw, 2) ? "no" : "auto");
}

static void drawn_new(drawn *out, uint64_t index) {
    *out = (drawn){.seed = seed + index};
    random_stream draw = random_open(seed + index, "local release", 0);
    assert_int_equal(shoal_plan_new(&out->plan, NULL), SHOAL_OK);
    draw_rows(out, &draw);
    draw_plan(out, &draw);
}

static void drawn_free(drawn *of) {
    shoal_plan_free(of->plan);
    text_free(&of->csv);
}

/* ---- The text -------------------------------------------------------------------------------- */

typedef struct release_text {
    const drawn *of;
    const recoded_table *made;
    const char *cell[MOST_ROWS][ATTRIBUTES];
    bool counts[MOST_ROWS], published[MOST_ROWS]; /* not blanked */
    size_t rows;
} release_text;

static void read_text(release_text *out, const drawn *of, const recoded_table *made) {
    const publication *from = &made->recoder->publication;
    *out = (release_text){.of = of, .made = made, .rows = made->bound.table->rows};
    for (size_t row = 0; row < out->rows; row++) {
        uint8_t blank = 0;
        out->counts[row] = !made->bound.kept || made->bound.kept[row];
        if (from->blanks.rows)
            from->blanks.rows(from->blanks.context, row, 1, &blank);
        out->published[row] = out->counts[row] && !blank;
        for (size_t a = 0; a < ATTRIBUTES; a++) {
            uint32_t code = codes_get(from->attribute[a].of_row, row);
            HOLDS(of, (code < from->attribute[a].label_count) == out->published[row]);
            out->cell[row][a] = blank || !out->counts[row] ? STAR : from->attribute[a].labels[code];
        }
    }
}

static bool same_class(const release_text *of, size_t one, size_t other) {
    if (!of->published[one] || !of->published[other])
        return false;
    for (size_t a = 0; a < ATTRIBUTES; a++)
        if (strcmp(of->cell[one][a], of->cell[other][a]) != 0)
            return false;
    return true;
}

static const char *value_of(const release_text *of, size_t row, size_t a) {
    return shoal_table_value(of->made->bound.table, (int64_t)row, (int64_t)a);
}

static uint32_t code_of(const release_text *of, size_t row, size_t a) {
    return codes_get(of->made->bound.quasi_codes[a], row);
}

/* ---- What labels cover ----------------------------------------------------------------------- */

/* Codes of an attribute, marked. */
typedef struct covered {
    bool has[MOST_CODES];
} covered;

static bool is_missing(const release_text *of, size_t a, uint32_t code) {
    const column *from = &of->made->bound.table->column[a];
    return plan_is_missing(of->of->plan, dictionary_text(&from->values, code));
}

static size_t code_count(const release_text *of, size_t a) {
    return of->made->bound.table->column[a].values.size;
}

static const char *text_of(const release_text *of, size_t a, uint32_t code) {
    return dictionary_text(&of->made->bound.table->column[a].values, code);
}

static covered cover_level(const release_text *of, size_t a, int level, uint32_t group) {
    covered out = {{false}};
    const bound_level *at = &of->made->bound.hierarchies[a].level[level];
    for (uint32_t code = 0; code < code_count(of, a); code++)
        out.has[code] = at->of_ground[code] == group;
    return out;
}

static covered cover_all(const release_text *of, size_t a) {
    covered out = {{false}};
    for (uint32_t code = 0; code < code_count(of, a); code++)
        out.has[code] = true;
    return out;
}

/* The values of the rows of a class. */
static covered values_in(const release_text *of, size_t row, size_t a) {
    covered out = {{false}};
    for (size_t other = 0; other < of->rows; other++)
        if (same_class(of, row, other))
            out.has[code_of(of, other, a)] = true;
    return out;
}

static size_t count_values(const release_text *of, size_t a, const covered *in) {
    size_t count = 0;
    bool missing = false;
    for (uint32_t code = 0; code < code_count(of, a); code++) {
        if (!in->has[code] || (missing && is_missing(of, a, code)))
            continue;
        bool any = false;
        for (size_t row = 0; row < of->rows; row++)
            any |= of->counts[row] && code_of(of, row, a) == code;
        count += any;
        missing |= any && is_missing(of, a, code);
    }
    return count;
}

static uint64_t count_rows(const release_text *of, size_t a, const covered *in) {
    uint64_t count = 0;
    for (size_t row = 0; row < of->rows; row++)
        count += of->counts[row] && in->has[code_of(of, row, a)];
    return count;
}

/* The lowest level whose group has all values, by walking up; its height + 1: none. */
static int lowest_level(const release_text *of, size_t a, const covered *values, uint32_t *group) {
    const bound_hierarchy *by = &of->made->bound.hierarchies[a];
    for (int level = 0; level <= by->height; level++) {
        uint32_t found = NO_CODE;
        bool one = true;
        for (uint32_t code = 0; code < code_count(of, a); code++) {
            if (!values->has[code])
                continue;
            uint32_t its = by->level[level].of_ground[code];
            one &= found == NO_CODE || found == its;
            found = its;
        }
        if (one) {
            *group = found;
            return level;
        }
    }
    return by->height + 1;
}

/* `{*}` stands for `*` where rows would otherwise read as suppressed. */
static bool is_all(const char *label) {
    return is_star(label) || strcmp(label, "{*}") == 0;
}

static bool read_range(const char *label, double *low, double *high) {
    int used = 0;
    return (sscanf(label, "%lf-%lf%n", low, high, &used) == 2 ||
            sscanf(label, "%lf to %lf%n", low, high, &used) == 2) &&
           label[used] == '\0';
}

static bool is_member(const char *set, const char *value) {
    size_t length = strlen(value);
    for (const char *at = set; (at = strstr(at, value)); at++)
        if ((at[-1] == '{' || at[-1] == ' ') && (at[length] == ',' || at[length] == '}'))
            return true;
    return false;
}

static bool find_group(covered *out, const release_text *of, size_t a, const char *label) {
    const bound_hierarchy *by = &of->made->bound.hierarchies[a];
    for (int level = 1; level <= by->height; level++)
        for (uint32_t group = 0; group < by->level[level].size; group++)
            if (strcmp(by->level[level].label[group], label) == 0) {
                *out = cover_level(of, a, level, group);
                return true;
            }
    return false;
}

/* What the text of a label covers, by its text: a group of the hierarchy, one value, a range,
 * a set, a mask, or all. */
static covered read_label(const release_text *of, size_t a, const char *label, bool tree) {
    covered out = {{false}};
    double low, high;
    bool range = read_range(label, &low, &high);
    const char *comma = label[0] == '{' ? strchr(label, ',') : NULL;
    char first[40] = "";
    if (comma && (size_t)(comma - label) < sizeof first)
        memcpy(first, label + 1, (size_t)(comma - label - 1));
    if (comma && read_range(first, &low, &high))
        range = true;
    if (is_all(label))
        return cover_all(of, a);
    if ((tree || !range) && find_group(&out, of, a, label))
        return out;
    for (uint32_t code = 0; code < code_count(of, a); code++) {
        const char *value = text_of(of, a, code);
        bool number = a == NUMBER && !is_missing(of, a, code);
        bool masked = strlen(value) == strlen(label) && strchr(label, '*') != NULL;
        for (size_t i = 0; masked && label[i]; i++)
            masked = label[i] == '*' || label[i] == value[i];
        out.has[code] = strcmp(value, label) == 0 || masked ||
                        (label[0] == '{' && is_member(label, value)) ||
                        (number && range && atof(value) >= low && atof(value) <= high);
    }
    return out;
}

static bool covers(const covered *one, const covered *other) {
    for (size_t i = 0; i < MOST_CODES; i++)
        if (other->has[i] && !one->has[i])
            return false;
    return true;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static const char *shape_of(const recoding_facts *facts, size_t a) {
    const fact_list *list = &facts->attributes[a].result;
    for (size_t i = 0; i < list->count; i++)
        if (list->each[i].key && strcmp(list->each[i].key, "shape") == 0)
            return list->each[i].text;
    return "";
}

/* Numbers between the smallest and the largest, and whatever follows them where others are among
 * the values. */
static covered tight_range(const release_text *of, size_t a, const covered *values) {
    covered out = {{false}};
    const ordered_domain *domain = &of->made->bound.domains[a];
    uint32_t least = UINT32_MAX, most = 0;
    for (uint32_t code = 0; code < code_count(of, a); code++) {
        if (!values->has[code])
            continue;
        least = domain->of_ground[code] < least ? domain->of_ground[code] : least;
        most = domain->of_ground[code] > most ? domain->of_ground[code] : most;
    }
    for (uint32_t code = 0; code < code_count(of, a); code++)
        out.has[code] = domain->of_ground[code] >= least && domain->of_ground[code] <= most;
    return out;
}

/* What the label of a class must cover, from its values alone. */
static covered expected_cover(const release_text *of, size_t row, size_t a, const char *shape) {
    covered values = values_in(of, row, a);
    uint32_t group = 0;
    if (strcmp(shape, "set") == 0)
        return values;
    if (strcmp(shape, "range") == 0 || strcmp(shape, "mean") == 0)
        return tight_range(of, a, &values);
    int level = lowest_level(of, a, &values, &group);
    return level > of->made->bound.hierarchies[a].height ? cover_all(of, a)
                                                         : cover_level(of, a, level, group);
}

/* Whether labels cover more than that. */
static bool is_rounded(const release_text *of, const char *shape) {
    return strcmp(shape, "range") == 0 && of->of->plan->round_bounds != ROUND_NOTHING;
}

static covered published_cover(const release_text *of, size_t row, size_t a, const char *shape) {
    return is_rounded(of, shape) ? read_label(of, a, of->cell[row][a], false)
                                 : expected_cover(of, row, a, shape);
}

static void check_means(const release_text *of, size_t row, size_t a) {
    double sum = 0, published = atof(of->cell[row][a]);
    size_t count = 0;
    bool missing = false;
    for (size_t other = 0; other < of->rows; other++) {
        if (!same_class(of, row, other))
            continue;
        missing |= is_missing(of, a, code_of(of, other, a));
        sum += atof(value_of(of, other, a));
        count++;
    }
    if (missing)
        HOLDS(of->of, is_star(of->cell[row][a]) || strcmp(of->cell[row][a], "?") == 0);
    else
        HOLDS(of->of, fabs(sum / (double)count - published) < 1e-3);
}

static void check_label(const release_text *of, size_t row, size_t a, const char *shape) {
    if (strcmp(shape, "mean") == 0) {
        check_means(of, row, a);
        return;
    }
    const char *label = of->cell[row][a];
    covered values = values_in(of, row, a),
            read = read_label(of, a, label, strcmp(shape, "hierarchy") == 0);
    HOLDS(of->of, covers(&read, &values));
    if (strcmp(of->of->local[a], "keep") == 0)
        HOLDS(of->of, count_values(of, a, &values) == 1);
    if (strcmp(of->of->local[a], "uniform") == 0)
        return;
    covered expected = expected_cover(of, row, a, shape);
    if (strstr(label, " values}") || (a == MASK && label[0] == '{'))
        return;
    HOLDS(of->of, covers(&expected, &values));
    /* `*` stands for missing values that match anything, too. */
    if (is_all(label) && of->of->plan->missing == MISSING_WILDCARD)
        return;
    /* Round bounds are never inside of the exact ones. */
    if (is_rounded(of, shape)) {
        HOLDS(of->of, count_rows(of, a, &read) >= count_rows(of, a, &expected));
        return;
    }
    HOLDS(of->of, count_rows(of, a, &read) == count_rows(of, a, &expected));
}

static bool is_label(const release_text *of, size_t row, size_t a, int level) {
    const bound_level *at = &of->made->bound.hierarchies[a].level[level];
    const char *label = at->label[at->of_ground[code_of(of, row, a)]];
    return strcmp(of->cell[row][a], label) == 0 ||
           (is_star(label) && strcmp(of->cell[row][a], "{*}") == 0);
}

/* All labels of a uniform attribute are of one level. */
static void check_uniform(const release_text *of, size_t a) {
    bool any = false;
    for (int level = 0; level <= of->made->bound.hierarchies[a].height; level++) {
        bool all = true;
        for (size_t row = 0; row < of->rows; row++)
            all &= !of->published[row] || is_label(of, row, a, level);
        any |= all;
    }
    HOLDS(of->of, any);
}

static void check_class(const release_text *of, size_t row) {
    const bound_table *bound = &of->made->bound;
    size_t rows = 0, persons = 0, illnesses = 0;
    for (size_t other = 0; other < of->rows; other++) {
        if (!same_class(of, row, other))
            continue;
        bool person = true, illness = true;
        for (size_t before = 0; before < other; before++)
            if (same_class(of, row, before)) {
                person &= !bound->person_of || bound->person_of[before] != bound->person_of[other];
                illness &= strcmp(value_of(of, before, 4), value_of(of, other, 4)) != 0;
            }
        rows++;
        persons += person;
        illnesses += illness;
    }
    HOLDS(of->of, rows >= (size_t)of->of->plan->k);
    HOLDS(of->of, persons >= (size_t)of->of->plan->k);
    HOLDS(of->of, of->of->l == 0 || illnesses >= (size_t)of->of->l);
}

/* ---- Metrics --------------------------------------------------------------------------------- */

static double metric_of(const recoding_facts *facts, const char *name) {
    for (size_t i = 0; i < facts->metric_count; i++)
        if (strcmp(facts->metrics[i].name, name) == 0)
            return facts->metrics[i].value;
    return (double)NAN;
}

/* Of all cells, one by one; 1 where a row is blanked. */
static double naive_loss(const release_text *of, size_t a, const char *shape) {
    covered all = cover_all(of, a);
    size_t values = count_values(of, a, &all);
    double sum = 0;
    for (size_t row = 0; row < of->rows; row++) {
        if (!of->counts[row])
            continue;
        covered has = of->published[row] ? published_cover(of, row, a, shape) : all;
        if (of->published[row] && strcmp(of->of->local[a], "uniform") == 0)
            has = read_label(of, a, of->cell[row][a], true);
        if (is_all(of->cell[row][a]))
            has = all;
        double cell =
            values > 1 ? (double)(count_values(of, a, &has) - 1) / (double)(values - 1) : 0;
        sum += of->published[row] ? cell : 1;
    }
    return sum / (double)of->made->bound.rows;
}

static double naive_bits(const release_text *of, size_t a, const char *shape, double *total) {
    double lost = 0;
    covered all = cover_all(of, a);
    for (size_t row = 0; row < of->rows; row++) {
        if (!of->counts[row])
            continue;
        covered own = {{false}};
        for (uint32_t code = 0; code < code_count(of, a); code++)
            own.has[code] = code == code_of(of, row, a) ||
                            (is_missing(of, a, code) && is_missing(of, a, code_of(of, row, a)));
        covered has = of->published[row] ? published_cover(of, row, a, shape) : all;
        if (of->published[row] && strcmp(of->of->local[a], "uniform") == 0)
            has = read_label(of, a, of->cell[row][a], true);
        if (is_all(of->cell[row][a]))
            has = all;
        lost += log2((double)count_rows(of, a, &has) / (double)count_rows(of, a, &own));
        *total += log2((double)of->made->bound.rows / (double)count_rows(of, a, &own));
    }
    return lost;
}

static void check_metrics(const release_text *of, const recoding_facts *facts) {
    double loss = 0, weighted = 0, weights = 0, lost = 0, bits = 0;
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        const char *shape = shape_of(facts, a);
        double weight = of->made->bound.hierarchies[a].weight;
        if (strcmp(shape, "mean") == 0)
            return;
        double each = naive_loss(of, a, shape);
        HOLDS(of->of, fabs(each - facts->attributes[a].loss) < 1e-9);
        loss += each / ATTRIBUTES;
        weighted += weight * each;
        weights += weight;
        lost += naive_bits(of, a, shape, &bits);
    }
    HOLDS(of->of, fabs(loss - metric_of(facts, "loss")) < 1e-9);
    HOLDS(of->of, fabs(weighted / weights - metric_of(facts, "nwp")) < 1e-9);
    HOLDS(of->of, fabs((bits > 0 ? lost / bits : 0) - metric_of(facts, "entropy")) < 1e-9);
}

static void check_counts(const release_text *of, const recoding_facts *facts) {
    uint64_t classes = 0, suppressed = 0, smallest = UINT64_MAX;
    for (size_t row = 0; row < of->rows; row++) {
        suppressed += of->counts[row] && !of->published[row];
        uint64_t rows = 0;
        bool first = of->published[row];
        for (size_t other = 0; other < of->rows; other++) {
            rows += same_class(of, row, other);
            first &= !(other < row && same_class(of, row, other));
        }
        classes += first;
        smallest = first && rows < smallest ? rows : smallest;
    }
    HOLDS(of->of, facts->classes == classes);
    HOLDS(of->of, facts->suppressed == suppressed);
    HOLDS(of->of, suppressed <= of->made->bound.limit);
    HOLDS(of->of, facts->k_eff_rows == (classes > 0 ? smallest : 0));
}

static void check_release(const drawn *of, recoded_table *made) {
    release_text *read = malloc(sizeof *read);
    recoding_facts facts = {.released = true, .report = true};
    assert_non_null(read);
    read_text(read, of, made);
    assert_int_equal(
        made->recoder->kind->describe(&facts, made->recoder, made->searched.space, NULL), SHOAL_OK);
    for (size_t row = 0; row < read->rows; row++)
        if (read->published[row]) {
            check_class(read, row);
            for (size_t a = 0; a < ATTRIBUTES; a++)
                check_label(read, row, a, shape_of(&facts, a));
        }
    for (size_t a = 0; a < ATTRIBUTES; a++)
        if (strcmp(of->local[a], "uniform") == 0)
            check_uniform(read, a);
    check_counts(read, &facts);
    check_metrics(read, &facts);
    double value = metric_of(&facts, made->request.metric->name);
    HOLDS(of, fabs(value - made->searched.search.best.value) < 1e-4);
    recoding_facts_close(&facts);
    free(read);
}

static void releases_read_as_they_must(void **state) {
    (void)state;
    size_t released = 0, cases = property_cases(400);
    for (size_t i = 0; i < cases; i++) {
        drawn each;
        recoded_table made = {0};
        shoal_error error = {0};
        drawn_new(&each, i);
        shoal_status status = recoded_table_open(&made, each.plan, each.csv.bytes, &error);
        if (status == SHOAL_OK)
            status = recoded_table_publish(&made, &error);
        if (status == SHOAL_OK)
            check_release(&each, &made);
        else if (status != SHOAL_INFEASIBLE && status != SHOAL_USAGE && status != SHOAL_BAD_DATA)
            fail_msg("seed %llu: %s", (unsigned long long)each.seed, error.message);
        released += status == SHOAL_OK;
        recoded_table_close(&made);
        drawn_free(&each);
    }
    print_message("%zu of %zu released\n", released, cases);
    assert_true(released > cases / 3);
}

int main(void) {
    seed = property_seed();
    const struct CMUnitTest tests[] = {cmocka_unit_test(releases_read_as_they_must)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
