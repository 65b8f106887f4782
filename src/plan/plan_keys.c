#include "plan/plan_keys.h"

#include "base/nearest_name.h"
#include "plan/plan_objects.h"

#include <stdio.h>
#include <string.h>

static const char *const roles[] = {"plain",  "quasi",     "sensitive", "identifier",
                                    "person", "household", "weight",    NULL};
static const char *const types[] = {"auto", "integer", "decimal", "date", "string", NULL};
static const char *const shapes[] = {"auto", "hierarchy", "range", "set", "mean", NULL};
static const char *const freedoms[] = {"free", "uniform", "keep", NULL};
static const char *const tops[] = {"keep", "add", NULL};
static const char *const domains[] = {"data", "hierarchy", NULL};
static const char *const missing_rules[] = {"category", "wildcard", "drop", NULL};
static const char *const purposes[] = {"share", "publish-tables", "train", NULL};
static const char *const identifier_rules[] = {"drop", "mask", NULL};
static const char *const suppressed_rules[] = {"auto", "keep", "drop", NULL};
static const char *const row_orders[] = {"published", "input", NULL};
static const char *const roundings[] = {"auto", "yes", "no", NULL};
static const char *const unnamed_rules[] = {"publish", "refuse", "drop", NULL};
static const char *const last_steps[] = {"nothing", "suppress", NULL};
static const char *const places[] = {"memory", "database", NULL};
static const char *const choices[] = {"auto", "yes", "no", NULL};
static const char *const no_or_yes[] = {"no", "yes", NULL};
static const char *const value_order[] = {"ordered values, such as low|mid|high", NULL};
static const char *const group_list[] = {"groups of attributes, such as a,b|c,d", NULL};
static const char *const rule_list[] = {"rules such as l-diversity l=3; t-closeness t=0.2", NULL};
static const char *const decimal_number[] = {"a number such as 0.2", NULL};
static const char *const sheet_name[] = {"the name of a sheet", NULL};
static const char *const attribute_name[] = {"the name of an attribute", NULL};
static const char *const some_warnings[] = {"near_unique", "gives_away", NULL};
static const char *const some_words[] = {"words such as NaN,null", NULL};
static const char *const table_file[] = {"the path of a table", NULL};
static const char *const releases[] = {"public", "controlled", NULL};
static const char *const likelihoods[] = {"low", "medium", "high", NULL};
static const char *const some_text[] = {"some text", NULL};
static const char *const folder[] = {"the path of a folder", NULL};
static const char *const specification[] = {"a builder such as ranges:5,10 or a path", NULL};

#define PLAN(field) offsetof(shoal_plan, field)
#define ATTRIBUTE(field) offsetof(plan_attribute, field)

#define KEY(path, name, shape, meaning)                                                            \
    .shown = {.key = (path), .flag = (name), .value = (shape), .summary = (meaning)}
#define LIST(path, name, shape, meaning)                                                           \
    .shown = {.key = (path), .flag = (name), .value = (shape), .list = true, .summary = (meaning)}
#define NAMES(path, name, given, meaning)                                                          \
    .shown = {.key = (path),                                                                       \
              .flag = (name),                                                                      \
              .value = "A,B,...",                                                                  \
              .fixed = (given),                                                                    \
              .list = true,                                                                        \
              .summary = (meaning)}

