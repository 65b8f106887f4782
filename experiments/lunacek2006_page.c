/* What the lunacek2006 experiment says. */
#include "experiments/lunacek2006.h"
#include "recode/cut/partition.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Contenders ----------------------------------------------------------------------------- */

static const uint64_t places[] = {1000, 2500, 5000, 10000, 20000, 30000, 0};

/* What was best after so many evaluations. */
static double fitness_after(const curve *mean, uint64_t evaluations) {
    size_t point = (size_t)(evaluations / mean->step);
    return point == 0 || point > mean->points ? (double)NAN : mean->best[point - 1];
}

static void add_evaluations(page *to, const experiment *of, const lunacek2006_measures *by,
                            lunacek2006_measure measure) {
    double evaluations = lunacek2006_measured(of, by, measure);
    page_cell(to, "%s", isfinite(evaluations) ? counted(evaluations).of : "never");
}

static void add_box(page *to, const experiment *of, const lunacek2006_measures *by) {
    const box *shown = &by->fitness;
    page_cell(to, "%.1f", shown->least);
    page_cell(to, "%.1f", shown->lower);
    page_cell(to, "**%.1f**", shown->median);
    page_cell(to, "%.1f", shown->upper);
    page_cell(to, "%.1f", shown->most);
    page_cell(to, "%.1f", box_range(shown));
    page_cell(to, "%zu", shown->low_outliers + shown->high_outliers);
    page_cell(to, "%.2f %%", 100 * (shown->median / lunacek2006_reference(of) - 1));
}

static void add_end(page *to, const experiment *of, const lunacek2006_contender *shown) {
    const trial_group *group = lunacek2006_group(of, shown);
    add_box(to, of, &shown->by[LUNACEK2006_FRESH]);
    if (group->settled)
        page_cell(to, "%zu of %zu", group->optimal, group->count);
    else
        page_cell(to, "–");
    page_cell(to, "%.0f %%", 100 * (1 - group->evaluations.mean / shown->children));
}

static void add_course(page *to, const experiment *of, const lunacek2006_contender *shown) {
    const lunacek2006_measures *by = &shown->by[LUNACEK2006_FRESH];
    for (size_t i = 0; places[i] && places[i] <= by->band.mean.evaluations; i++)
        page_cell(to, "%.1f", fitness_after(&by->band.mean, places[i]));
    page_cell(to, "%.1f", lunacek2006_measured(of, by, LUNACEK2006_EXCESS));
    add_evaluations(to, of, by, LUNACEK2006_REACH);
    add_evaluations(to, of, by, LUNACEK2006_SETTLE);
}

static void add_every(page *to, const experiment *of, const lunacek2006_contender *shown) {
    const lunacek2006_measures *by = &shown->by[LUNACEK2006_EVERY];
    add_box(to, of, by);
    add_evaluations(to, of, by, LUNACEK2006_REACH);
    add_evaluations(to, of, by, LUNACEK2006_SETTLE);
}

/* A table with a row for each contender: what is after its name and population. */
typedef struct contender_table {
    const char *columns;
    bool course; /* columns for the places come first */
    void (*add)(page *to, const experiment *of, const lunacek2006_contender *shown);
} contender_table;

#define BOX_COLUMNS                                                                                \
    ">best|>lower quartile|>median|>upper quartile|>worst|>IQR|>outliers|>median above optimum"

static const contender_table ends = {BOX_COLUMNS "|>optimum found|>seen before", false, add_end};
static const contender_table courses = {
    ">mean distance from the optimum|>within 1 % of it after|>within 1 % of its end after", true,
    add_course};
static const contender_table every = {
    BOX_COLUMNS "|>within 1 % of the optimum after|>within 1 % of its end after", false, add_every};

static void add_contenders(page *to, const experiment *of, const void *with) {
    const contender_table *table = with;
    page_columns(to, "|>population");
    for (size_t i = 0; table->course && places[i]; i++)
        if (places[i] <= (uint64_t)of->asked.evaluations)
            page_add(to, BLOCK_COLUMN, "%s", counted((double)places[i]).of);
    page_columns(to, table->columns);
    for (int v = 0; v < LUNACEK2006_VARIANTS; v++)
        for (int p = 0; p < LUNACEK2006_POPULATIONS; p++, page_row(to)) {
            const lunacek2006_contender *shown =
                lunacek2006_contender_of(of, (lunacek2006_variant)v, p);
            page_cell(to, "%s", lunacek2006_operator_list[v].name);
            page_cell(to, "%d", shown->population);
            table->add(to, of, shown);
        }
}

