/* Sensitive values that say the same or nearly the same: classes are less diverse than their number
 * of different texts says. */
#include "bind/roles.h"
#include "bind/rules.h"
#include "warn/alike_values.h"
#include "warn/class_rows.h"
#include "warn/value_counts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct alike_run {
    const warn_release *release;
    const column *of;
    uint64_t asked; /* the largest l of a rule about the column; 0: none */
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

static bool is_diversity(const alike_run *run, const privacy_rule *rule) {
    return strcmp(rule->model->name, "l-diversity") == 0 &&
           rule_protects(rule, run->release->plan, run->of->name);
}

static bool holds(alike_run *run, const privacy_rule *rule, const value_counts *of,
                  uint64_t members) {
    sensitive_values domain = {.name = run->of->name, .size = (uint32_t)run->of->values.size};
    class_histogram class = {.members = members,
                             .counts = of->count,
                             .present = of->present,
                             .distinct = of->distinct,
                             .scratch = run->scratch};
    for (size_t i = 0; i < of->distinct; i++)
        class.rows += of->count[of->present[i]];
    return rule->model->holds(rule, &domain, &class);
}

static bool breaks_rule(alike_run *run, uint64_t members) {
    const rule_list *rules = run->release->rules;
    for (size_t r = 0; rules && r < rules->count; r++)
        if (is_diversity(run, &rules->rules[r]) &&
            holds(run, &rules->rules[r], &run->texts, members) &&
            !holds(run, &rules->rules[r], &run->told, members))
            return true;
    return false;
}

static void add_class(alike_classes *to, const alike_pairs *pairs) {
    if (to->count++ > 0)
        return;
    to->near = pairs->spelled == 0;
    memcpy(to->example, to->near ? pairs->numbers : pairs->spelling, sizeof to->example);
}

/* Spellings make a class less diverse than it seems where it has few values: at most twice the l
 * that is asked for, or any number where nothing is asked. Of numbers that are near each other only
 * a class that has no others does, since amounts often lie near others. */
static void judge_class(alike_run *run, alike_found *found, size_t class) {
    alike_pairs pairs = {0};
    const uint32_t *row = run->rows.row + run->rows.first[class];
    size_t rows = class_rows_count(&run->rows, class);
    value_counts_take(&run->texts, row, rows);
    uint64_t texts = run->texts.distinct;
    if (texts == 0)
        return;
    join_spellings(run, &pairs, class);
    join_numbers(run, &pairs);
    uint64_t real = texts - pairs.spelled - pairs.near;
    value_counts_take(&run->told, row, real < texts ? rows : 0);
    bool few = pairs.spelled > 0 && (run->asked == 0 || texts <= 2 * run->asked);
    if (run->asked == 0 && real > 1)
        real += pairs.near;
    if (real < texts && breaks_rule(run, run->rows.members[class]))
        add_class(&found->broken, &pairs);
    else if (few || (run->asked == 0 && real == 1 && texts > 1))
        add_class(&found->fewer, &pairs);
    found->seeming = texts < found->seeming ? texts : found->seeming;
    found->real = real < found->real ? real : found->real;
}

/* ---- Telling --------------------------------------------------------------------------------- */

static void tell(warning_list *out, const alike_run *run, const alike_found *found) {
    const dictionary *values = &run->of->values;
    bool broken = found->broken.count > 0;
    const alike_classes *classes = broken ? &found->broken : &found->fewer;
    if (classes->count == 0 || (run->asked == 0 && found->real == found->seeming))
        return;
    char seeming[40] = "";
    if (found->real < found->seeming)
        snprintf(seeming, sizeof seeming, " instead of %" PRIu64, found->seeming);
    warnings_add(
        out, warning_values_alike, run->of->name,
        "%s has values that %s, such as '%.40s' and '%.40s'; taken as one, %" PRIu64
        " of %zu classes have %s, the smallest l is %" PRIu64 "%s",
        run->of->name, classes->near ? "lie within 1 % of each other" : "differ only in spelling",
        dictionary_text(values, classes->example[0]), dictionary_text(values, classes->example[1]),
        classes->count, run->release->classes,
        broken ? "less diversity than asked for" : "fewer different values than they seem to have",
        found->real, seeming);
    warnings_count(out, "classes", run->release->classes);
    warnings_count(out, "classes_below", classes->count);
    warnings_count(out, "l", found->real);
    warnings_count(out, "l_seeming", found->seeming);
}

/* ---------------------------------------------------------------------------------------------- */

static uint64_t asked_of(const alike_run *run) {
    const rule_list *rules = run->release->rules;
    uint64_t asked = 0;
    for (size_t r = 0; rules && r < rules->count; r++) {
        const privacy_rule *rule = &rules->rules[r];
        uint64_t l = (uint64_t)((rule->limit + MODEL_UNIT - 1) / MODEL_UNIT);
        if (is_diversity(run, rule))
            asked = l > asked ? l : asked;
    }
    return asked;
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
        run.asked = asked_of(&run);
        bool sensitive = plan_role_of(release->plan, of->name) == ROLE_SENSITIVE;
        if (!of->kept || (!sensitive && run.asked == 0))
            continue;
        bool made = look(out, &run);
        close(&run);
        if (!made)
            return status_no_memory(error);
    }
    return out->failed ? status_no_memory(error) : SHOAL_OK;
}