const plan_key plan_key_table[] = {
    {KEY("version", NULL, NULL, "version of the plan's format: 1"), .form = &form_version},
    {KEY("attributes.NAME.role", NULL, NULL,
         "quasi, sensitive, identifier, person, household, weight or plain (the default)"),
     .form = &form_word, .offset = ATTRIBUTE(role), .words = roles},
    {NAMES("attributes.NAME.role", "quasi", "quasi", "quasi-identifiers, which are recoded"),
     .shown.common = true},
    {NAMES("attributes.NAME.role", "identifier", "identifier",
           "identifiers, such as people's names and numbers: dropped or masked"),
     .shown.common = true},
    {NAMES("attributes.NAME.role", "sensitive", "sensitive",
           "sensitive attributes, which are published unchanged"),
     .shown.common = true},
    {NAMES("attributes.NAME.role", "person", "person",
           "the key of a row's person: people are counted instead of rows"),
     .shown.common = true},
    {NAMES("attributes.NAME.role", "household", "household",
           "the key of the person's household, for the risk of its members")},
    {NAMES("attributes.NAME.role", "weight", "weight",
           "the sampling weight: how many people of the population a row stands for")},
    {NAMES("attributes.NAME.role", "plain", "plain",
           "plain attributes; overrides the role in the plan")},
    {KEY("attributes.NAME.type", "type", "NAME=TYPE", "auto, integer, decimal, date or string"),
     .form = &form_word, .offset = ATTRIBUTE(type), .words = types},
    {LIST("attributes.NAME.weight", "weights", "A=2,B=1,...",
          "weights of attributes; with weights the default metric is nwp"),
     .form = &form_weight},
    {KEY("attributes.NAME.hierarchy", "hierarchy", "NAME=SPEC",
         "a file, or ranges:5,10, mask:right, dates, grown, icd10, flat, auto, ... (see the "
         "manual)"),
     .shown.common = true, .form = &form_path, .offset = ATTRIBUTE(hierarchy),
     .words = specification},
    {KEY("attributes.NAME.top", NULL, NULL, "add: a last level `*` if there is none; or keep"),
     .form = &form_switch, .offset = ATTRIBUTE(add_top), .words = tops},
    {NAMES("attributes.NAME.top", "add-top", "add",
           "add a last level `*` to hierarchies that have none")},
    {KEY("attributes.NAME.constrained", NULL, NULL,
         "yes: cuts publish only groups of the hierarchy; or no"),
     .form = &form_switch, .offset = ATTRIBUTE(constrained), .words = no_or_yes},
    {NAMES("attributes.NAME.constrained", "constrained", "yes",
           "cut: publish only groups of the hierarchy")},
    {KEY("attributes.NAME.order", "order", "NAME=a|b|c",
         "cut: the ordered domain; a backslash makes | literal"),
     .form = &form_text, .offset = ATTRIBUTE(order), .words = value_order},
    {KEY("attributes.NAME.finest", "finest", "NAME=LEVEL",
         "cut: values are never finer than this level of their hierarchy (default 0)"),
     .form = &form_count, .offset = ATTRIBUTE(finest), .most = PLAN_MOST_LEVELS},
    {KEY("attributes.NAME.decimal", NULL, NULL,
         "the decimal sign of its values: a comma, or a point (the default)"),
     .form = &form_decimal, .offset = ATTRIBUTE(decimal)},
    {KEY("attributes.NAME.missing", NULL, NULL,
         "further words for a missing value in it, such as NaN,null"),
     .form = &form_text, .offset = ATTRIBUTE(missing), .words = some_words},
    {LIST("attributes.NAME.top_code", "top-code", "A=99%,B=50000,...",
          "plain and sensitive numbers: larger values read as this bound, a number or a share of "
          "the people"),
     .form = &form_extreme, .offset = ATTRIBUTE(top_code)},
    {LIST("attributes.NAME.bottom_code", "bottom-code", "A=1%,B=10,...",
          "plain and sensitive numbers: smaller values read as this bound"),
     .form = &form_extreme, .offset = ATTRIBUTE(bottom_code)},
    {LIST("attributes.NAME.min_level", "min-level", "A=1,B=2,...",
          "lowest level of its hierarchy that an attribute may be published at (default 0)"),
     .form = &form_count, .offset = ATTRIBUTE(min_level), .most = PLAN_MOST_LEVELS},
    {LIST("attributes.NAME.min_level", "levels", "A=1,B=2,...",
          "suppress: the level that an attribute is published at; the same as min-level")},
    {LIST("attributes.NAME.max_level", "max-level", "A=3,B=2,...",
          "highest level of its hierarchy that an attribute may be published at (default: any)"),
     .form = &form_level, .offset = ATTRIBUTE(max_level), .most = PLAN_MOST_LEVELS},
    {LIST("attributes.NAME.shape", "shape", "A=range,B=set,...",
          "clusters: what is published of an attribute: hierarchy, range, set, mean or auto"),
     .form = &form_choice, .offset = ATTRIBUTE(shape), .words = shapes},
    {KEY("attributes.NAME.local", NULL, NULL,
         "clusters: uniform (one level for everybody), keep (never generalized) or free"),
     .form = &form_choice, .offset = ATTRIBUTE(local), .words = freedoms},
    {NAMES("attributes.NAME.local", "uniform", "uniform",
           "clusters: the same level of the hierarchy for everybody")},
    {NAMES("attributes.NAME.local", "keep", "keep", "clusters: never generalized")},
    {KEY("hierarchies", "hierarchies", "DIR", "folder with one ATTRIBUTE.csv per attribute"),
     .shown.common = true, .form = &form_path, .offset = PLAN(hierarchies), .words = folder},
    {KEY("privacy.k", "k", "N", "smallest class that may be published"), .shown.common = true,
     .form = &form_count, .offset = PLAN(k_given), .least = 1, .most = INT64_MAX},
    {KEY("privacy.l", "l", "N",
         "fewest different values of every sensitive attribute in each class"),
     .shown.common = true, .form = &form_count, .offset = PLAN(l), .least = 1, .most = INT64_MAX},
    {KEY("privacy.t", "t", "T",
         "largest distance of a class's sensitive values from the table's: 0.2"),
     .form = &form_text, .offset = PLAN(t), .words = decimal_number},
    {KEY("privacy.max_risk", "max-risk", "R",
         "largest risk of a published record, 1 / size of its class: 0.09 asks for 12"),
     .form = &form_risk, .offset = PLAN(max_risk), .least = 1},
    {KEY("privacy.max_average_risk", "max-average-risk", "R",
         "largest average risk of all published records: classes / records"),
     .form = &form_risk, .offset = PLAN(max_average_risk), .least = 1},
    {KEY("privacy.max_uniques", "max-uniques", "R",
         "largest share of published records that are alone in their class"),
     .form = &form_risk, .offset = PLAN(max_uniques)},
    {KEY("privacy.dominance", "dominance", "P",
         "means: warn where others know a cluster's largest value within 0.1, or P if more"),
     .form = &form_risk, .offset = PLAN(dominance)},
    {{.key = PLAN_MODELS_KEY,
      .flag = "model",
      .common = true,
      .value = "RULE",
      .list = true,
      .between = ';',
      .summary = "a privacy model, repeatable: \"t-closeness t=0.2 on=income\""},
     .form = &form_text,
     .offset = PLAN(models),
     .words = rule_list},
    {KEY(PLAN_POPULATION_KEY, "population", "FILE",
         "the population that the table is a sample of, for k-map, delta-presence and risk"),
     .form = &form_path, .offset = PLAN(population), .words = table_file},
    {KEY("population.size", "population-size", "N",
         "size of the population, for estimates of risk"),
     .form = &form_count, .offset = PLAN(people), .least = 1, .most = INT64_MAX},
    {KEY("risk.threshold", "threshold", "R", "largest acceptable risk of a record (default 0.2)"),
     .form = &form_text, .offset = PLAN(threshold), .words = decimal_number},
    {KEY("risk.combinations", "combinations", "M",
         "look for unique combinations of up to so many attributes (default 3)"),
     .form = &form_count, .offset = PLAN(combined), .least = 1, .most = 6},
    {KEY("target", "target", "NAME",
         "attribute to predict: for the metric cm, and before and after"),
     .form = &form_text, .offset = PLAN(target), .words = attribute_name},
    {KEY("suppression", "suppression", "P",
         "rows that may be suppressed: 0.02 or 2% (default 0; verify: any)"),
     .shown.common = true, .form = &form_share},
    {KEY("suppression_weight", "suppression-weight", "W",
         "how often a suppressed cell counts in loss and nwp (default 1)"),
     .form = &form_factor, .offset = PLAN(suppression_weight), .most = 1000000},
    {KEY("suppressed", "suppressed", "RULE",
         "suppressed rows: auto (default) leaves them out where they fail as a class; keep; drop"),
     .form = &form_choice, .offset = PLAN(suppressed), .words = suppressed_rules},
    {KEY("recoding", "recoding", "NAME",
         "how values are recoded (default lattice); auto: by the purpose"),
     .shown.common = true, .form = &form_name, .offset = PLAN(recoding)},
    {KEY("then", "then", "STEP",
         "lattice, cut: suppress blanks single cells instead of whole rows where that suffices"),
     .form = &form_choice, .offset = PLAN(then), .words = last_steps},
    {KEY("round_bounds", "round-bounds", "HOW",
         "clusters: bounds of ranges are rounded outwards until k rows are around each: yes, no or "
         "auto (local: yes)"),
     .form = &form_choice, .offset = PLAN(round_bounds), .words = roundings},
    {KEY("where", "where", "PLACE",
         "memory (default); database: rows stay in it, which makes the release itself"),
     .form = &form_choice, .offset = PLAN(where), .words = places},
    {KEY("purpose", "purpose", "WHAT",
         "what the release is for: share (default), publish-tables or train"),
     .form = &form_choice, .offset = PLAN(purpose), .words = purposes},
    {KEY("context.purpose", "context-purpose", "TEXT",
         "for the report: what the recipients will do with the release"),
     .form = &form_text, .offset = PLAN(context.purpose), .words = some_text},
    {KEY("context.recipients", "context-recipients", "TEXT", "for the report: who gets it"),
     .form = &form_text, .offset = PLAN(context.recipients), .words = some_text},
    {KEY("context.release", "context-release", "WORD", "for the report: public or controlled"),
     .form = &form_stated, .offset = PLAN(context.release), .words = releases},
    {KEY("context.likelihood", "context-likelihood", "WORD",
         "for the report: how likely an attempt to re-identify people is: low, medium or high"),
     .form = &form_stated, .offset = PLAN(context.likelihood), .words = likelihoods},
    {KEY("context.motive", "context-motive", "TEXT",
         "for the report: why somebody would try to re-identify people"),
     .form = &form_text, .offset = PLAN(context.motive), .words = some_text},
    {KEY("context.reviewer", "context-reviewer", "TEXT", "for the report: who reviews the release"),
     .form = &form_text, .offset = PLAN(context.reviewer), .words = some_text},
    {KEY("context.review_date", "context-review-date", "DATE",
         "for the report: when it is reviewed again, such as 2027-03-31"),
     .form = &form_day, .offset = PLAN(context.review_date)},
    {KEY("groups", "groups", "a,b|c,d",
         "microaggregation: attributes that are averaged together (default: all)"),
     .form = &form_text, .offset = PLAN(groups), .words = group_list},
    {KEY("domain", "domain", "WHICH", "what the loss metrics count: data (default) or hierarchy"),
     .form = &form_word, .offset = PLAN(domain), .words = domains},
    {KEY("missing.rule", "missing", "RULE",
         "missing values: category (default), wildcard, or drop the row"),
     .form = &form_word, .offset = PLAN(missing), .words = missing_rules},
    {LIST(PLAN_TOKENS_KEY, "missing-token", "TOKEN",
          "how a missing value is written, repeatable (default ?, empty, NA)")},
    {KEY("identifiers", "identifiers", "RULE",
         "what happens to identifiers: drop (default) or mask"),
     .form = &form_word, .offset = PLAN(identifiers), .words = identifier_rules},
    {KEY("order", "order", "WHICH",
         "order of released rows: published (default), which depends on published cells alone, or "
         "input, which gives people away"),
     .form = &form_choice, .offset = PLAN(order), .words = row_orders},
    {KEY("unnamed", "unnamed", "RULE",
         "columns that the plan does not name: publish (default, with a warning), refuse or drop"),
     .form = &form_choice, .offset = PLAN(unnamed), .words = unnamed_rules},
    {.shown = {.key = "pseudonyms",
               .flag = "pseudonyms",
               .fixed = "yes",
               .summary = "publish a random key for every person, which links the person's rows"},
     .form = &form_flag,
     .offset = PLAN(pseudonyms),
     .words = no_or_yes},
    {.shown = {.key = "warnings.strict",
               .flag = "strict",
               .fixed = "yes",
               .summary = "release nothing with a warning that is not accepted: exit code 1"},
     .form = &form_flag,
     .offset = PLAN(strict),
     .words = no_or_yes},
    {LIST("warnings.accept", "accept", "CODE",
          "a warning that is accepted, repeatable; see `shoal list warnings`"),
     .form = &form_warnings, .offset = PLAN(accepted), .words = some_warnings},
    {KEY("search.algorithm", "algorithm", "NAME", "see `shoal list algorithms` (default auto)"),
     .shown.common = true, .form = &form_name, .offset = PLAN(algorithm)},
    {KEY("search.metric", "metric", "NAME",
         "see `shoal list metrics` (default loss, or the algorithm's own)"),
     .form = &form_optional_name, .offset = PLAN(metric)},
    {KEY("search.objectives", "objectives", "A,B,...",
         "nsga2: metrics, k_eff, classes, suppressed; the prefix min: or max: reverses one"),
     .form = &form_optional_name, .offset = PLAN(objectives)},
    {KEY("search.prefer", "prefer", "POINT",
         "nsga2: loss and bias that would be good enough: nwp=0.2,necd=0.1"),
     .form = &form_optional_name, .offset = PLAN(prefer)},
    {KEY("search.evaluations", "evaluations", "N", "stop after so many nodes (0: no limit)"),
     .form = &form_count, .offset = PLAN(evaluations), .most = INT64_MAX},
    {KEY("search.time_limit", "time-limit", "SECONDS",
         "stop searching after so many seconds (0: no limit)"),
     .shown.common = true, .form = &form_seconds, .offset = PLAN(time_limit)},
    {KEY("search.prove", "prove", "SECONDS",
         "time for a bound after a search that proves nothing (0: none; default a part of it)"),
     .form = &form_prove, .offset = PLAN(prove)},
    {KEY("search.memory", "memory", "BYTES",
         "memory that the search may use to keep results: 500M, 2G (0: default)"),
     .form = &form_bytes, .offset = PLAN(memory)},
    {KEY(PLAN_SETTING_KEY, "set", "NAME=VALUE", "a parameter of the algorithm, repeatable")},
    {KEY("seed", "seed", "N",
         "seed of the random numbers; the same seed gives the same bytes (default 0)"),
     .form = &form_seed, .offset = PLAN(seed), .most = UINT64_MAX},
    {KEY("threads", "threads", "N", "default auto: one per processor"), .form = &form_threads,
     .offset = PLAN(threads), .most = 1024},
    {KEY("input.encoding", "encoding", "NAME",
         "encoding of the input and the release: utf-8, latin1, ... (default auto)"),
     .form = &form_encoding, .offset = PLAN(encoding)},
    {KEY("input.decimal", "decimal", "SIGN",
         "decimal sign of the input: a comma, a point or auto (default)"),
     .form = &form_decimal, .offset = PLAN(decimal)},
    {KEY("input.delimiter", "delimiter", "C",
         "delimiter of the input: a character, tab, blank, fixed or auto"),
     .form = &form_delimiter, .offset = PLAN(delimiter)},
    {KEY("input.header", "header", "CHOICE", "the first line names the columns: yes, no or auto"),
     .form = &form_word, .offset = PLAN(header), .words = choices},
    {KEY("input.trim", "trim", "CHOICE", "blanks after a delimiter are dropped: yes, no or auto"),
     .form = &form_word, .offset = PLAN(trim), .words = choices},
    {KEY("input.sheet", "sheet", "NAME", "sheet of an .xlsx or .ods workbook (default: the first)"),
     .form = &form_text, .offset = PLAN(sheet), .words = sheet_name},
    {KEY(NULL, NULL, NULL, NULL)}};

