/* Which flag puts an error right. */
#include "command.h"

#include <string.h>

typedef struct remedy {
    const char *name; /* a code, or a field of a job */
    const char *flag;
} remedy;

/* Codes whose key has several flags, or that more than one flag can put right. */
static const remedy by_code[] = {
    {"output_named_twice", ""},
    {"column_unknown", ""}, /* whichever flag named it */
    {"checkpoint_and_resume", "--checkpoint FILE or --resume FILE"},
    {"front_unsupported", "anonymize --write-plan FILE"},
    {"hierarchy_incomplete", "`shoal hierarchy check` lists them"},
    {"infeasible", "--suppression P, --add-top A,B,..."},
    {"levels_infeasible", "--max-level A=3,B=2,..., --suppression P"},
    {"missing_pattern_rare", "--suppression P, --missing RULE"},
    {"model_impossible", "--l N, --t T, --model RULE"},
    {"search_stopped", "--time-limit SECONDS, --evaluations N, --algorithm NAME"},
    {"warned", "--accept CODE"},
    {"encoding_wrong", "--encoding NAME"},
    {"quasi_identifier_missing", "--quasi A,B,...; `shoal inspect INPUT` suggests some"},
    {"person_missing", "--person A,B,..."},
    {"sensitive_missing", "--sensitive A,B,..."},
    {NULL, NULL},
};

static const remedy by_field[] = {
    {"output", "-o FILE"},
    {"report_path", "--report FILE"},
    {"checkpoint_path", "--checkpoint FILE"},
    {"resume_path", "--resume FILE"},
    {"front_path", "--front FILE"},
    {"pick", "--pick WHICH"},
    {"monitor_path", "--monitor DIR"},
    {"against", "--against ORIGINAL"},
    {"mapping", "--mapping FILE"},
    {"dry_run", "--dry-run"},
    {NULL, NULL},
};

static const char *find(const remedy *in, const char *name) {
    for (; name && in->name; in++)
        if (strcmp(in->name, name) == 0)
            return in->flag;
    return NULL;
}

/* The first flag of a plan's key. */
static const shoal_plan_key *flag_of(const char *key) {
    const shoal_plan_key *at;
    for (size_t i = 0; key && (at = shoal_plan_key_at(i)); i++)
        if (at->flag && strcmp(at->key, key) == 0)
            return at;
    return NULL;
}

void command_print_remedy(FILE *to, const shoal_error *error) {
    const char *flag = find(by_code, error->code);
    if (error->line > 0 && !flag)
        return;
    if (!flag)
        flag = find(by_field, error->key);
    const shoal_plan_key *key = flag ? NULL : flag_of(error->key);
    if (flag && *flag)
        fprintf(to, " (%s)", flag);
    if (key)
        fprintf(to, " (--%s%s%s)", key->flag, key->value ? " " : "", key->value ? key->value : "");
}