/* ---- Attributes ----------------------------------------------------------------------------- */

const lunacek2006_attribute lunacek2006_attributes[LUNACEK2006_ATTRIBUTES] = {
    {"age", false, 1,
     "The paper's domain 20, 30, …, 80, read as bins that end there: up to 20, 21 to 30, …, 61 to "
     "70, 71 and older. Adult's ages run from 17 to 90, where they are cut off."},
    {"race", false, 0, "There is no order to speak of, so that of their names."},
    {"sex", false, 0, "Two values."},
    {"occupation", false, 0,
     "By the kind of work, much as the census classified it in 1990: managers, professions, "
     "technicians, sales and clerks; services, with the armed forces beside the protective ones; "
     "farming, crafts, machines, transport, labour."},
    {"workclass", true, 0, "The tree of the paper's figure 2."},
    {"education", true, 0,
     "By grade, with the paper's high school of the grades 9 to 12. Years of school are groups, "
     "and so is college short of a Bachelor's degree; HS-grad and Bachelors, which most people "
     "hold, "
     "stand alone. Above that, school up to its diploma is one side, everything after it the "
     "other."},
    {"marital-status", true, 0,
     "Who is married, who was and lives without the spouse for good, who never was."},
    {"native-country", true, 0,
     "Regions of continents. The neighbours Thailand, Laos, Cambodia and Vietnam, which no order "
     "does justice to, are in one region, as the paper has it. Iran and India are the only "
     "countries of their regions. Puerto Rico is where it lies; the outlying territories, which "
     "lie in two oceans, are with the country they belong to. `South` is taken for South Korea, "
     "`Hong` for Hong Kong."},
};

const char *lunacek2006_hierarchy(size_t attribute) {
    char name[64];
    snprintf(name, sizeof name, "lunacek2006.%s", lunacek2006_attributes[attribute].name);
    return experiment_template(name);
}

/* Values side by side; the values of an inner node in braces behind its name. */
static void print_tree(text *out, const ordered_domain *of) {
    for (uint32_t i = 1; i < of->node_count; i++) {
        const taxonomy_node *node = &of->nodes[i];
        text_format(out, "%s%s", i > 1 && taxonomy_is_leaf(node - 1) ? ", " : "", node->label);
        if (!taxonomy_is_leaf(node)) {
            text_add_string(out, " {");
            continue;
        }
        for (uint32_t above = 1; above < i; above++)
            if (of->nodes[above].next == i + 1 && !taxonomy_is_leaf(&of->nodes[above]))
                text_add_string(out, "}");
    }
}

static void describe_values(page *to, const ordered_domain *of, const char *reason) {
    text values = {0};
    if (of->constrained)
        print_tree(&values, of);
    for (uint32_t i = 0; !of->constrained && i < of->size; i++)
        text_format(&values, "%s%s", i ? ", " : "", of->label[i]);
    text_format(&values, ". %s", reason);
    for (uint32_t i = 0; i < of->size; i++)
        if (of->rows[i] == 0)
            text_format(&values, " None of the rows has %s, which stays in the domain.",
                        of->label[i]);
    page_add(to, BLOCK_ITEM, "**%s**: %s", of->name, values.bytes ? values.bytes : "");
    to->failed |= values.failed;
    text_free(&values);
}

static void add_size(page *to, const char *name, const char *kind, size_t values, size_t bits,
                     double valid) {
    page_cell(to, "%s", name);
    page_cell(to, "%s", kind);
    page_cell(to, "%zu", values);
    page_cell(to, "%zu", bits);
    page_cell(to, "%s", counted(valid).of);
    page_cell(to, "%.2f", log2(valid));
    page_row(to);
}

