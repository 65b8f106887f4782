#include "base/name_list.h"
#include "base/warnings.h"
#include "plan/plan_keys.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of `string` to print so that a message stays short and whole characters stay whole. */
static int clipped(const char *string, size_t most) {
    size_t length = strnlen(string, most + 1);
    if (length <= most)
        return (int)length;
    while (most > 0 && ((unsigned char)string[most] & 0xC0) == 0x80)
        most--;
    return (int)most;
}

shoal_status form_refuse(shoal_error *error, const char *named, const char *value,
                         const char *allowed) {
    return status_fail(error, SHOAL_USAGE, "%.*s is \"%.*s\", but must be %s", clipped(named, 70),
                       named, clipped(value, 40), value, allowed);
}

static bool whole_number(const char *value, uint64_t most, uint64_t *out) {
    if (!*value || strspn(value, "0123456789") != strlen(value))
        return false;
    errno = 0;
    *out = strtoull(value, NULL, 10);
    return errno == 0 && *out <= most;
}

/* Plain decimal notation only: strtod alone would also take hexadecimal, infinities and NaN. */
static bool decimal_number(const char *value, size_t length, double *out) {
    if (length == 0 || strspn(value, "+-.0123456789eE") < length)
        return false;
    char *end;
    *out = strtod(value, &end);
    return end == value + length && isfinite(*out);
}

static bool number_format(double number, text *out) {
    char shortest[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(shortest, sizeof shortest, "%.*g", digits, number);
        if (strtod(shortest, NULL) == number)
            break;
    }
    text_add_string(out, shortest);
    return true;
}

static shoal_status string_parse(void *field, const char *value, shoal_error *error) {
    char *copy = memory_text(value, strlen(value));
    if (!copy)
        return status_no_memory(error);
    memory_free(*(char **)field);
    *(char **)field = copy;
    return SHOAL_OK;
}

static bool string_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    const char *string = *(char *const *)field;
    if (string)
        text_add_string(out, string);
    return string != NULL;
}

static shoal_status version_parse(const plan_key *key, const char *named, void *field,
                                  const char *value, shoal_error *error) {
    (void)key, (void)field;
    return strcmp(value, "1") == 0
               ? SHOAL_OK
               : form_refuse(error, named, value, "1: newer plans need a newer version of Shoal");
}

static bool version_format(const plan_key *key, const void *field, text *out) {
    (void)key, (void)field;
    text_add_string(out, "1");
    return true;
}

const plan_form form_version = {version_parse, version_format};

static shoal_status words_refuse(const plan_key *key, const char *named, const char *value,
                                 shoal_error *error) {
    char allowed[120] = "";
    for (const char *const *word = key->words; *word; word++) {
        size_t used = strlen(allowed);
        const char *before = word == key->words ? "" : word[1] ? ", " : " or ";
        snprintf(allowed + used, sizeof allowed - used, "%s%s", before, *word);
    }
    return form_refuse(error, named, value, allowed);
}

static shoal_status word_find(const plan_key *key, const char *named, const char *value, int *out,
                              shoal_error *error) {
    for (int i = 0; key->words[i]; i++)
        if (strcmp(key->words[i], value) == 0) {
            *out = i;
            return SHOAL_OK;
        }
    return words_refuse(key, named, value, error);
}

/* Every enum of the plan has the size of an int; memcpy keeps the accesses free of aliasing. */
static shoal_status word_parse(const plan_key *key, const char *named, void *field,
                               const char *value, shoal_error *error) {
    int index = 0;
    STATUS_TRY(word_find(key, named, value, &index, error));
    memcpy(field, &index, sizeof index);
    return SHOAL_OK;
}

static bool word_format(const plan_key *key, const void *field, text *out) {
    int index = 0;
    memcpy(&index, field, sizeof index);
    text_add_string(out, key->words[index]);
    return true;
}

const plan_form form_word = {word_parse, word_format};

static bool choice_format(const plan_key *key, const void *field, text *out) {
    int index = 0;
    memcpy(&index, field, sizeof index);
    return index != 0 && word_format(key, field, out);
}

/* A word that plans mention only where it is not the first. */
const plan_form form_choice = {word_parse, choice_format};

static shoal_status switch_parse(const plan_key *key, const char *named, void *field,
                                 const char *value, shoal_error *error) {
    int index = 0;
    STATUS_TRY(word_find(key, named, value, &index, error));
    *(bool *)field = index == 1;
    return SHOAL_OK;
}

static bool switch_format(const plan_key *key, const void *field, text *out) {
    text_add_string(out, key->words[*(const bool *)field]);
    return true;
}

