#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const flag own_flags[] = {
    {.name = "plan",
     .common = true,
     .letter = 'p',
     .value = "FILE",
     .summary = "the plan that the release was made with"},
    {.name = "front",
     .common = true,
     .value = "FILE",
     .summary = "also check a saved front, and find the point that the release is"},
    {.name = "against",
     .common = true,
     .value = "ORIGINAL",
     .summary = "the table that RELEASE was made from: also check that it can have been; with "
                "--front, compute every point again; with --person, know whose rows they are"},
    {.name = "mapping",
     .value = "FILE",
     .summary = "with --against: which rows belong together, as anonymize --mapping wrote it"},
    {.name = NULL}};

static const usage shape = {
    .command = "verify",
    .synopsis = "verify RELEASE... -p PLAN.yaml | --k N --quasi A,B,... [--front FILE] [flags]",
    .description =
        "Reads a table and checks that every equivalence class has at least k rows (or persons), "
        "that\nevery class meets the privacy models, and that no more rows are suppressed than "
        "allowed. The exit\ncode is 0 if the table holds, 5 if it does not. Several files are read "
        "as one table. Every flag\nof a plan may be given, as it was to `shoal anonymize`; those "
        "about search and loss change nothing.\n",
    .flags = own_flags,
    .all_plan_flags = true,
    .ignores_search = true,
    .examples = "  shoal verify safe.csv -p plan.yaml\n"
                "  shoal verify safe.csv --k 5 --quasi age,sex,postcode --suppression 2%\n"
                "  shoal verify safe.csv -p plan.yaml --front front.csv --against people.csv\n"
                "  shoal verify safe.csv -p plan.yaml --person patient_id --against stays.csv\n"};

static double share(int64_t part, int64_t whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static const char *plural(int64_t count) {
    return count == 1 ? "" : "s";
}

/* The names of the releases, without passwords; NULL: out of memory. */
static char *names_shown(const options *given) {
    char *all = calloc(1, 1);
    for (size_t i = 0; all && i < given->word_count; i++) {
        char *shown = shoal_name_shown(given->words[i]);
        size_t length = strlen(all);
        size_t room = shown ? length + strlen(shown) + 2 : 0;
        char *longer = shown ? realloc(all, room) : NULL;
        if (longer)
            snprintf(longer + length, room - length, "%s%s", i > 0 ? " " : "", shown);
        else
            free(all);
        all = longer;
        shoal_free(shown);
    }
    return all;
}

static int fail_without_memory(void) {
    return command_fail(&(shoal_error){.status = SHOAL_NO_MEMORY, .message = "out of memory"});
}

/* What keys of persons give away, which link their rows. */
static void warn_of_links(const shoal_verdict *verdict) {
    if (verdict->linked_below > 0)
        fprintf(stderr,
                "warning: the release links the rows of a person: taken together they read as "
                "those of fewer than k persons for %" PRId64
                " of them, and like nobody else's for %" PRId64 " [pseudonyms_link]\n",
                verdict->linked_below, verdict->linked_unique);
    if (verdict->linked_told > 0)
        fprintf(stderr,
                "warning: the release links the rows of a person: all whose rows read the same "
                "have a sensitive value in common, which is known of %" PRId64
                " persons [linked_rows_tell]\n",
                verdict->linked_told);
}

static int judge(const options *given, const shoal_plan *plan) {
    shoal_verdict verdict = {.size = sizeof verdict};
    shoal_error error = {0};
    shoal_verify_job job = {.size = sizeof job,
                            .paths = given->words,
                            .path_count = given->word_count,
                            .original = options_value(given, "against"),
                            .mapping_path = options_value(given, "mapping")};
    if (shoal_verify_release(&verdict, plan, &job, &error) != SHOAL_OK)
        return command_fail(&error);
    char *names = names_shown(given);
    if (!names)
        return fail_without_memory();
    printf("%s: %s (%" PRId64 " row%s, ", names, verdict.holds ? "holds" : "does not hold",
           verdict.rows, plural(verdict.rows));
    free(names);
    if (verdict.persons > 0)
        printf("%" PRId64 " person%s, ", verdict.persons, plural(verdict.persons));
    printf("%" PRId64 " class%s, smallest class %" PRId64, verdict.classes,
           verdict.classes == 1 ? "" : "es", verdict.k_eff);
    if (verdict.persons > 0)
        printf(" person%s", plural(verdict.k_eff));
    printf("; %" PRId64 " row%s suppressed, %.2f%%)\n", verdict.suppressed,
           plural(verdict.suppressed), share(verdict.suppressed, verdict.rows));
    if (verdict.unjudged > 0)
        printf("not judged: %" PRId64 " rule%s about a population, which a release does not show\n",
               verdict.unjudged, verdict.unjudged == 1 ? "" : "s");
    /* A class has at least as many rows as members, unless others only match it. */
    if (verdict.k_eff_rows < verdict.k_eff)
        fprintf(stderr,
                "warning: a missing value is taken to match every value: as they read, the "
                "smallest class has %" PRId64 " row%s [blanks_match]\n",
                verdict.k_eff_rows, plural(verdict.k_eff_rows));
    warn_of_links(&verdict);
    if (verdict.holds)
        return 0;
    fprintf(stderr, "shoal: %s\n", error.message);
    return SHOAL_UNVERIFIED;
}

static int judge_front(const options *given, const shoal_plan *plan) {
    const char *path = given->words[0];
    const char *front = options_value(given, "front");
    const char *original = options_value(given, "against");
    shoal_front_verdict verdict = {.size = sizeof verdict};
    shoal_error error = {0};
    if (shoal_verify_front(&verdict, plan, path, front, original, &error) != SHOAL_OK)
        return command_fail(&error);
    char *name = names_shown(given);
    if (!name)
        return fail_without_memory();
    printf("%s: ", name);
    free(name);
    if (!verdict.holds) {
        printf("does not hold with %s\n", front);
        fprintf(stderr, "shoal: %s\n", error.message);
        return SHOAL_UNVERIFIED;
    }
    printf("holds, and is point %" PRId64 " of %" PRId64 " in %s; no point dominates another; "
           "recomputed: %s\n",
           verdict.released, verdict.points, front,
           original
               ? "every number of every point, and the quasi-identifiers of the release row by row"
               : "everything that can be counted in the release");
    return 0;
}

static int execute(const options *given) {
    if (given->word_count == 0)
        return command_usage("RELEASE is missing; usage: shoal %s", shape.synopsis);
    if (given->word_count > 1 && options_has(given, "front"))
        return command_usage("with --front, name one RELEASE");
    if (options_has(given, "mapping") && options_has(given, "front"))
        return command_usage("with --front, rows are made again and need no mapping: leave it out");
    shoal_plan *plan;
    int code = options_plan(&plan, given);
    if (code == 0)
        code = options_has(given, "front") ? judge_front(given, plan) : judge(given, plan);
    shoal_plan_free(plan);
    return code;
}

int command_verify(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
