#include "recognize/number_meaning.h"
#include "recognize/role_rules.h"
#include "recognize/word_list.h"

typedef struct name_rule {
    name_concept concept;
    plan_role role;
    double number;
    const char *because; /* what others can do with it, or what is at stake */
} name_rule;

/* Concepts that mean one role whatever the values are. */
static const name_rule rules[] = {
    {CONCEPT_EMAIL, ROLE_IDENTIFIER, 0.85, "it names a person"},
    {CONCEPT_PHONE, ROLE_IDENTIFIER, 0.85, "it names a person"},
    {CONCEPT_ACCOUNT, ROLE_IDENTIFIER, 0.85, "it names a person"},
    {CONCEPT_DEVICE, ROLE_IDENTIFIER, 0.8, "it leads to a person"},
    {CONCEPT_LOGIN, ROLE_IDENTIFIER, 0.85, "it names a person"},
    {CONCEPT_NATIONAL_ID, ROLE_IDENTIFIER, 0.9, "it names a person"},
    {CONCEPT_CITY, ROLE_QUASI, 0.9, "others know where somebody lives"},
    {CONCEPT_POSTCODE, ROLE_QUASI, 0.9, "others know where somebody lives"},
    {CONCEPT_REGION, ROLE_QUASI, 0.85, "others know where somebody lives"},
    {CONCEPT_COUNTRY, ROLE_QUASI, 0.85, "others know it"},
    {CONCEPT_NATIONALITY, ROLE_QUASI, 0.85, "others know it"},
    {CONCEPT_PLACE, ROLE_QUASI, 0.7, "others may know where it was"},
    {CONCEPT_LATITUDE, ROLE_QUASI, 0.85, "a place can be looked up"},
    {CONCEPT_LONGITUDE, ROLE_QUASI, 0.85, "a place can be looked up"},
    {CONCEPT_BIRTH_YEAR, ROLE_QUASI, 0.95, "others know it"},
    {CONCEPT_SEX, ROLE_QUASI, 0.95, "others see it"},
    {CONCEPT_MARITAL, ROLE_QUASI, 0.9, "others know it"},
    {CONCEPT_RELATION, ROLE_QUASI, 0.8, "others know it"},
    {CONCEPT_EDUCATION, ROLE_QUASI, 0.9, "others know it"},
    {CONCEPT_OCCUPATION, ROLE_QUASI, 0.9, "others know it"},
    {CONCEPT_EMPLOYER, ROLE_QUASI, 0.8, "others know it"},
    {CONCEPT_ETHNICITY, ROLE_QUASI, 0.85, "others see it"},
    {CONCEPT_LANGUAGE, ROLE_QUASI, 0.8, "others know it"},
    {CONCEPT_HOUSEHOLD, ROLE_QUASI, 0.8, "neighbours know it"},
    {CONCEPT_HOUSING, ROLE_QUASI, 0.6, "neighbours know it"},
    {CONCEPT_VEHICLE, ROLE_QUASI, 0.6, "neighbours see it"},
    {CONCEPT_CARE_PLACE, ROLE_QUASI, 0.7, "others may know where somebody was treated"},
    {CONCEPT_CARE_KIND, ROLE_QUASI, 0.55, "others may know it"},
    {CONCEPT_PREGNANCY, ROLE_QUASI, 0.8, "others see it"},
    {CONCEPT_DEATH, ROLE_QUASI, 0.9, "obituaries and registers give it"},
    {CONCEPT_INCOME, ROLE_SENSITIVE, 0.8, "others would like to learn it"},
    {CONCEPT_RELIGION, ROLE_SENSITIVE, 0.75, "the law protects it"},
    {CONCEPT_BELIEF, ROLE_SENSITIVE, 0.8, "the law protects it"},
    {CONCEPT_SEXUALITY, ROLE_SENSITIVE, 0.9, "the law protects it"},
    {CONCEPT_DIAGNOSIS, ROLE_SENSITIVE, 0.9, "it is about health"},
    {CONCEPT_MEDICATION, ROLE_SENSITIVE, 0.85, "it is about health"},
    {CONCEPT_LAB, ROLE_SENSITIVE, 0.6, "it is about health"},
    {CONCEPT_CRIME, ROLE_SENSITIVE, 0.9, "the law protects it"},
    {CONCEPT_MONEY, ROLE_PLAIN, 0.55, "few others know the amount"},
    {CONCEPT_TIME, ROLE_PLAIN, 0.5, "few others know it"},
    {CONCEPT_AMOUNT, ROLE_PLAIN, 0.5, "few others know it"},
    {CONCEPT_MEASURE, ROLE_PLAIN, 0.55, "few others know it"},
};

