/* Sensitive values that say the same or nearly the same: classes are less diverse than their number
 * of different texts says. */
#include "bind/roles.h"
#include "bind/rules.h"
#include "recognize/alike_values.h"
#include "warn/class_rows.h"
#include "warn/value_counts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct alike_run {
    const warn_release *release;
    const column *of;
    bool ruled;     /* a rule that is judged here is about the column */
    uint64_t asked; /* the largest l of such a rule; 0: none asks for more than one value */
    bool *missing;  /* [values] */
    alike_values alike;
    class_rows rows;
    value_counts texts, told; /* of a class: by the text, and by what the texts say */
    uint32_t *text, *says;    /* [values] what a code counts as there */
    uint32_t *class, *first;  /* [values] class that has the group, plus one; the first code */
    alike_number *number;     /* [values] */
    model_sum *scratch;       /* [values] */
} alike_run;

/* Classes of one kind. */
typedef struct alike_classes {
    uint64_t count;
    uint32_t example[2]; /* values of the first of them that are alike */
    bool near;           /* these are numbers near each other */
} alike_classes;

/* What the classes have. */
typedef struct alike_found {
    alike_classes broken;   /* that keep a rule only by their texts */
    alike_classes fewer;    /* whose l is not what it seems */
    bool diversity, single; /* a rule of l-diversity is broken; a class says but one thing */
    double share;           /* largest of a value where a rule of alpha-k is broken; 0: none is */
    uint64_t seeming, real; /* smallest of all classes */
} alike_found;

/* How many values of a class are no more than other spellings, or near another number. */
typedef struct alike_pairs {
    size_t spelled, near;
    uint32_t spelling[2], numbers[2]; /* an example of each */
} alike_pairs;

/* ---- What the values of a class say ---------------------------------------------------------- */

static void join_spellings(alike_run *run, alike_pairs *out, size_t class) {
    for (size_t i = 0; i < run->texts.distinct; i++) {
        uint32_t code = run->texts.present[i], group = run->alike.group[code];
        run->says[code] = group;
        if (run->class[group] == class + 1) {
            out->spelled++;
            memcpy(out->spelling, (uint32_t[]){run->first[group], code}, sizeof out->spelling);
            continue;
        }
        run->class[group] = (uint32_t) class + 1;
        run->first[group] = code;
    }
}

/* From the smallest number on, those that are near the first of them count as it. What is left is
 * the most numbers of which no two are near. */
static void join_numbers(alike_run *run, alike_pairs *out) {
    size_t count = 0;
    const alike_number *head = NULL;
    for (size_t i = 0; i < run->texts.distinct; i++) {
        uint32_t code = run->texts.present[i];
        if (!isnan(run->alike.number[code]))
            run->number[count++] =
                (alike_number){run->alike.unit[code], run->alike.number[code], code};
    }
    alike_numbers_sort(run->number, count);
    for (size_t i = 0; i < count; i++) {
        const alike_number *each = &run->number[i];
        bool repeats = i > 0 && run->alike.group[each->code] == run->alike.group[each[-1].code];
        if (!repeats &&
            (!head || head->unit != each->unit || !alike_is_near(head->number, each->number))) {
            head = each;
            continue;
        }
        run->says[each->code] = run->says[head->code];
        if (!repeats) {
            out->near++;
            memcpy(out->numbers, (uint32_t[]){head->code, each->code}, sizeof out->numbers);
        }
    }
}

/* ---- Judging --------------------------------------------------------------------------------- */

static bool is_about(const alike_run *run, const privacy_rule *rule, const char *model) {
    return strcmp(rule->model->name, model) == 0 &&
           rule_protects(rule, run->release->plan, run->of->name);
}

static class_histogram histogram_of(const alike_run *run, const value_counts *of,
                                    uint64_t members) {
    class_histogram out = {.members = members,
                           .counts = of->count,
                           .present = of->present,
                           .distinct = of->distinct,
                           .scratch = run->scratch};
    for (size_t i = 0; i < of->distinct; i++)
        out.rows += of->count[of->present[i]];
    return out;
}

