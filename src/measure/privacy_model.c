#include "measure/privacy_models.h"

#include "base/name_list.h"
#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const privacy_model *privacy_model_find(const char *name) {
    for (size_t i = 0; privacy_model_list[i]; i++)
        if (strcmp(privacy_model_list[i]->name, name) == 0)
            return privacy_model_list[i];
    return NULL;
}

static bool is_by_second(const privacy_rule *rule) {
    assert(rule->model && rule->form >= 0 && rule->form < 32);
    return rule->model->forms_by_second >> rule->form & 1;
}

static bool has_second(const privacy_rule *rule) {
    return rule->model->second && (!rule->model->forms_by_second || is_by_second(rule));
}

double privacy_rule_asked(const privacy_rule *rule) {
    return (double)(is_by_second(rule) ? rule->second : rule->limit) / (double)MODEL_UNIT;
}

bool privacy_rule_larger_is_safer(const privacy_rule *rule) {
    return rule->model->larger_is_safer && !is_by_second(rule);
}

bool privacy_rule_never_inherited(const privacy_rule *rule) {
    (void)rule;
    return false;
}

/* Room for a sign, ten digits, a point and nine more. */
enum { NUMBER_LENGTH = 24 };

static const char *number_format(char out[NUMBER_LENGTH], int64_t number) {
    int64_t fraction = number % MODEL_UNIT;
    int length =
        snprintf(out, NUMBER_LENGTH, "%s%" PRId64 ".%09" PRId64, number < 0 ? "-" : "",
                 number / MODEL_UNIT * (number < 0 ? -1 : 1), fraction * (number < 0 ? -1 : 1));
    while (out[length - 1] == '0')
        out[--length] = '\0';
    if (out[length - 1] == '.')
        out[length - 1] = '\0';
    return out;
}

shoal_status privacy_rule_refuse(const privacy_rule *rule, const char *parameter, int64_t found,
                                 const char *allowed, shoal_error *error) {
    char number[NUMBER_LENGTH];
    return status_refuse(error, SHOAL_USAGE, "model_invalid", "privacy.models",
                         "%s: %s is \"%s\", but must be %s", rule->model->name, parameter,
                         number_format(number, found), allowed);
}

/* What is being read: `word` and `value` have room for all of the spec. */
typedef struct rule_reader {
    const char *at;
    char *word;
    char *value;
    privacy_rule *rule;
    bool has_limit;
    bool has_second;
    bool has_third;
    bool has_form;
    bool has_on;
} rule_reader;

static const char blanks[] = " \t\r\n";

static shoal_status fail_model(const char *name, shoal_error *error) {
    name_list known = {.room = 150};
    if (strcmp(name, "k-anonymity") == 0 || strcmp(name, "k") == 0)
        return status_refuse(error, SHOAL_USAGE, "model_is_k", "privacy.k",
                             "%s is not one of the privacy models: set k instead", name);
    for (size_t i = 0; privacy_model_list[i]; i++)
        name_list_add(&known, "%s", privacy_model_list[i]->name);
    return status_refuse(error, SHOAL_USAGE, "model_unknown", "privacy.models",
                         "unknown privacy model \"%.40s\": use one of %s", name,
                         name_list_end(&known));
}

static shoal_status fail_parameter(const privacy_model *model, const char *wrong, const char *found,
                                   shoal_error *error) {
    const char *second = model->second ? model->second : "";
    const char *third = model->third ? model->third : "";
    const char *form = model->form_key ? model->form_key : "";
    return status_refuse(error, SHOAL_USAGE, "model_invalid", "privacy.models",
                         "%s: %s \"%.60s\": use one of %s%s%s%s%s%s%s%s", model->name, wrong, found,
                         model->parameter, *second ? ", " : "", second, *third ? ", " : "", third,
                         *form ? ", " : "", form, model->of_population ? "" : ", on");
}

static shoal_status fail_form(const privacy_model *model, const char *name, shoal_error *error) {
    char known[80] = "";
    for (size_t i = 0; model->forms[i]; i++) {
        size_t length = strlen(known);
        (void)snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "",
                       model->forms[i]);
    }
    return status_refuse(error, SHOAL_USAGE, "model_invalid", "privacy.models",
                         "%s: unknown %s \"%.40s\": use one of %s", model->name, model->form_key,
                         name, known);
}

