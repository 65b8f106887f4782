/* The plan's keys: one table that sets values, writes them, and names the flags. */
#ifndef SHOAL_PLAN_PLAN_KEYS_H
#define SHOAL_PLAN_PLAN_KEYS_H

#include "base/text.h"
#include "plan/plan.h"

typedef struct plan_key plan_key;

/* A form of value: how its text becomes a field and back. */
typedef struct plan_form {
    /* `named` is the key as the caller wrote it, for error messages. */
    shoal_status (*parse)(const plan_key *key, const char *named, void *field, const char *value,
                          shoal_error *error);
    /* Adds the text that parse takes back. False: nothing is set, nothing to write. */
    bool (*format)(const plan_key *key, const void *field, text *out);
} plan_form;

struct plan_key {
    shoal_plan_key shown;
    const plan_form *form;
    size_t offset;            /* of the field in shoal_plan, or in plan_attribute */
    const char *const *words; /* of form_word: the values in the order of the enum, then NULL */
    uint64_t least;           /* of whole numbers */
    uint64_t most;
};

extern const plan_form form_version, form_word, form_choice, form_switch, form_flag, form_warnings,
    form_name, form_optional_name, form_path, form_text, form_stated, form_day, form_extreme,
    form_risk, form_count, form_level, form_factor, form_seed, form_threads, form_share,
    form_weight, form_seconds, form_prove, form_bytes, form_delimiter, form_encoding, form_decimal;

/* Fails with `NAMED is "VALUE", but must be ALLOWED`. */
shoal_status form_refuse(shoal_error *error, const char *named, const char *value,
                         const char *allowed);

/* In the order plans are written and help is shown; ends with a NULL key. Rows without a form are
 * shorthands or have no single field: tokens and the parameters of the algorithm. */
extern const plan_key plan_key_table[];

#define PLAN_ATTRIBUTE_KEYS "attributes.NAME."
#define PLAN_SETTING_KEY "search.NAME"
#define PLAN_TOKENS_KEY "missing.tokens"
#define PLAN_MODELS_KEY "privacy.models"
#define PLAN_POPULATION_KEY "population.file"

/* The row that a dotted path such as "attributes.age.role" or "search.population" belongs to, or
 * NULL. */
const plan_key *plan_key_resolve(const char *path);

/* Fails: there is no such key, and which was probably meant. */
SHOAL_CHECKED shoal_status plan_key_unknown(const char *path, shoal_error *error);
/* The attribute in a path such as "attributes.a.b.role", which plan_key_resolve knows; NULL: the
 * plan does not name it. */
const plan_attribute *plan_key_attribute(const shoal_plan *plan, const char *path);

static inline const void *plan_field(const plan_key *key, const void *owner) {
    return (const char *)owner + key->offset;
}

#endif