const plan_form form_switch = {switch_parse, switch_format};

static bool flag_format(const plan_key *key, const void *field, text *out) {
    return *(const bool *)field && switch_format(key, field, out);
}

/* A switch that plans mention only where it is on. */
const plan_form form_flag = {switch_parse, flag_format};

static shoal_status name_parse(const plan_key *key, const char *named, void *field,
                               const char *value, shoal_error *error) {
    (void)key;
    if (!*value)
        return form_refuse(error, named, value, "a name; see `shoal list`");
    return string_parse(field, value, error);
}

const plan_form form_name = {name_parse, string_format};

static shoal_status optional_name_parse(const plan_key *key, const char *named, void *field,
                                        const char *value, shoal_error *error) {
    if (strcmp(value, "auto") != 0)
        return name_parse(key, named, field, value, error);
    memory_free(*(char **)field);
    *(char **)field = NULL;
    return SHOAL_OK;
}

static bool optional_name_format(const plan_key *key, const void *field, text *out) {
    if (!string_format(key, field, out))
        text_add_string(out, "auto");
    return true;
}

const plan_form form_optional_name = {optional_name_parse, optional_name_format};

static shoal_status path_parse(const plan_key *key, const char *named, void *field,
                               const char *value, shoal_error *error) {
    if (!*value)
        return form_refuse(error, named, value, key->words[0]);
    return string_parse(field, value, error);
}

const plan_form form_path = {path_parse, string_format};

/* The same for text that names no file. */
const plan_form form_text = {path_parse, string_format};

/* One of the words, kept as text so that it may also be missing. */
static shoal_status stated_parse(const plan_key *key, const char *named, void *field,
                                 const char *value, shoal_error *error) {
    text allowed = {0};
    for (size_t i = 0; key->words[i]; i++) {
        if (strcmp(key->words[i], value) == 0) {
            text_free(&allowed);
            return string_parse(field, value, error);
        }
        text_format(&allowed, "%s%s",
                    i == 0              ? ""
                    : key->words[i + 1] ? ", "
                                        : " or ",
                    key->words[i]);
    }
    shoal_status status =
        allowed.failed ? status_no_memory(error) : form_refuse(error, named, value, allowed.bytes);
    text_free(&allowed);
    return status;
}

const plan_form form_stated = {stated_parse, string_format};

static bool is_day(const char *value) {
    static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (size_t i = 0; i < 10; i++)
        if (i == 4 || i == 7 ? value[i] != '-' : value[i] < '0' || value[i] > '9')
            return false;
    int year = atoi(value), month = atoi(value + 5), day = atoi(value + 8);
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return !value[10] && month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1] &&
           (month != 2 || day < 29 || leap);
}

static shoal_status day_parse(const plan_key *key, const char *named, void *field,
                              const char *value, shoal_error *error) {
    (void)key;
    return is_day(value) ? string_parse(field, value, error)
                         : form_refuse(error, named, value, "a date such as 2027-03-31");
}

const plan_form form_day = {day_parse, string_format};

/* The bound of a top or bottom code, as written. */
static shoal_status extreme_parse(const plan_key *key, const char *named, void *field,
                                  const char *value, shoal_error *error) {
    int64_t units;
    double number;
    bool share = plan_percent_units(value, &units);
    (void)key;
    if (share ? units == 0 || units == PLAN_SHARE_UNIT
              : !decimal_number(value, strlen(value), &number))
        return form_refuse(error, named, value,
                           "a number, or a share of the people between 0% and 100% such as 99%");
    return string_parse(field, value, error);
}

const plan_form form_extreme = {extreme_parse, string_format};

/* A share as written; `least` 1: above 0. */
static shoal_status risk_parse(const plan_key *key, const char *named, void *field,
                               const char *value, shoal_error *error) {
    int64_t units;
    if (!plan_share_units(value, &units) || units < (int64_t)key->least)
        return form_refuse(error, named, value,
                           key->least > 0 ? "a number above 0 and at most 1, of up to nine decimals"
                                          : "a number from 0 to 1, of up to nine decimals");
    return string_parse(field, value, error);
}

const plan_form form_risk = {risk_parse, string_format};

static shoal_status warnings_parse(const plan_key *key, const char *named, void *field,
                                   const char *value, shoal_error *error) {
    (void)key;
    size_t length;
    const char *unknown = warnings_list_unknown(value, &length);
    name_list known = {.room = 130};
    if (!unknown)
        return string_parse(field, value, error);
    for (const warning_code *each = warning_codes; each->name; each++)
        name_list_add(&known, "%s", each->name);
    return status_fail(error, SHOAL_USAGE, "%.*s has \"%.*s\", which is no warning; use %s",
                       clipped(named, 40), named, length < 30 ? (int)length : 30, unknown,
                       name_list_end(&known));
}