/* Whether a class holds a rule of the model only by its texts; NULL: it breaks none so. */
static const privacy_rule *find_broken(const alike_run *run, const char *model, uint64_t members) {
    sensitive_values domain = {.name = run->of->name, .size = (uint32_t)run->of->values.size};
    class_histogram texts = histogram_of(run, &run->texts, members);
    class_histogram told = histogram_of(run, &run->told, members);
    const rule_list *rules = run->release->rules;
    for (size_t r = 0; rules && r < rules->count; r++) {
        const privacy_rule *rule = &rules->rules[r];
        if (is_about(run, rule, model) && rule->model->holds(rule, &domain, &texts) &&
            !rule->model->holds(rule, &domain, &told))
            return rule;
    }
    return NULL;
}

/* A share is that of one value, however it is spelled. Amounts near it are others, as they are to
 * the rule: small classes have many of them by chance. */
static bool breaks_share(alike_run *run, alike_found *found, size_t class) {
    uint64_t members = run->rows.members[class];
    run->told.group = run->alike.group;
    value_counts_take(&run->told, run->rows.row + run->rows.first[class],
                      class_rows_count(&run->rows, class));
    run->told.group = run->says;
    const privacy_rule *rule = find_broken(run, "alpha-k", members);
    if (!rule)
        return false;
    class_histogram told = histogram_of(run, &run->told, members);
    found->share = fmax(found->share, rule->model->measure(rule, NULL, &told));
    return true;
}

static bool breaks_rule(alike_run *run, alike_found *found, const alike_pairs *pairs,
                        size_t class) {
    value_counts_take(&run->told, run->rows.row + run->rows.first[class],
                      class_rows_count(&run->rows, class));
    bool diversity = find_broken(run, "l-diversity", run->rows.members[class]) != NULL;
    bool share = pairs->spelled > 0 && breaks_share(run, found, class);
    found->diversity |= diversity;
    return diversity || share;
}

/* The example is one of spellings if there is any. */
static void add_class(alike_classes *to, const alike_pairs *pairs) {
    if (to->count++ > 0 && (!to->near || pairs->spelled == 0))
        return;
    to->near = pairs->spelled == 0;
    memcpy(to->example, to->near ? pairs->numbers : pairs->spelling, sizeof to->example);
}

/* Spellings make a class less diverse than it seems where it has few values: at most twice the l
 * that is asked for, or any number where nothing is asked. Of numbers that are near each other only
 * a class that has no others does, since amounts often lie near others. */
static void judge_class(alike_run *run, alike_found *found, size_t class) {
    alike_pairs pairs = {0};
    value_counts_take(&run->texts, run->rows.row + run->rows.first[class],
                      class_rows_count(&run->rows, class));
    uint64_t texts = run->texts.distinct;
    if (texts == 0)
        return;
    join_spellings(run, &pairs, class);
    join_numbers(run, &pairs);
    uint64_t real = texts - pairs.spelled - pairs.near;
    bool few = pairs.spelled > 0 && (run->asked == 0 || texts <= 2 * run->asked);
    bool single = real == 1 && texts > 1;
    if (real < texts && breaks_rule(run, found, &pairs, class))
        add_class(&found->broken, &pairs);
    else if (few || single)
        add_class(&found->fewer, &pairs);
    if (run->asked == 0 && real > 1)
        real += pairs.near;
    found->single |= single;
    found->seeming = texts < found->seeming ? texts : found->seeming;
    found->real = real < found->real ? real : found->real;
}

/* ---- Telling --------------------------------------------------------------------------------- */

static bool says_nothing(const alike_run *run, const alike_found *found) {
    if (found->broken.count > 0 || found->single)
        return false;
    return found->fewer.count == 0 || (run->asked == 0 && found->real == found->seeming);
}

static const char *what_classes_have(const alike_found *found) {
    if (found->diversity && found->share > 0)
        return "less diversity, or a larger share of one value, than asked for";
    if (found->share > 0)
        return "a larger share of one value than asked for";
    return found->diversity ? "less diversity than asked for"
                            : "fewer different values than they seem to have";
}

static void add_figures(warning_list *out, const alike_run *run, const alike_found *found,
                        const alike_classes *classes) {
    warnings_count(out, "classes", run->release->classes);
    warnings_count(out, "classes_below", classes->count);
    warnings_count(out, "l", found->real);
    warnings_count(out, "l_seeming", found->seeming);
    if (found->share > 0)
        warnings_number(out, "share", found->share);
}

