/* shoal_verify: the check of a release, for a file on disk. */
#include "base/sized.h"
#include "bind/coded_extremes.h"
#include "data/star.h"
#include "verify/against_original.h"
#include "verify/read_release.h"

#include <inttypes.h>

/* Rows of `*` are suppressed, unless all are: such a table is one class. */
static shoal_verdict judge(const written_release *release) {
    const release_classes *found = &release->judged.classes;
    bool one_class = found->stars == found->rows, persons = release->bound.person_of != NULL;
    uint64_t all = persons ? release->bound.persons : found->rows;
    return (shoal_verdict){
        .rows = (int64_t)found->rows,
        .suppressed = one_class ? 0 : (int64_t)found->stars,
        .classes = one_class ? 1 : (int64_t)found->classes,
        .k_eff = one_class ? (int64_t)all : (int64_t)found->smallest,
        .persons = persons ? (int64_t)all : 0,
        .linked_below = (int64_t)release->sequences.below,
        .linked_unique = (int64_t)release->sequences.unique,
        .linked_told = (int64_t)release->sequences.told.persons,
        .k_eff_rows = one_class ? (int64_t)found->rows : (int64_t)found->smallest_rows,
    };
}

/* The rows of `*` beside others are a class: whoever fits no other one is in it. */
static bool stars_hold(const written_release *release) {
    const judgement *judged = &release->judged;
    return judged->classes.stars == 0 || judged->classes.stars == judged->classes.rows ||
           judged->star_members >= (uint64_t)release->bound.plan->k;
}

static const rule_found *find_violated(const rules_found *kept) {
    for (size_t i = 0; i < kept->count; i++)
        if (!kept->each[i].holds)
            return &kept->each[i];
    return NULL;
}

static int64_t count_unjudged(const rule_list *rules) {
    int64_t count = 0;
    for (size_t i = 0; i < rules->count; i++)
        count += rules->rules[i].model->of_population;
    return count;
}

static void refuse_size(const shoal_verdict *verdict, const written_release *release,
                        shoal_error *error) {
    const char *unit = verdict->persons == 0 ? "" : verdict->k_eff == 1 ? " person" : " persons";
    status_refuse(error, SHOAL_OK, "class_too_small", NULL,
                  "%.120s: its smallest class has %s%" PRId64 "%s, below k = %" PRId64,
                  release->bound.path, verdict->persons > 0 ? "" : "size ", verdict->k_eff, unit,
                  release->bound.plan->k);
}

static void compare_limits(shoal_verdict *verdict, const written_release *release,
                           shoal_error *error) {
    judged_limit limits[JUDGED_LIMITS];
    size_t count = judge_limits(limits, &release->judged, release->bound.plan);
    verdict->holds = true;
    for (size_t i = 0; i < count && verdict->holds; i++) {
        verdict->holds = limits[i].holds;
        if (!limits[i].holds)
            status_refuse(error, SHOAL_OK, "risk_too_high", NULL,
                          "%.120s: its %s is %.6g, but the plan allows %.20s", release->bound.path,
                          limits[i].name, limits[i].found, limits[i].asked);
    }
}

/* Whether no identifier has a value that is not masked. */
static bool names_nobody(const written_release *release, shoal_error *error) {
    const bound_table *bound = &release->bound;
    for (size_t i = 0; i < bound->plan->attribute_count; i++) {
        const plan_attribute *each = &bound->plan->attributes[i];
        int64_t place = each->role == ROLE_IDENTIFIER ? table_find(bound->table, each->name) : -1;
        const dictionary *values = place < 0 ? NULL : &bound->table->column[place].values;
        if (!values || (values->size == 1 && is_star(dictionary_text(values, 0))))
            continue;
        status_refuse(error, SHOAL_OK, "identifier_published", NULL,
                      "%.120s: column '%.60s' is an identifier, but its values are published",
                      bound->path, each->name);
        return false;
    }
    return true;
}

/* Whether it has no column that the plan refuses or leaves out because it does not name it. */
static bool has_named_columns(const written_release *release, shoal_error *error) {
    const bound_table *bound = &release->bound;
    for (size_t i = 0; bound->plan->unnamed != UNNAMED_PUBLISH && i < bound->table->columns; i++) {
        if (plan_names(bound->plan, bound->table->column[i].name))
            continue;
        status_refuse(error, SHOAL_OK, "unnamed_published", NULL,
                      "%.120s: column '%.60s' is published, but the plan does not name it",
                      bound->path, bound->table->column[i].name);
        return false;
    }
    return true;
}

/* Whether no value is beyond a top or bottom code that the plan names. */
static bool is_coded(const written_release *release, shoal_error *error) {
    const char *passed = coded_extremes_passed(release->bound.plan, release->bound.table);
    if (passed)
        status_refuse(error, SHOAL_OK, "code_passed", NULL,
                      "%.120s: column '%.60s' has values beyond the top or bottom code of the plan",
                      release->bound.path, passed);
    return !passed;
}