/* The largest whole part, so that nine more decimals fit. */
#define LARGEST_WHOLE (INT64_MAX / MODEL_UNIT - 1)
#define DECIMALS 9

/* Digits, and up to nine more after a point; exact, in MODEL_UNITs. */
static shoal_status read_number(int64_t *out, const privacy_model *model, const char *parameter,
                                const char *value, shoal_error *error) {
    static const char digits[] = "0123456789";
    size_t whole = strspn(value, digits);
    const char *point = value + whole;
    size_t decimals = *point == '.' ? strspn(point + 1, digits) : 0;
    const char *wrong = NULL;
    if (whole == 0 || (*point == '.' ? decimals == 0 || point[1 + decimals] : *point))
        wrong = "a number such as 3 or 0.25";
    else if (decimals > DECIMALS)
        wrong = "a number of at most nine decimals";
    int64_t number = 0;
    for (size_t i = 0; i < whole && !wrong; i++) {
        number = number * 10 + (value[i] - '0');
        if (number > LARGEST_WHOLE)
            wrong = "below 9223372036";
    }
    if (wrong)
        return status_refuse(error, SHOAL_USAGE, "model_invalid", "privacy.models",
                             "%s: %s is \"%.60s\", but must be %s", model->name, parameter, value,
                             wrong);
    for (size_t i = 0; i < DECIMALS; i++)
        number = number * 10 + (i < decimals ? point[1 + i] - '0' : 0);
    *out = number;
    return SHOAL_OK;
}

/* A share: 0.1 or 10%. Changes the text. */
static shoal_status read_share(int64_t *out, const privacy_model *model, const char *parameter,
                               char *value, shoal_error *error) {
    size_t length = strlen(value);
    bool percent = length > 1 && value[length - 1] == '%';
    if (percent)
        value[length - 1] = '\0';
    STATUS_TRY(read_number(out, model, parameter, value, error));
    *out /= percent ? 100 : 1;
    return SHOAL_OK;
}

static shoal_status read_form(int *out, const privacy_model *model, const char *value,
                              shoal_error *error) {
    for (int form = 0; model->forms[form]; form++) {
        if (strcmp(model->forms[form], value) == 0) {
            *out = form;
            return SHOAL_OK;
        }
    }
    return fail_form(model, value, error);
}

/* Takes a quoted value apart: *at is after its first quote. */
static shoal_status unquote(rule_reader *reader, shoal_error *error) {
    size_t length = 0;
    for (; *reader->at; reader->at++) {
        if (*reader->at == '"' && *++reader->at != '"') {
            reader->value[length] = '\0';
            if (*reader->at == '\0' || strchr(blanks, *reader->at))
                return SHOAL_OK;
            return status_refuse(error, SHOAL_USAGE, "model_invalid", "privacy.models",
                                 "%s: a blank must follow the quote that ends the value of %.40s",
                                 reader->rule->model->name, reader->word);
        }
        reader->value[length++] = *reader->at;
    }
    return status_refuse(error, SHOAL_USAGE, "model_invalid", "privacy.models",
                         "%s: the value of %.40s has no quote at its end",
                         reader->rule->model->name, reader->word);
}

static void take(rule_reader *reader, char *out, const char *stops) {
    size_t length = strcspn(reader->at, stops);
    memcpy(out, reader->at, length);
    out[length] = '\0';
    reader->at += length;
}

static void skip_blanks(rule_reader *reader) {
    reader->at += strspn(reader->at, blanks);
}

/* Reads the next NAME=VALUE into word and value. */
static shoal_status read_pair(rule_reader *reader, shoal_error *error) {
    take(reader, reader->word, "= \t\r\n");
    if (*reader->at != '=')
        return fail_parameter(reader->rule->model, "expected NAME=VALUE, found", reader->word,
                              error);
    if (*++reader->at != '"') {
        take(reader, reader->value, blanks);
        return SHOAL_OK;
    }
    reader->at++;
    return unquote(reader, error);
}

static bool is_named(const rule_reader *reader, const char *parameter) {
    return parameter && strcmp(reader->word, parameter) == 0;
}