static void tell(warning_list *out, const alike_run *run, const alike_found *found) {
    const dictionary *values = &run->of->values;
    const alike_classes *classes = found->broken.count > 0 ? &found->broken : &found->fewer;
    char share[60] = "", seeming[40] = "";
    if (says_nothing(run, found))
        return;
    if (found->share > 0)
        snprintf(share, sizeof share, " the largest share is %.1f%%,", 100 * found->share);
    if (found->real < found->seeming)
        snprintf(seeming, sizeof seeming, " instead of %" PRIu64, found->seeming);
    warnings_add(out, warning_values_alike, run->of->name,
                 "%s has values that %s, such as '%.40s' and '%.40s'; taken as one, %" PRIu64
                 " of %zu classes have %s,%s the smallest l is %" PRIu64 "%s",
                 run->of->name,
                 classes->near ? "lie within 1 % of each other" : "differ only in spelling",
                 dictionary_text(values, classes->example[0]),
                 dictionary_text(values, classes->example[1]), classes->count,
                 run->release->classes, what_classes_have(found), share, found->real, seeming);
    add_figures(out, run, found, classes);
}

/* ---------------------------------------------------------------------------------------------- */

/* Every class has one value: a rule with an l of 1 asks for nothing. */
static void read_rules(alike_run *run) {
    const rule_list *rules = run->release->rules;
    for (size_t r = 0; rules && r < rules->count; r++) {
        const privacy_rule *rule = &rules->rules[r];
        uint64_t l = (uint64_t)((rule->limit + MODEL_UNIT - 1) / MODEL_UNIT);
        bool diversity = is_about(run, rule, "l-diversity");
        run->ruled |= diversity || is_about(run, rule, "alpha-k");
        if (diversity && l > 1 && l > run->asked)
            run->asked = l;
    }
}

/* Different texts count, but missing values are one, both ways. */
static bool list_texts(alike_run *run) {
    size_t values = run->of->values.size;
    run->text = memory_new(values, sizeof *run->text);
    run->says = memory_new(values, sizeof *run->says);
    for (uint32_t code = 0; run->text && run->says && code < values; code++) {
        run->text[code] = run->missing[code] ? run->alike.group[code] : code;
        run->says[code] = run->alike.group[code];
    }
    return run->text && run->says;
}

static bool make_room(alike_run *run) {
    size_t values = run->of->values.size;
    bool made = class_rows_make(&run->rows, run->release);
    made &= value_counts_open(&run->texts, run->release, run->of);
    made &= value_counts_open(&run->told, run->release, run->of);
    run->class = memory_zero(values, sizeof *run->class);
    run->first = memory_new(values, sizeof *run->first);
    run->number = memory_new(values, sizeof *run->number);
    run->scratch = memory_new(values, sizeof *run->scratch);
    run->texts.group = run->text;
    run->told.group = run->says;
    return made && run->class && run->first && run->number && run->scratch;
}

static bool look(warning_list *out, alike_run *run) {
    bool any, near;
    alike_found found = {.seeming = UINT64_MAX, .real = UINT64_MAX};
    run->missing = roles_missing_codes(run->release->plan, run->of, &any);
    if (!run->missing || !alike_values_make(&run->alike, run->of, run->missing) ||
        !alike_values_find_near(&near, &run->alike, run->of->values.size))
        return false;
    if (!run->alike.spelled && !near)
        return true;
    if (!list_texts(run) || !make_room(run))
        return false;
    for (size_t class = 0; class < run->release->classes; class ++)
        judge_class(run, &found, class);
    tell(out, run, &found);
    return true;
}

static void close(alike_run *run) {
    memory_free(run->missing);
    alike_values_free(&run->alike);
    class_rows_free(&run->rows);
    value_counts_close(&run->texts);
    value_counts_close(&run->told);
    memory_free(run->text);
    memory_free(run->says);
    memory_free(run->class);
    memory_free(run->first);
    memory_free(run->number);
    memory_free(run->scratch);
}

shoal_status warn_alike(warning_list *out, const warn_release *release, shoal_error *error) {
    for (size_t i = 0; release->class_of && i < release->table->columns; i++) {
        const column *of = &release->table->column[i];
        alike_run run = {.release = release, .of = of};
        read_rules(&run);
        bool sensitive = plan_role_of(release->plan, of->name) == ROLE_SENSITIVE;
        if (!of->kept || (!sensitive && !run.ruled))
            continue;
        bool made = look(out, &run);
        close(&run);
        if (!made)
            return status_no_memory(error);
    }
    return out->failed ? status_no_memory(error) : SHOAL_OK;
}