const shoal_plan_key *shoal_plan_key_at(size_t index) {
    size_t count = sizeof plan_key_table / sizeof *plan_key_table - 1;
    return index < count ? &plan_key_table[index].shown : NULL;
}

const char *const *shoal_plan_key_words(const shoal_plan_key *key) {
    for (const plan_key *each = plan_key_table; each->shown.key; each++)
        if (&each->shown == key)
            return each->form == &form_word ? each->words : NULL;
    return NULL;
}

/* ---- Finding a key --------------------------------------------------------------------------- */

#define LONGEST_KEY 32

/* The last word of a key, where most of the meaning is: `k` of `privacy.k`. */
static const char *key_tail(const char *key) {
    const char *dot = strrchr(key, '.');
    return dot ? dot + 1 : key;
}

/* The nearest key of a section (NULL: of all), by the whole path or by its last word alone. */
static const char *key_nearest(const char *wrong, const char *section) {
    const char *nearest = "";
    size_t least = SIZE_MAX;
    for (const plan_key *key = plan_key_table; key->shown.key; key++) {
        const char *path = key->shown.key;
        if (section && strncmp(path, section, strlen(section)) != 0)
            continue;
        size_t whole = 2 * name_distance(wrong, path);
        size_t tail = 2 * name_distance(key_tail(wrong), key_tail(path)) + 1;
        size_t distance = whole < tail ? whole : tail;
        if (distance < least) {
            least = distance;
            nearest = path;
        }
    }
    return nearest;
}

