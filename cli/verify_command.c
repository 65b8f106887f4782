#include "options.h"

#include <inttypes.h>
#include <stdio.h>

static const flag own_flags[] = {
    {.name = "plan", .letter = 'p', .value = "FILE", .summary = "the plan the release was made by"},
    {.name = "front",
     .value = "FILE",
     .summary = "check a saved front, too: which of its points the release is"},
    {.name = "against",
     .value = "ORIGINAL",
     .summary = "with --front: work out every point again from the table it was made from"},
    {.name = NULL}};

static const char *const plan_flags[] = {
    "quasi",  "sensitive",   "plain",         "k",           "l",       "t",
    "model",  "hierarchies", "hierarchy",     "suppression", "missing", "delimiter",
    "header", "trim",        "missing-token", "threads",     NULL};

static const usage shape = {
    .command = "verify",
    .synopsis = "verify RELEASE... -p PLAN.yaml | --k N --quasi A,B,... [--front FILE] [flags]",
    .description = "Reads a written table and judges it: is every class of equal "
                   "quasi-identifiers at least k rows,\ndoes each keep the privacy models, and "
                   "are no more rows suppressed than allowed? Exit code 0 if\nit holds, 5 if it "
                   "does not.\n",
    .flags = own_flags,
    .plan_flags = plan_flags,
    .examples = "  shoal verify safe.csv -p plan.yaml\n"
                "  shoal verify safe.csv --k 5 --quasi age,sex,postcode --suppression 2%\n"
                "  shoal verify safe.csv -p plan.yaml --front front.csv --against people.csv\n"};

static double share(int64_t part, int64_t whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static int judge(const options *given, const shoal_plan *plan) {
    shoal_verdict verdict = {.size = sizeof verdict};
    shoal_error error = {0};
    if (shoal_verify_files(&verdict, plan, given->words, given->word_count, &error) != SHOAL_OK)
        return command_fail(&error);
    for (size_t i = 0; i < given->word_count; i++)
        printf("%s%s", i > 0 ? " " : "", given->words[i]);
    printf(": %s (%" PRId64 " rows, %" PRId64 " classes, the smallest of %" PRId64 "; %" PRId64
           " rows suppressed, %.2f%%)\n",
           verdict.holds ? "holds" : "does not hold", verdict.rows, verdict.classes, verdict.k_eff,
           verdict.suppressed, share(verdict.suppressed, verdict.rows));
    if (verdict.unjudged > 0)
        printf("not judged: %" PRId64 " rule%s of a population, which a release alone does not "
               "show\n",
               verdict.unjudged, verdict.unjudged == 1 ? "" : "s");
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
    if (!verdict.holds) {
        printf("%s: does not hold with %s\n", path, front);
        fprintf(stderr, "shoal: %s\n", error.message);
        return SHOAL_UNVERIFIED;
    }
    printf("%s: holds, and is point %" PRId64 " of %" PRId64 " in %s, none of which dominates "
           "another; recomputed: %s\n",
           path, verdict.released, verdict.points, front,
           original
               ? "every number of every point, and the quasi-identifiers of the release row by row"
               : "what can be counted in the release");
    return 0;
}

static int execute(const options *given) {
    if (given->word_count == 0)
        return command_usage("no RELEASE; usage: shoal %s", shape.synopsis);
    if (given->word_count > 1 && options_has(given, "front"))
        return command_usage("with --front, give one RELEASE");
    if (options_has(given, "against") && !options_has(given, "front"))
        return command_usage("--against is for --front: name the front to check");
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