static bool follow(role_suggestion *out, const column_profile *of, const name_rule *rule) {
    char count[32];
    role_set(out, rule->role, rule->number, "named like %s, with %s different values: %s",
             name_concept_phrase(rule->concept), role_count(count, of->distinct), rule->because);
    return true;
}

bool role_repeats(const column_profile *of) {
    return of->naming < 0.98;
}

/* Numbers of rows, persons and cases: one per row names it; a few for all rows are codes of a
 * category. */
static bool from_id(role_suggestion *out, const column_profile *of) {
    const char *phrase = name_concept_phrase(of->concept.concept);
    char count[32], rows[32];
    bool person =
        of->concept.concept == CONCEPT_PERSON_ID || of->concept.concept == CONCEPT_HOUSEHOLD_ID;
    if (of->type == TYPE_DECIMAL && of->places > 0)
        return false;
    if (!person && profile_is_category(of))
        return false;
    if (of->naming < 0.9 && of->concept.concept == CONCEPT_ROW_NUMBER)
        return false;
    double number = !role_repeats(of) || person ? 0.92 : 0.75;
    role_set(out, ROLE_IDENTIFIER, number, "named like %s, with %s values in %s rows", phrase,
             role_count(count, of->distinct), role_count(rows, of->rows - of->missing));
    return true;
}

/* A bare `name` may be that of a product: the values must differ. A surname is one anyway. */
static bool from_person_name(role_suggestion *out, const column_profile *of) {
    char count[32];
    bool bare = word_list_has("name names initials nom nombre nome naam", of->concept.word);
    if (of->type != TYPE_STRING || (bare && (of->distinct < 5 || of->naming < 0.02)))
        return false;
    role_set(out, ROLE_IDENTIFIER, !bare || of->naming >= 0.3 ? 0.88 : 0.6,
             "named like a name, with %s different texts", role_count(count, of->distinct));
    return true;
}

static bool from_address(role_suggestion *out, const column_profile *of) {
    char count[32];
    role_set(out, of->distinct < 5 ? ROLE_QUASI : ROLE_IDENTIFIER, 0.85,
             "named like an address, with %s different values", role_count(count, of->distinct));
    return true;
}

/* Dates: of birth, of care, of anything. Other values than dates say what kind of care it was. */
static bool from_date(role_suggestion *out, const column_profile *of, const table_view *table) {
    char count[32];
    bool birth = of->concept.concept == CONCEPT_BIRTH_DATE;
    bool dated =
        of->type == TYPE_DATE || of->format == FORMAT_DATE || of->format == FORMAT_DATE_TIME;
    if (!dated && !birth && of->concept.concept != CONCEPT_CARE_DATE)
        return false;
    role_count(count, of->distinct);
    if (birth || of->concept.concept == CONCEPT_CARE_DATE)
        role_set(out, ROLE_QUASI,
                 birth   ? 0.97
                 : dated ? 0.8
                         : 0.5,
                 "named like %s; %s different %s", name_concept_phrase(of->concept.concept), count,
                 dated ? "dates" : "values");
    else
        role_set(out, ROLE_QUASI, table->people ? 0.6 : 0.4,
                 "%s different dates: others may know when it was", count);
    return true;
}

