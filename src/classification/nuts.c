/* The regions of European statistics have codes that grow by one character per level; so the codes
 * themselves are the hierarchy, and only the countries need a table. */
#include "classification/classification_tables.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define NEARLY_ALL 0.95
#define LONGEST_CODE 5

/* Members, former members, EFTA and candidates, as the regulation writes them. */
static const char countries[] = "AL AT BA BE BG CH CY CZ DE DK EE EL ES FI FR GE HR HU IE IS IT LI "
                                "LT LU LV MD ME MK MT NL NO PL PT RO RS SE SI SK TR UA UK XK";

static const country_entry *country_of(const char *code) {
    if (strcmp(code, "EL") == 0)
        return country_of_alpha2("GR");
    if (strcmp(code, "UK") == 0)
        return country_of_alpha2("GB");
    return country_of_alpha2(strcmp(code, "XK") == 0 ? "RS" : code);
}

static bool has_code_shape(const char *value) {
    size_t length = strlen(value);
    if (length < 2 || length > LONGEST_CODE || !isupper((unsigned char)value[0]) ||
        !isupper((unsigned char)value[1]))
        return false;
    for (size_t i = 2; i < length; i++)
        if (!isdigit((unsigned char)value[i]) && !isupper((unsigned char)value[i]))
            return false;
    return true;
}

static classified classify(const char *value, classification_path *path) {
    char country[3] = "";
    if (!has_code_shape(value))
        return CLASSIFIED_NOT;
    memcpy(country, value, 2);
    const country_entry *known = strstr(countries, country) ? country_of(country) : NULL;
    if (!known)
        return CLASSIFIED_NOT;
    for (int level = 0; level < 3; level++)
        snprintf(path->label[level], sizeof path->label[level], "%.*s", 4 - level, value);
    snprintf(path->label[3], sizeof path->label[3], "%s", m49_table[known->region].name);
    return strpbrk(value, "0123456789") ? CLASSIFIED : CLASSIFIED_LOOSELY;
}

static bool suits(const char *const *values, size_t count, double share) {
    (void)values;
    (void)count;
    return share >= NEARLY_ALL;
}

const classification nuts_classification = {
    "nuts", "NUTS 2, NUTS 1, countries and their parts of Europe", 4, classify, suits,
};
