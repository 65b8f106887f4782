#include "recognize/role_rules.h"

#include <math.h>

typedef struct format_rule {
    value_format format;
    plan_role role;
    double number;
} format_rule;

/* Formats that say by themselves what others can do with them. */
static const format_rule rules[] = {
    {FORMAT_UUID, ROLE_IDENTIFIER, 0.95},
    {FORMAT_EMAIL, ROLE_IDENTIFIER, 0.98},
    {FORMAT_URL, ROLE_IDENTIFIER, 0.6},
    {FORMAT_IBAN, ROLE_IDENTIFIER, 0.98},
    {FORMAT_NATIONAL_ID, ROLE_IDENTIFIER, 0.95},
    {FORMAT_CARD, ROLE_IDENTIFIER, 0.95},
    {FORMAT_MAC, ROLE_IDENTIFIER, 0.9},
    {FORMAT_IPV4, ROLE_IDENTIFIER, 0.9},
    {FORMAT_IPV6, ROLE_IDENTIFIER, 0.9},
    {FORMAT_SSN, ROLE_IDENTIFIER, 0.9},
    {FORMAT_PHONE, ROLE_IDENTIFIER, 0.9},
    {FORMAT_PERSON_NAME, ROLE_IDENTIFIER, 0.8},
    {FORMAT_STREET, ROLE_IDENTIFIER, 0.85},
    {FORMAT_COORDINATES, ROLE_QUASI, 0.8},
    {FORMAT_SEX, ROLE_QUASI, 0.95},
    {FORMAT_ICD10, ROLE_SENSITIVE, 0.55},
    {FORMAT_ATC, ROLE_SENSITIVE, 0.7},
    {FORMAT_COUNTRY, ROLE_QUASI, 0.75},
    {FORMAT_CIVIL, ROLE_QUASI, 0.7},
    {FORMAT_ETHNICITY, ROLE_QUASI, 0.7},
    {FORMAT_SCHOOLING, ROLE_QUASI, 0.7},
    {FORMAT_POSTCODE, ROLE_QUASI, 0.6},
};

static const format_rule *find_rule(value_format format) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].format == format)
            return &rules[i];
    return NULL;
}

/* Whether name and values say the same. */
static bool agree(const column_profile *of) {
    static const struct {
        value_format format;
        name_concept concept;
    } pairs[] = {{FORMAT_PERSON_NAME, CONCEPT_NAME},    {FORMAT_ICD10, CONCEPT_DIAGNOSIS},
                 {FORMAT_ATC, CONCEPT_MEDICATION},      {FORMAT_POSTCODE, CONCEPT_POSTCODE},
                 {FORMAT_COUNTRY, CONCEPT_COUNTRY},     {FORMAT_COUNTRY, CONCEPT_NATIONALITY},
                 {FORMAT_CIVIL, CONCEPT_MARITAL},       {FORMAT_CIVIL, CONCEPT_RELATION},
                 {FORMAT_SCHOOLING, CONCEPT_EDUCATION}, {FORMAT_ETHNICITY, CONCEPT_ETHNICITY},
                 {FORMAT_STREET, CONCEPT_ADDRESS},      {FORMAT_URL, CONCEPT_DEVICE}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].format == of->format && pairs[i].concept == of->concept.concept)
            return true;
    return false;
}

/* Words that people use for many things give way to a name that says something else. */
static bool is_word_format(value_format format) {
    return format == FORMAT_CIVIL || format == FORMAT_ETHNICITY || format == FORMAT_SCHOOLING ||
           format == FORMAT_COUNTRY || format == FORMAT_POSTCODE || format == FORMAT_ICD10 ||
           format == FORMAT_PERSON_NAME;
}

bool role_from_format(role_suggestion *out, const column_profile *of) {
    const format_rule *rule = find_rule(of->format);
    bool same = agree(of);
    /* A few rooms or seats look like codes of diseases. */
    if (of->format == FORMAT_ICD10 && !same && of->distinct < 10)
        return false;
    if (!rule || (is_word_format(of->format) && !same && of->concept.concept != CONCEPT_NONE))
        return false;
    role_set(out, rule->role, same ? 0.97 : rule->number, "%s in %.0f %% of the rows%s%s",
             value_format_plural(of->format), floor(of->format_share * 100),
             same ? ", and named like " : "", same ? name_concept_phrase(of->concept.concept) : "");
    return true;
}
