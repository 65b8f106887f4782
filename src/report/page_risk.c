/* Risk: of one table, or before and after. */
#include "report/report_page.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct side {
    const char *name;             /* of its columns */
    const char *key;              /* of its numbers in the result */
    const assessment_table *each; /* NULL: it is not there */
} side;

static void sides_of(side out[2], const page *of, const assessment *facts) {
    out[0] = (side){"before", of->before, facts->before};
    out[1] = (side){facts->before ? "after" : "found", of->after, &facts->table};
}

#define KEYED(side_, rest) "%s" rest, (side_)->key

/* ---- Attackers ------------------------------------------------------------------------------ */

typedef struct attacker {
    const char *name, *key;
    size_t offset;
    bool each_row; /* rows differ in their risk */
} attacker;

static const attacker attackers[] = {
    {"prosecutor: knows that the person is in the table", "prosecutor",
     offsetof(reidentification_risk, prosecutor), true},
    {"journalist: knows only the population", "journalist",
     offsetof(reidentification_risk, journalist), true},
    {"marketer: wants as many people as possible", "marketer",
     offsetof(reidentification_risk, marketer), false},
};

static const attacker_risk *risk_of(const reidentification_risk *all, const attacker *which) {
    return (const attacker_risk *)(const void *)((const char *)all + which->offset);
}

/* The first column, and one for each side that is there; returns how many. */
static size_t side_columns(document_column columns[3], const side sides[2], const char *first) {
    size_t count = 0;
    columns[count++] = (document_column){first, false};
    for (size_t s = 0; s < 2; s++)
        if (sides[s].each)
            columns[count++] = (document_column){sides[s].name, true};
    return count;
}

typedef struct attacker_figure {
    const char *name, *key;
    size_t offset;
} attacker_figure;

static const attacker_figure attacker_figures[] = {
    {"largest", "largest", offsetof(attacker_risk, largest)},
    {"average", "average", offsetof(attacker_risk, average)},
    {"above the threshold", "share_above", offsetof(attacker_risk, share_above)},
};
enum { ATTACKER_FIGURES = sizeof attacker_figures / sizeof *attacker_figures };

/* A marketer goes by the average alone. */
static bool has_figure(const attacker *who, const attacker_figure *what) {
    return who->each_row || strcmp(what->key, "average") == 0;
}

static void add_attacker(page *of, const side sides[2], const attacker *who) {
    document_cell(&of->to, who->name);
    for (size_t i = 0; i < ATTACKER_FIGURES; i++) {
        const attacker_figure *what = &attacker_figures[i];
        for (size_t s = 0; s < 2; s++) {
            double share;
            if (!sides[s].each)
                continue;
            const char *risk = (const char *)risk_of(&sides[s].each->risk, who);
            memcpy(&share, risk + what->offset, sizeof share);
            if (has_figure(who, what))
                page_share(of, share, KEYED(&sides[s], "risk.%s.%s"), who->key, what->key);
            else
                document_cell(&of->to, "–");
        }
    }
    document_end_row(&of->to);
}

/* From the attacker who knows most to the one who knows least. */
static void add_attackers(page *of, const side sides[2], const assessment *facts) {
    document_column columns[1 + 2 * ATTACKER_FIGURES] = {{"attacker", false}};
    size_t count = 1;
    for (size_t i = 0; i < ATTACKER_FIGURES; i++)
        for (size_t s = 0; s < 2; s++)
            if (sides[s].each)
                columns[count++] = (document_column){
                    sides[0].each
                        ? page_print(of, "%s, %s", attacker_figures[i].name, sides[s].name)
                        : attacker_figures[i].name,
                    true};
    document_table(&of->to,
                   page_print(of, "Risk of re-identification; the threshold is %s",
                              page_percent(of, facts->threshold_value)),
                   columns, count);
    for (size_t i = 0; i < sizeof attackers / sizeof *attackers; i++)
        add_attacker(of, sides, &attackers[i]);
    document_end_table(&of->to);
}

