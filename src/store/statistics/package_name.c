#include "store/statistics/package_name.h"

#include "files/text_utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SAV_NAME_BYTES 64
#define DTA_NAME_LETTERS 32

static bool is_listed(const char *name, const char *const *list, bool any_case) {
    for (; *list; list++)
        if ((any_case ? strcasecmp(name, *list) : strcmp(name, *list)) == 0)
            return true;
    return false;
}

/* Letters beyond ASCII count as such. */
static bool is_letter(char byte) {
    return isalpha((unsigned char)byte) || (unsigned char)byte >= 0x80;
}

static bool is_made_of(const char *name, const char *others) {
    for (; *name; name++)
        if (!is_letter(*name) && !isdigit((unsigned char)*name) && !strchr(others, *name))
            return false;
    return true;
}

static size_t letters(const char *name) {
    size_t count = 0;
    for (; *name; name++)
        count += ((unsigned char)*name & 0xC0) != 0x80;
    return count;
}

/* Why an SPSS variable cannot be called so; NULL: it can. */
static const char *sav_fault(const char *name) {
    static const char *const reserved[] = {"ALL", "AND", "BY",  "EQ", "GE", "GT",   "LE",
                                           "LT",  "NE",  "NOT", "OR", "TO", "WITH", NULL};
    size_t length = strlen(name);
    if (length > SAV_NAME_BYTES)
        return "has more than 64 bytes";
    if (!is_letter(name[0]) && name[0] != '@')
        return "does not begin with a letter";
    if (!is_made_of(name, "._$#@"))
        return "has other characters than letters, digits, and . _ $ # @";
    if (name[length - 1] == '.')
        return "ends with a full stop";
    return is_listed(name, reserved, true) ? "is a word that SPSS reserves" : NULL;
}

static const char *dta_fault(const char *name) {
    static const char *const reserved[] = {
        "_all", "_b", "byte", "_coef", "_cons", "double", "float", "if",    "in",   "int", "long",
        "_n",   "_N", "_pi",  "_pred", "_rc",   "_skip",  "strL",  "using", "with", NULL};
    bool numbered = strncmp(name, "str", 3) == 0 && name[3] &&
                    strspn(name + 3, "0123456789") == strlen(name + 3);
    if (letters(name) > DTA_NAME_LETTERS)
        return "has more than 32 characters";
    if (!is_letter(name[0]) && name[0] != '_')
        return "does not begin with a letter";
    if (!is_made_of(name, "_"))
        return "has other characters than letters, digits and _";
    return numbered || is_listed(name, reserved, false) ? "is a word that Stata reserves" : NULL;
}

static int compare_any_case(const void *left, const void *right) {
    return strcasecmp(*(const char *const *)left, *(const char *const *)right);
}

/* SPSS does not tell A from a. */
static shoal_status check_cases(const row_feed *feed, shoal_error *error) {
    const char **name = memory_new(feed->columns, sizeof *name);
    if (!name)
        return status_no_memory(error);
    for (size_t i = 0; i < feed->columns; i++)
        name[i] = feed->column[i].name;
    qsort(name, feed->columns, sizeof *name, compare_any_case);
    shoal_status status = SHOAL_OK;
    for (size_t i = 1; i < feed->columns && status == SHOAL_OK; i++)
        if (strcasecmp(name[i - 1], name[i]) == 0)
            status =
                status_refuse(error, SHOAL_USAGE, "package_name", NULL,
                              "columns '%.60s' and '%.60s' are the same to SPSS; rename one in "
                              "the input, or write CSV",
                              name[i - 1], name[i]);
    memory_free(name);
    return status;
}

shoal_status package_names_check(const row_feed *feed, package_format format, shoal_error *error) {
    bool spss = format == PACKAGE_SAV;
    for (size_t i = 0; i < feed->columns; i++) {
        const char *name = feed->column[i].name;
        const char *fault = text_utf8(name, strlen(name)) < strlen(name) ? "is not UTF-8 text"
                            : spss                                       ? sav_fault(name)
                                                                         : dta_fault(name);
        if (fault)
            return status_refuse(
                error, SHOAL_USAGE, "package_name", NULL,
                "%s cannot have a variable '%.70s': the name %s; rename the column "
                "in the input, or write CSV",
                spss ? "SPSS" : "Stata", name, fault);
    }
    return spss ? check_cases(feed, error) : SHOAL_OK;
}