shoal_status lunacek2006_describe(page *to, const ordered_domain *domains, shoal_error *error) {
    size_t values = 0, bits = 0;
    double all = 1;
    page_columns(to, "attribute||>values|>bits|>valid partitions|>as a power of two");
    for (size_t i = 0; i < LUNACEK2006_ATTRIBUTES; i++) {
        partitions own;
        STATUS_TRY(partitions_open(&own, &domains[i], 0, error));
        double valid = partitions_count(&own);
        partitions_close(&own);
        add_size(to, domains[i].name, domains[i].constrained ? "constrained" : "free",
                 domains[i].size, domains[i].size - 1, valid);
        values += domains[i].size;
        bits += domains[i].size - 1;
        all *= valid;
    }
    add_size(to, "all", "", values, bits, all);
    page_say(to, BLOCK_TEXT,
             "The paper prints the tree of the work class and says that all attributes together "
             "have 92 bits, 24 of them free, and that the constraints leave on the order of 2^42 "
             "solutions. The other trees are ours, made to mean something and to leave about as "
             "many.");
    for (size_t i = 0; i < LUNACEK2006_ATTRIBUTES; i++)
        describe_values(to, &domains[i], lunacek2006_attributes[i].reason);
    return to->failed ? status_no_memory(error) : SHOAL_OK;
}

static void add_attributes(page *to, const experiment *of, const void *with) {
    const lunacek2006_found *found = of->found;
    (void)with;
    page_append(to, &found->attributes);
}

static void add_best(page *to, const experiment *of, const void *with) {
    const lunacek2006_found *found = of->found;
    (void)with;
    page_append(to, &found->groups);
}

const page_table lunacek2006_page[] = {
    {"why claims fail", lunacek2006_explain, NULL},
    {"ends", add_contenders, &ends},
    {"courses", add_contenders, &courses},
    {"every child", add_contenders, &every},
    {"best solution", add_best, NULL},
    {"attributes", add_attributes, NULL},
    {NULL, NULL, NULL},
};

/* ---- Figures for the template --------------------------------------------------------------- */

/* Parameters of genitor that the experiment leaves as they are. */
static void print_defaults(text *out) {
    static const char set[] = " population budget crossover duplicates batch ";
    for (const shoal_parameter *each = algorithm_find("cut", "genitor")->parameters; each->name;
         each++) {
        char word[32];
        snprintf(word, sizeof word, " %s ", each->name);
        if (!strstr(set, word))
            text_format(out, "%s`%s=%s`", out->length ? ", " : "", each->name, each->fallback);
    }
}

static void print_proof(text *out, const experiment *of) {
    const trial *proof = lunacek2006_proof(of)->first;
    int threads = threads_count(of->pool);
    if (proof->found)
        text_format(out, "It found %.3f (loss %.6f) and ", proof->value * LUNACEK2006_CELLS,
                    proof->value);
    else
        text_add_string(out, "It found nothing and ");
    if (isnan(proof->bound))
        text_add_string(out, "proved no bound");
    else
        text_format(out, "proved that nothing is below %.3f", proof->bound * LUNACEK2006_CELLS);
    if (!isnan(proof->gap))
        text_format(out, ": a gap of %.2f %%", 100 * proof->gap);
    if (experiment_shows_times(of))
        text_format(out, ", after %s on %d thread%s", in_seconds(proof->seconds).of, threads,
                    threads == 1 ? "" : "s");
    text_add_string(out, proof->proven
                             ? ". This is the optimum that tables and claims speak of."
                             : ". The optimum is not known then: where tables and claims speak of "
                               "it, the best fitness of all searches stands for it.");
}

void lunacek2006_figures(figure_set *to, const experiment *of) {
    const lunacek2006_found *found = of->found;
    text defaults = {0}, proof = {0};
    print_defaults(&defaults);
    print_proof(&proof, of);
    figure_set_add(to, "defaults", "%s", defaults.bytes ? defaults.bytes : "");
    figure_set_add(to, "proof", "%s", proof.bytes ? proof.bytes : "");
    figure_set_add(to, "best", "%.3f", found->best * LUNACEK2006_CELLS);
    figure_set_add(to, "classes", "%" PRIu64, found->classes);
    figure_set_add(to, "suppressed", "%" PRIu64, found->suppressed);
    to->named.failed |= defaults.failed || proof.failed;
    text_free(&defaults);
    text_free(&proof);
}