static void explain_attackers(page *of, const assessment *facts) {
    document_text(
        &of->to, TONE_PLAIN,
        "The risk of a %s is 1 divided by the size of the class, which a prosecutor counts in the "
        "table and a journalist in the population; %s The marketer's average is the share of "
        "correct guesses if everybody is looked for. Suppressed rows are in no class and do not "
        "count.%s",
        page_members(of, 1),
        facts->table.risk.of_population
            ? "class sizes are counted in the population file."
            : "without a population file the journalist's figures are the prosecutor's, which "
              "is the worst case.",
        of->persons ? " A person counts once in each class where there is a row of theirs." : "");
}

/* ---- Class sizes ---------------------------------------------------------------------------- */

typedef struct figure {
    const char *title, *key;
    size_t offset;
    bool fraction; /* a double, else a uint64_t */
    bool persons;  /* only where persons are counted */
} figure;

#define FIGURE(title, key, field) title, key, offsetof(assessment_table, field)

/* A %s in a title is what classes are counted in. */
static const figure figures[] = {
    {FIGURE("rows", "rows", rows), false, false},
    {FIGURE("persons", "persons", persons), false, true},
    {FIGURE("suppressed rows", "suppressed", suppressed), false, false},
    {FIGURE("classes", "classes.count", classes.classes), false, false},
    {FIGURE("k: %s in the smallest class", "k", k), false, false},
    {FIGURE("rows in the class with the fewest", "k_eff_rows", k_rows), false, true},
    {FIGURE("%s in the median class", "classes.median", classes.median), true, false},
    {FIGURE("%s in a class on average", "classes.average", classes.mean), true, false},
    {FIGURE("%s in the largest class", "classes.largest", classes.largest), false, false},
    {FIGURE("%s alone in their class (sample uniques)", "uniques.sample", sample_uniques), false,
     false},
};

/* The title with what classes are counted in. */
static const char *title_of(page *of, const figure *which) {
    const char *place = strstr(which->title, "%s");
    if (!place)
        return which->title;
    return page_print(of, "%.*s%s%s", (int)(place - which->title), which->title,
                      page_members(of, 2), place + 2);
}

static double figure_of(const assessment_table *each, const figure *which) {
    const char *at = (const char *)each + which->offset;
    double fraction;
    uint64_t whole;
    if (which->fraction)
        return memcpy(&fraction, at, sizeof fraction), fraction;
    return memcpy(&whole, at, sizeof whole), (double)whole;
}