/* Codes of warnings. */
const plan_form form_warnings = {warnings_parse, string_format};

static shoal_status count_refuse(const plan_key *key, const char *named, const char *value,
                                 shoal_error *error) {
    char allowed[60];
    if (key->most < INT64_MAX)
        snprintf(allowed, sizeof allowed, "a whole number from %" PRIu64 " to %" PRIu64, key->least,
                 key->most);
    else
        snprintf(allowed, sizeof allowed, "a whole number from %" PRIu64 " to 2^%d - 1", key->least,
                 key->most > INT64_MAX ? 64 : 63);
    return form_refuse(error, named, value, allowed);
}

static shoal_status count_parse(const plan_key *key, const char *named, void *field,
                                const char *value, shoal_error *error) {
    uint64_t number;
    if (!whole_number(value, key->most, &number) || number < key->least)
        return count_refuse(key, named, value, error);
    *(int64_t *)field = (int64_t)number;
    return SHOAL_OK;
}

static bool count_format(const plan_key *key, const void *field, text *out) {
    int64_t number = *(const int64_t *)field;
    if (number < (int64_t)key->least)
        return false;
    text_format(out, "%" PRId64, number);
    return true;
}

const plan_form form_count = {count_parse, count_format};

static shoal_status level_parse(const plan_key *key, const char *named, void *field,
                                const char *value, shoal_error *error) {
    STATUS_TRY(count_parse(key, named, field, value, error));
    ++*(int64_t *)field;
    return SHOAL_OK;
}

static bool level_format(const plan_key *key, const void *field, text *out) {
    int64_t level = *(const int64_t *)field - 1;
    return level >= 0 && count_format(key, &level, out);
}

/* A whole number that may be missing: the field is one more, or 0. */
const plan_form form_level = {level_parse, level_format};

static shoal_status seed_parse(const plan_key *key, const char *named, void *field,
                               const char *value, shoal_error *error) {
    uint64_t number;
    if (!whole_number(value, key->most, &number))
        return count_refuse(key, named, value, error);
    *(uint64_t *)field = number;
    return SHOAL_OK;
}

static bool seed_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    text_format(out, "%" PRIu64, *(const uint64_t *)field);
    return true;
}

const plan_form form_seed = {seed_parse, seed_format};

static shoal_status threads_parse(const plan_key *key, const char *named, void *field,
                                  const char *value, shoal_error *error) {
    uint64_t number = 0;
    if (strcmp(value, "auto") != 0 && !whole_number(value, key->most, &number))
        return form_refuse(error, named, value, "auto or a whole number up to 1024");
    *(int *)field = (int)number;
    return SHOAL_OK;
}

static bool threads_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    int threads = *(const int *)field;
    if (threads == 0)
        text_add_string(out, "auto");
    else
        text_format(out, "%d", threads);
    return true;
}

const plan_form form_threads = {threads_parse, threads_format};

static shoal_status share_parse(const plan_key *key, const char *named, void *field,
                                const char *value, shoal_error *error) {
    (void)key;
    size_t length = strlen(value);
    bool percent = length > 0 && value[length - 1] == '%';
    double share;
    if (!decimal_number(value, length - percent, &share) || share < 0 ||
        share > (percent ? 100 : 1))
        return form_refuse(error, named, value,
                           "a share from 0 to 1 such as 0.02, or a percentage such as 2%");
    shoal_plan *plan = field;
    plan->suppression = fabs(percent ? share / 100 : share);
    plan->suppression_given = true;
    return SHOAL_OK;
}

static bool share_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    return number_format(((const shoal_plan *)field)->suppression, out);
}

/* Its field is the whole plan: the limit also notes that it was given. */
const plan_form form_share = {share_parse, share_format};

static bool plain_number_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    return number_format(*(const double *)field, out);
}

static shoal_status weight_parse(const plan_key *key, const char *named, void *field,
                                 const char *value, shoal_error *error) {
    (void)key;
    double weight;
    if (!decimal_number(value, strlen(value), &weight) || weight <= 0)
        return form_refuse(error, named, value, "a number above 0");
    plan_attribute *attribute = field;
    attribute->weight = weight;
    attribute->weighted = true;
    return SHOAL_OK;
}

static bool weight_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    const plan_attribute *attribute = field;
    return attribute->weighted && number_format(attribute->weight, out);
}