static bool starts_with(const char *string, const char *start) {
    return strncmp(string, start, strlen(start)) == 0;
}

shoal_status plan_key_unknown(const char *named, shoal_error *error) {
    const char *section = starts_with(named, "attributes.") ? PLAN_ATTRIBUTE_KEYS : NULL;
    return status_refuse(error, SHOAL_USAGE, "key_unknown", NULL,
                         "\"%.80s\" is not a key of the plan; did you mean %s?", named,
                         key_nearest(named, section));
}

/* Shorthands repeat the key of the row that holds the form, and follow it. */
static const plan_key *key_find(const char *path) {
    for (const plan_key *key = plan_key_table; key->shown.key; key++)
        if (strcmp(key->shown.key, path) == 0)
            return key;
    return NULL;
}

const plan_key *plan_key_resolve(const char *path) {
    if (starts_with(path, "attributes.")) {
        char general[LONGEST_KEY];
        const char *last = strrchr(path, '.');
        snprintf(general, sizeof general, PLAN_ATTRIBUTE_KEYS "%s", last + 1);
        return last >= path + strlen("attributes.") ? key_find(general) : NULL;
    }
    const plan_key *known = key_find(strcmp(path, "missing") == 0 ? "missing.rule" : path);
    return known || !starts_with(path, "search.") ? known : key_find(PLAN_SETTING_KEY);
}