static void add_figures(page *of, const side sides[2]) {
    document_column columns[3];
    size_t count = side_columns(columns, sides, "");
    document_table(&of->to, "Equivalence classes: rows that share all quasi-identifiers", columns,
                   count);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        if (figures[i].persons && !of->persons)
            continue;
        document_cell(&of->to, title_of(of, &figures[i]));
        for (size_t s = 0; s < 2; s++)
            if (sides[s].each)
                page_number(of, figure_of(sides[s].each, &figures[i]), KEYED(&sides[s], "%s"),
                            figures[i].key);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static const char *bin_name(page *of, const class_size_bin *bin) {
    if (bin->from == bin->to)
        return page_whole(of, bin->from);
    return page_print(of, "%s–%s", page_whole(of, bin->from), page_whole(of, bin->to));
}

/* Both sides have the same bins. */
static void add_size_series(page *of, const side *shown, size_t bins,
                            const class_size_distribution *named, bool main) {
    const char *names[CLASS_SIZE_BINS], *notes[CLASS_SIZE_BINS];
    double rows[CLASS_SIZE_BINS];
    for (size_t b = 0; b < bins; b++) {
        const class_size_bin empty = {0};
        const class_size_distribution *own = &shown->each->classes;
        const class_size_bin *bin = b < own->bins ? &own->bin[b] : &empty;
        names[b] = bin_name(of, &named->bin[b]);
        rows[b] = (double)bin->rows;
        notes[b] =
            page_print(of, "%s: %s row%s in %s class%s of size %s", shown->name,
                       page_whole(of, bin->rows), page_plural(bin->rows),
                       page_whole(of, bin->classes), bin->classes == 1 ? "" : "es", names[b]);
    }
    document_add_series(&of->to, &(document_series){.name = shown->name,
                                                    .count = bins,
                                                    .x_names = names,
                                                    .y = rows,
                                                    .notes = notes,
                                                    .main = main});
}

static void add_sizes(page *of, const side sides[2]) {
    const class_size_distribution *named = &sides[1].each->classes;
    if (sides[0].each && sides[0].each->classes.bins > named->bins)
        named = &sides[0].each->classes;
    if (named->bins == 0)
        return;
    document_chart(
        &of->to, CHART_BARS, "Rows by the size of their class",
        "How many rows are in classes of each size. The larger its class, the better a "
        "row is hidden.",
        (document_axis){page_print(of, "%s in the class", page_members(of, 2)), AXIS_CATEGORY},
        (document_axis){"rows", AXIS_LINEAR});
    for (size_t s = 0; s < 2; s++)
        if (sides[s].each)
            add_size_series(of, &sides[s], named->bins, named, s == 1);
    document_end_chart(&of->to);
}

/* ---- Thresholds ----------------------------------------------------------------------------- */

static void add_thresholds(page *of, const side sides[2]) {
    document_column columns[3];
    size_t count = side_columns(columns, sides, "threshold and its source");
    document_table(&of->to,
                   page_print(of, "Share of %s whose risk is above commonly used thresholds",
                              page_members(of, 2)),
                   columns, count);
    for (size_t i = 0; i < RISK_THRESHOLDS; i++) {
        document_sentence(
            &of->to, page_print(of, "%s: %s", risk_thresholds[i].text, risk_thresholds[i].source));
        for (size_t s = 0; s < 2; s++)
            if (sides[s].each)
                page_share(of, sides[s].each->preset[i].prosecutor.share_above,
                           KEYED(&sides[s], "risk.presets.%zu.prosecutor.share_above"), i);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void add_uniques(page *of, const assessment *facts) {
    const assessment_table *each = facts->before ? facts->before : &facts->table;
    if (!each->estimated) {
        document_text(&of->to, TONE_PLAIN,
                      "The number of people who are unique in the population is not estimated: set "
                      "population.size or population.file.");
        return;
    }
    document_text(
        &of->to, TONE_PLAIN, "Population uniques%s, estimated for %s people: %s (%s estimator).",
        facts->before ? " before" : "", page_whole(of, (uint64_t)each->uniques.population),
        page_whole(of, (uint64_t)llround(each->uniques.estimate)),
        uniques_estimator_name(each->uniques.chosen));
}

void page_risk(page *of, const assessment *facts) {
    side sides[2];
    sides_of(sides, of, facts);
    document_section(&of->to, "risk", facts->before ? "Risk before and after" : "Risk");
    add_attackers(of, sides, facts);
    explain_attackers(of, facts);
    add_figures(of, sides);
    add_sizes(of, sides);
    add_thresholds(of, sides);
    add_uniques(of, facts);
}

/* Sets and values that are listed. */
enum { RISKY = 10 };

/* ---- Where it comes from ------------------------------------------------------------------------
 */

/* Those with the largest share first. NULL: out of memory. */
static size_t *order_attributes(page *of, const unique_combinations *found, size_t most) {
    size_t count = found->attributes < most ? found->attributes : most;
    size_t *order = arena_new(&of->memory, count + 1, sizeof *order);
    if (!order)
        page_fail(of);
    for (size_t i = 0; order && i < count; i++) {
        size_t place = i;
        for (; place > 0 && found->attribute[order[place - 1]].share < found->attribute[i].share;
             place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
    return order;
}

static void add_risky_attributes(page *of, const assessment *facts, const side *from) {
    const unique_combinations *found = &from->each->combinations;
    static const document_column columns[] = {{"attribute", false},
                                              {"rows it helps to make unique", true},
                                              {"weighted share of the sets it is in", true}};
    size_t *order = order_attributes(of, found, facts->quasi_count);
    document_table(&of->to, "Attributes that single people out", columns, 3);
    for (size_t i = 0; order && i < found->attributes && i < facts->quasi_count; i++) {
        size_t a = order[i];
        if (i >= PAGE_ROWS)
            break;
        document_cell(&of->to, facts->quasi[a]);
        page_count(of, found->attribute[a].records,
                   KEYED(from, "combinations.attributes.%s.records"), facts->quasi[a]);
        page_share(of, found->attribute[a].share, KEYED(from, "combinations.attributes.%s.share"),
                   facts->quasi[a]);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static const char *subset_names(page *of, const assessment *facts, const unique_subset *subset) {
    const char *names[UNIQUE_MOST];
    assert(subset->size <= UNIQUE_MOST);
    for (size_t i = 0; i < subset->size; i++)
        names[i] = facts->quasi[subset->attribute[i]];
    return page_names(of, names, subset->size);
}

static void add_risky_subsets(page *of, const assessment *facts, const side *from) {
    const unique_combinations *found = &from->each->combinations;
    static const document_column columns[] = {{"attributes together", false},
                                              {"rows they make unique", true}};
    if (found->worst == 0)
        return;
    document_table(&of->to, "Smallest combinations that make rows unique", columns, 2);
    for (size_t i = 0; i < found->worst && i < RISKY; i++) {
        document_cell(&of->to, subset_names(of, facts, &found->subset[i]));
        page_count(of, found->subset[i].records, KEYED(from, "combinations.sets.%zu.records"), i);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

/* The list is ordered by a score that the page does not show. */
static void order_by_records(size_t *order, const unique_combinations *found) {
    for (size_t i = 0; i < found->values; i++) {
        size_t place = i;
        for (; place > 0 && found->value[order[place - 1]].records < found->value[i].records;
             place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

static void add_risky_values(page *of, const assessment *facts, const side *from) {
    const unique_combinations *found = &from->each->combinations;
    static const document_column columns[] = {
        {"attribute", false}, {"value", false}, {"rows it helps to make unique", true}};
    if (found->values == 0 || of->hidden)
        return;
    size_t order[UNIQUE_TOP];
    order_by_records(order, found);
    document_table(&of->to, "Values that single people out", columns, 3);
    for (size_t n = 0; n < found->values && n < RISKY; n++) {
        size_t i = order[n];
        document_cell(&of->to, facts->quasi[found->value[i].attribute]);
        document_cell(&of->to, from->each->risky_value[i]);
        page_count(of, found->value[i].records, KEYED(from, "combinations.values.%zu.records"), i);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

void page_combinations(page *of, const assessment *facts) {
    side sides[2];
    sides_of(sides, of, facts);
    const side *from = sides[0].each ? &sides[0] : &sides[1];
    const unique_combinations *found = &from->each->combinations;
    if (found->attributes == 0)
        return;
    document_text(
        &of->to, TONE_PLAIN,
        "%s of up to %zu attribute%s%s on which a row is unique although it is not unique on any "
        "part of the set. %s of %s rows have such a set. Sets of fewer attributes count more. A "
        "set counts for each of its attributes, so their shares overlap.",
        facts->before ? "Before: sets" : "Sets", found->most, page_plural(found->most),
        found->limited ? " (larger ones would take too long)" : "", page_whole(of, found->records),
        page_whole(of, found->rows));
    if (found->records == 0)
        return;
    add_risky_attributes(of, facts, from);
    add_risky_subsets(of, facts, from);
    add_risky_values(of, facts, from);
}