static shoal_status fail_twice(const rule_reader *reader, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "model_invalid", "privacy.models",
                         "%s: %s is given twice", reader->rule->model->name, reader->word);
}

static shoal_status read_parameter(rule_reader *reader, shoal_error *error) {
    privacy_rule *rule = reader->rule;
    const privacy_model *model = rule->model;
    STATUS_TRY(read_pair(reader, error));
    bool *given = is_named(reader, model->parameter)                     ? &reader->has_limit
                  : is_named(reader, model->second)                      ? &reader->has_second
                  : is_named(reader, model->third)                       ? &reader->has_third
                  : is_named(reader, model->form_key)                    ? &reader->has_form
                  : is_named(reader, model->of_population ? NULL : "on") ? &reader->has_on
                                                                         : NULL;
    if (!given)
        return fail_parameter(model, "unknown parameter", reader->word, error);
    if (*given)
        return fail_twice(reader, error);
    *given = true;
    if (given == &reader->has_limit)
        return read_number(&rule->limit, model, reader->word, reader->value, error);
    if (given == &reader->has_second)
        return read_number(&rule->second, model, reader->word, reader->value, error);
    if (given == &reader->has_third)
        return read_share(&rule->within, model, reader->word, reader->value, error);
    if (given == &reader->has_form)
        return read_form(&rule->form, model, reader->value, error);
    rule->on = memory_text(reader->value, strlen(reader->value));
    return rule->on ? SHOAL_OK : status_no_memory(error);
}

static shoal_status read_rule(rule_reader *reader, shoal_error *error) {
    privacy_rule *rule = reader->rule;
    skip_blanks(reader);
    take(reader, reader->word, blanks);
    rule->model = privacy_model_find(reader->word);
    if (!rule->model)
        return fail_model(reader->word, error);
    for (skip_blanks(reader); *reader->at; skip_blanks(reader))
        STATUS_TRY(read_parameter(reader, error));
    if (!reader->has_limit)
        return status_refuse(error, SHOAL_USAGE, "model_invalid", "privacy.models",
                             "%s: its parameter %s is missing", rule->model->name,
                             rule->model->parameter);
    if (reader->has_second && !has_second(rule))
        return status_refuse(error, SHOAL_USAGE, "model_invalid", "privacy.models",
                             "%s: %s=%s has no %s", rule->model->name, rule->model->form_key,
                             rule->model->forms[rule->form], rule->model->second);
    return rule->model->check(rule, error);
}

shoal_status privacy_rule_parse(privacy_rule *out, const char *spec, shoal_error *error) {
    size_t room = strlen(spec) + 1;
    rule_reader reader = {.at = spec, .rule = out};
    *out = (privacy_rule){0};
    reader.word = memory_new(room, 1);
    reader.value = memory_new(room, 1);
    shoal_status status =
        reader.word && reader.value ? read_rule(&reader, error) : status_no_memory(error);
    memory_free(reader.word);
    memory_free(reader.value);
    if (status != SHOAL_OK) {
        memory_free(out->on);
        *out = (privacy_rule){0};
    }
    return status;
}

static void print_number(text *out, const char *parameter, int64_t number) {
    char digits[NUMBER_LENGTH];
    text_format(out, " %s=%s", parameter, number_format(digits, number));
}

static void print_attribute(text *out, const char *name) {
    text_add_string(out, " on=");
    if (*name && !strpbrk(name, "\" \t\r\n")) {
        text_add_string(out, name);
        return;
    }
    text_add_string(out, "\"");
    for (const char *at = name; *at; at++)
        text_add(out, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
    text_add_string(out, "\"");
}

void privacy_rule_print(text *out, const privacy_rule *rule) {
    const privacy_model *model = rule->model;
    text_add_string(out, model->name);
    print_number(out, model->parameter, rule->limit);
    if (model->forms)
        text_format(out, " %s=%s", model->form_key, model->forms[rule->form]);
    if (has_second(rule))
        print_number(out, model->second, rule->second);
    if (rule->within > 0)
        print_number(out, model->third, rule->within);
    if (rule->on)
        print_attribute(out, rule->on);
}