/* ---- Setting ------------------------------------------------------------------------------- */

static shoal_status field_set(const plan_key *key, const char *named, void *owner,
                              const char *value, shoal_error *error) {
    shoal_status status = key->form->parse(key, named, (char *)owner + key->offset, value, error);
    if (status == SHOAL_USAGE)
        status_blame(error, "value_invalid", key->shown.key);
    return status;
}

static shoal_status attribute_set(shoal_plan *plan, const plan_key *key, const char *named,
                                  const char *value, shoal_error *error) {
    const char *name = named + strlen("attributes.");
    size_t length = (size_t)(strrchr(name, '.') - name);
    if (length == 0)
        return status_fail(error, SHOAL_USAGE, "%s names no attribute", named);
    bool reads = key->offset == ATTRIBUTE(decimal) || key->offset == ATTRIBUTE(missing);
    char *copy = memory_text(name, length);
    plan_attribute *attribute = NULL;
    if (copy)
        attribute = reads ? plan_attribute_read(plan, copy) : plan_attribute_named(plan, copy);
    memory_free(copy);
    if (!attribute)
        return status_no_memory(error);
    STATUS_TRY(field_set(key, named, attribute, value, error));
    attribute->only_read &= reads;
    if (key->offset == ATTRIBUTE(hierarchy))
        plan_drop_hierarchy(attribute);
    return SHOAL_OK;
}