/* Integer codes, bands and numbers of years all pass; measurements with a name by chance do not. */
static bool from_age(role_suggestion *out, const column_profile *of) {
    char count[32];
    if (of->ordered && (of->quantile[0] < -1 || of->quantile[2] > 1300))
        return false;
    role_set(out, ROLE_QUASI, 0.95, "named like an age, with %s different values: others know it",
             role_count(count, of->distinct));
    return true;
}

/* Sampling weights are never negative. */
static bool from_weight(role_suggestion *out, const column_profile *of) {
    bool number = of->ordered && of->type != TYPE_DATE && of->quantile[0] >= 0;
    if (!number)
        return false;
    role_set(out, ROLE_WEIGHT, 0.9, "named like a sampling weight; %.6g to %.6g, on average %.6g",
             of->quantile[0], of->quantile[PROFILE_QUANTILES - 1], of->mean);
    return true;
}

/* A bare `weight` is that of a body where the numbers are: people differ by less than half. */
static bool from_body(role_suggestion *out, const column_profile *of, const table_view *table) {
    bool bare = word_list_has("weight wt gewicht poids peso", of->concept.word);
    bool body = !of->ordered ||
                (of->quantile[2] >= 1.6 && of->quantile[2] <= 250 && of->deviation <= of->mean / 2);
    if (bare && !body)
        return from_weight(out, of);
    if (!table->people)
        return false;
    role_set(out, ROLE_QUASI, 0.6, "named like a measure of the body: others see it");
    return true;
}

/* Sentences, or texts that differ. */
static bool from_text(role_suggestion *out, const column_profile *of) {
    if (of->type != TYPE_STRING || (of->naming < 0.1 && of->mean_length < 20))
        return false;
    role_set(out, ROLE_IDENTIFIER, 0.7, "named like a remark: texts may name people");
    return true;
}

static bool from_outcome(role_suggestion *out, const column_profile *of, const table_view *table) {
    char count[32];
    role_count(count, of->distinct);
    if (!table->people)
        role_set(out, ROLE_PLAIN, 0.4, "named like a result, with %s different values", count);
    else
        role_set(out, ROLE_SENSITIVE, 0.6,
                 "named like a result, with %s different values: others would like to learn it",
                 count);
    return true;
}

static bool from_year(role_suggestion *out, const column_profile *of, const table_view *table) {
    if (of->type != TYPE_INTEGER || of->quantile[0] < 1800 || of->quantile[4] > 2100)
        return false;
    role_set(out, table->people ? ROLE_QUASI : ROLE_PLAIN, 0.45, "named like a year, %.0f to %.0f",
             of->quantile[0], of->quantile[PROFILE_QUANTILES - 1]);
    return true;
}

bool role_from_name(role_suggestion *out, const column_profile *of, const table_view *table) {
    switch (of->concept.concept) {
    case CONCEPT_ID:
    case CONCEPT_ROW_NUMBER:
    case CONCEPT_PERSON_ID:
    case CONCEPT_HOUSEHOLD_ID:
    case CONCEPT_CASE_ID:
        return from_id(out, of);
    case CONCEPT_NAME:
        return from_person_name(out, of);
    case CONCEPT_ADDRESS:
        return from_address(out, of);
    case CONCEPT_BIRTH_DATE:
    case CONCEPT_CARE_DATE:
    case CONCEPT_DATE:
        return from_date(out, of, table);
    case CONCEPT_AGE:
        return from_age(out, of);
    case CONCEPT_WEIGHT:
        return from_weight(out, of);
    case CONCEPT_BODY:
        return from_body(out, of, table);
    case CONCEPT_TEXT:
        return from_text(out, of);
    case CONCEPT_OUTCOME:
        return from_outcome(out, of, table);
    case CONCEPT_YEAR:
        return from_year(out, of, table);
    default:
        break;
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].concept == of->concept.concept)
            return follow(out, of, &rules[i]);
    return false;
}