/* Its field is the whole attribute: a weight also notes that it was given. */
const plan_form form_weight = {weight_parse, weight_format};

static shoal_status factor_parse(const plan_key *key, const char *named, void *field,
                                 const char *value, shoal_error *error) {
    double factor;
    char allowed[60];
    snprintf(allowed, sizeof allowed, "a number above 0 and at most %" PRIu64, key->most);
    if (!decimal_number(value, strlen(value), &factor) || factor <= 0 || factor > (double)key->most)
        return form_refuse(error, named, value, allowed);
    *(double *)field = factor;
    return SHOAL_OK;
}

static bool factor_format(const plan_key *key, const void *field, text *out) {
    return *(const double *)field > 0 && plain_number_format(key, field, out);
}

/* A number above 0; 0 where it was not given. */
const plan_form form_factor = {factor_parse, factor_format};

static shoal_status seconds_parse(const plan_key *key, const char *named, void *field,
                                  const char *value, shoal_error *error) {
    (void)key;
    double seconds;
    if (!decimal_number(value, strlen(value), &seconds) || seconds < 0)
        return form_refuse(error, named, value, "a number of seconds, 0 for no limit");
    *(double *)field = fabs(seconds);
    return SHOAL_OK;
}

const plan_form form_seconds = {seconds_parse, plain_number_format};

static shoal_status prove_parse(const plan_key *key, const char *named, void *field,
                                const char *value, shoal_error *error) {
    (void)key;
    double seconds = 0;
    bool usual = strcmp(value, "auto") == 0;
    if (!usual && (!decimal_number(value, strlen(value), &seconds) || seconds < 0))
        return form_refuse(error, named, value, "auto or a number of seconds, 0 for no bound");
    *(double *)field = usual ? 0 : seconds > 0 ? seconds : -1;
    return SHOAL_OK;
}

static bool prove_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    double seconds = *(const double *)field;
    if (seconds != 0)
        return number_format(seconds > 0 ? seconds : 0, out);
    text_add_string(out, "auto");
    return true;
}

const plan_form form_prove = {prove_parse, prove_format};

/* The power of 1024 a suffix stands for; -1 for an unknown one. */
static int bytes_scale(const char *suffix) {
    static const char letters[] = "kmgt";
    if (!*suffix)
        return 0;
    const char *at = strchr(letters, *suffix | 0x20);
    return at && *at && !suffix[1] ? (int)(at - letters) + 1 : -1;
}

static shoal_status bytes_parse(const plan_key *key, const char *named, void *field,
                                const char *value, shoal_error *error) {
    (void)key;
    size_t digits = strspn(value, "0123456789");
    char number[24];
    uint64_t bytes = 0;
    int scale = bytes_scale(value + digits);
    bool fits = digits < sizeof number && scale >= 0;
    if (fits) {
        memcpy(number, value, digits);
        number[digits] = '\0';
        fits = whole_number(number, (uint64_t)INT64_MAX >> (10 * scale), &bytes);
    }
    if (!fits)
        return form_refuse(error, named, value, "a number of bytes such as 500M or 2G");
    *(int64_t *)field = (int64_t)(bytes << (10 * scale));
    return SHOAL_OK;
}

const plan_form form_bytes = {bytes_parse, count_format};

static shoal_status delimiter_parse(const plan_key *key, const char *named, void *field,
                                    const char *value, shoal_error *error) {
    (void)key;
    char delimiter = value[0];
    if (strcmp(value, "auto") == 0)
        delimiter = 0;
    else if (strcmp(value, "tab") == 0 || strcmp(value, "\\t") == 0)
        delimiter = '\t';
    else if (strcmp(value, "blank") == 0)
        delimiter = PLAN_BLANKS;
    else if (strcmp(value, "fixed") == 0)
        delimiter = PLAN_FIXED;
    else if (strlen(value) != 1 || (unsigned char)delimiter >= 0x80 || strchr("\"\r\n", delimiter))
        return form_refuse(error, named, value,
                           "auto, tab, blank, fixed or one ASCII character, not a quote");
    *(char *)field = delimiter;
    return SHOAL_OK;
}

static bool delimiter_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    char delimiter = *(const char *)field;
    if (delimiter == PLAN_BLANKS || delimiter == PLAN_FIXED)
        text_add_string(out, delimiter == PLAN_FIXED ? "fixed" : "blank");
    else if (delimiter == 0 || delimiter == '\t')
        text_add_string(out, delimiter ? "tab" : "auto");
    else
        text_add(out, &delimiter, 1);
    return true;
}

const plan_form form_delimiter = {delimiter_parse, delimiter_format};