static shoal_status setting_set(shoal_plan *plan, const char *named, const char *value,
                                shoal_error *error) {
    const char *name = named + strlen("search.");
    if (!*name)
        return status_fail(error, SHOAL_USAGE, "%s names no parameter", named);
    return plan_set_setting(plan, name, value) ? SHOAL_OK : status_no_memory(error);
}

/* Splits a comma list: `?,,NA` is three tokens, the empty one among them. */
static shoal_status tokens_set(shoal_plan *plan, const char *value, shoal_error *error) {
    size_t count = 1;
    for (const char *at = value; *at; at++)
        count += *at == ',';
    char *copy = memory_text(value, strlen(value));
    const char **tokens = memory_new(count, sizeof *tokens);
    bool complete = copy && tokens;
    if (complete) {
        char *rest = copy;
        for (size_t i = 0; i < count; i++)
            tokens[i] = strsep(&rest, ",");
        complete = plan_set_tokens(plan, tokens, count);
    }
    memory_free(tokens);
    memory_free(copy);
    return complete ? SHOAL_OK : status_no_memory(error);
}

shoal_status shoal_plan_set(shoal_plan *plan, const char *key, const char *value,
                            shoal_error *error) {
    bool of_attribute = starts_with(key, "attributes.");
    const plan_key *known = plan_key_resolve(key);
    if (!known)
        return plan_key_unknown(key, error);
    if (of_attribute)
        return attribute_set(plan, known, key, value, error);
    if (strcmp(known->shown.key, PLAN_TOKENS_KEY) == 0)
        return tokens_set(plan, value, error);
    if (strcmp(known->shown.key, PLAN_SETTING_KEY) == 0)
        return setting_set(plan, key, value, error);
    STATUS_TRY(field_set(known, key, plan, value, error));
    if (known->offset == PLAN(population))
        plan_drop_population(plan);
    plan_settle(plan);
    return SHOAL_OK;
}