static void compare(shoal_verdict *verdict, const written_release *release, shoal_error *error) {
    int64_t limit =
        (int64_t)suppression_limit_asked(release->bound.plan, release->judged.classes.rows);
    const rule_found *violated = find_violated(&release->judged.rules);
    verdict->unjudged = count_unjudged(&release->bound.rules);
    verdict->holds = false;
    if (verdict->k_eff < release->bound.plan->k)
        refuse_size(verdict, release, error);
    else if (!stars_hold(release))
        status_refuse(error, SHOAL_OK, "suppressed_too_few", NULL,
                      "%.120s: its suppressed rows are a class of %" PRIu64 "%s, below k = %" PRId64
                      ": leave them out of it",
                      release->bound.path, release->judged.star_members,
                      verdict->persons == 0               ? ""
                      : release->judged.star_members == 1 ? " person"
                                                          : " persons",
                      release->bound.plan->k);
    else if (verdict->suppressed > limit)
        status_refuse(error, SHOAL_OK, "too_many_suppressed", NULL,
                      "%.120s: suppressed rows: %" PRId64 ", more than the %" PRId64
                      " that the plan allows",
                      release->bound.path, verdict->suppressed, limit);
    else if (violated)
        status_refuse(
            error, SHOAL_OK, "model_violated", NULL,
            "%.120s: %s on '%.40s' is %.6g in the worst class, but the plan requires %.6g; "
            "classes that violate it: %" PRIu64,
            release->bound.path, violated->rule->model->name, violated->attribute, violated->found,
            violated->asked, violated->classes);
    else
        compare_limits(verdict, release, error);
}

/* What no class says: labels and columns. */
static shoal_status compare_rest(shoal_verdict *verdict, written_release *release,
                                 shoal_error *error) {
    if (verdict->holds)
        STATUS_TRY(written_release_check_levels(&verdict->holds, release, error));
    if (verdict->holds)
        verdict->holds = names_nobody(release, error) && has_named_columns(release, error) &&
                         is_coded(release, error);
    if (!verdict->holds || !(release->original || release->original_table))
        return SHOAL_OK;
    return against_original(&verdict->holds, release, error);
}

static shoal_status verify(shoal_verdict *verdict, const shoal_plan *plan,
                           const source_names *names, const shoal_verify_job *asked,
                           shoal_error *error) {
    written_release release = {
        .bound = {.plan = plan, .path = names->joined, .names = names, .memory = asked->table},
        .original = asked->original,
        .original_table = asked->original_table,
        .context = asked->context,
        .mapping = asked->mapping_path,
    };
    shoal_status status = written_release_read(&release, error);
    if (status == SHOAL_OK) {
        shoal_verdict made = judge(&release);
        compare(&made, &release, error);
        status = compare_rest(&made, &release, error);
        size_t size = verdict->size < sizeof made ? verdict->size : sizeof made;
        made.size = verdict->size;
        memcpy(verdict, &made, size);
    }
    written_release_close(&release);
    return status;
}

shoal_status shoal_verify_release(shoal_verdict *verdict, const shoal_plan *plan,
                                  const shoal_verify_job *job, shoal_error *error) {
    shoal_verify_job asked = {0};
    source_names names = {0};
    sized_copy(&asked, sizeof asked, job);
    if (asked.original && asked.original_table)
        return status_refuse(error, SHOAL_USAGE, "input_given_twice", "input",
                             "the original is a table in memory or a name, not both");
    if (asked.mapping_path && !asked.original && !asked.original_table)
        return status_refuse(error, SHOAL_USAGE, "original_missing", "against",
                             "a mapping says which row of the original each row is: name the "
                             "original");
    if (asked.path_count == 0 && !asked.table)
        return status_fail(error, SHOAL_USAGE, "there is no file to verify");
    bool named = asked.path_count > 0;
    if (named && !asked.paths)
        return status_fail(error, SHOAL_USAGE, "there are files to verify, but not their names");
    shoal_status status = source_names_of_job(&names, asked.table, named ? asked.paths[0] : NULL,
                                              named ? asked.paths + 1 : NULL,
                                              named ? asked.path_count - 1 : 0, error);
    if (status == SHOAL_OK)
        status = verify(verdict, plan, &names, &asked, error);
    source_names_free(&names);
    return status;
}

shoal_status shoal_verify_against(shoal_verdict *verdict, const shoal_plan *plan,
                                  const char *const *paths, size_t count, const char *original,
                                  shoal_error *error) {
    shoal_verify_job job = {
        .size = sizeof job, .paths = paths, .path_count = count, .original = original};
    return shoal_verify_release(verdict, plan, &job, error);
}

shoal_status shoal_verify_files(shoal_verdict *verdict, const shoal_plan *plan,
                                const char *const *paths, size_t count, shoal_error *error) {
    return shoal_verify_against(verdict, plan, paths, count, NULL, error);
}

shoal_status shoal_verify(shoal_verdict *verdict, const shoal_plan *plan, const char *path,
                          shoal_error *error) {
    return shoal_verify_files(verdict, plan, &path, 1, error);
}
