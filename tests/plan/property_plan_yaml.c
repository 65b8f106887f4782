/* A plan that is written and read back is the same plan, whatever it holds. */
#include "base/random.h"
#include "data/hierarchy.h"
#include "plan/plan_keys.h"
#include "plan/plan_yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define PLANS 2000
#define LONGEST 12

/* What tends to go wrong in YAML, and some harmless text. */
static const char *const pieces[] = {
    "a",      "B",    "1",      "0",  "-",    "?",   ":",  " ",    "  ",   "#",
    "'",      "\"",   "\\",     "\n", "\r\n", "\t",  "%",  "@",    "`",    "&",
    "*",      "!",    "|",      ">",  "[",    "]",   "{",  "}",    ",",    ".",
    "~",      "null", "true",   "no", "ä",    "€",   "😀",  "\x7f", "\x01", "\xc2\x85",
    "\ufeff", "=",    "\u2028", "<<", "---",  "...", ": ", " #",   "- ",   "é\u0301"};

static const char *random_text(random_stream *stream, char out[128], bool may_be_empty) {
    size_t count = random_below(stream, LONGEST) + !may_be_empty;
    out[0] = '\0';
    for (size_t i = 0; i < count; i++)
        strcat(out, pieces[random_below(stream, sizeof pieces / sizeof *pieces)]);
    return out;
}

static void set(shoal_plan *plan, const char *key, const char *value) {
    shoal_error error = {0};
    if (shoal_plan_set(plan, key, value, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
}

static const char *random_value(random_stream *stream, const plan_key *key, char out[128]) {
    if (key->words && key->form != &form_path && key->form != &form_text &&
        key->form != &form_warnings) {
        size_t count = 1;
        while (key->words[count])
            count++;
        return key->words[random_below(stream, count)];
    }
    if (key->form == &form_version)
        return "1";
    if (key->form == &form_warnings)
        return "near_unique";
    if (key->form == &form_day)
        snprintf(out, 128, "20%02u-%02u-%02u", (unsigned)random_below(stream, 100),
                 1 + (unsigned)random_below(stream, 12), 1 + (unsigned)random_below(stream, 28));
    else if (key->form == &form_share)
        snprintf(out, 128, "%.17g", random_unit(stream));
    else if (key->form == &form_risk)
        snprintf(out, 128, "0.%09u", 1 + (unsigned)random_below(stream, 999999999));
    else if (key->form == &form_factor)
        snprintf(out, 128, "%.17g", 0x1p-20 + 999999 * random_unit(stream));
    else if (key->form == &form_weight || key->form == &form_seconds)
        snprintf(out, 128, "%.17g", 0x1p-20 + 1e6 * random_unit(stream));
    else if (key->form == &form_delimiter)
        snprintf(out, 128, "%c", (char)(' ' + 15 * random_below(stream, 6)));
    else if (key->form == &form_decimal)
        snprintf(out, 128, "%s", random_below(stream, 2) ? "comma" : "point");
    else if (key->form == &form_encoding)
        snprintf(out, 128, "%s", random_below(stream, 2) ? "utf-16" : "gb18030");
    else if (key->most > 0 && key->most < 1000)
        snprintf(out, 128, "%d",
                 (int)(key->least + random_below(stream, key->most - key->least + 1)));
    else if (key->form == &form_name || key->form == &form_optional_name ||
             key->form == &form_path || key->form == &form_text)
        return random_text(stream, out, false);
    else
        snprintf(out, 128, "%d", (int)random_below(stream, 1000) + 1);
    return out;
}

static void set_randomly(shoal_plan *plan, random_stream *stream, const plan_key *key) {
    char name[128], path[256], value[128];
    if (strncmp(key->shown.key, PLAN_ATTRIBUTE_KEYS, strlen(PLAN_ATTRIBUTE_KEYS)) == 0)
        snprintf(path, sizeof path, "attributes.%s%s", random_text(stream, name, false),
                 strrchr(key->shown.key, '.'));
    else if (strcmp(key->shown.key, PLAN_SETTING_KEY) == 0)
        snprintf(path, sizeof path, "search.x%s", random_text(stream, name, true));
    else
        snprintf(path, sizeof path, "%s", key->shown.key);
    const plan_key *meant = plan_key_resolve(path);
    const char *chosen =
        meant->form ? random_value(stream, meant, value) : random_text(stream, value, true);
    set(plan, path, chosen);
}

static void fill(shoal_plan *plan, random_stream *stream) {
    for (const plan_key *key = plan_key_table; key->shown.key; key++) {
        bool several = strstr(key->shown.key, "NAME") != NULL;
        for (uint64_t times = random_below(stream, several ? 4 : 2); times > 0; times--)
            if (!key->shown.fixed)
                set_randomly(plan, stream, key);
    }
}

static void assert_same_text(const char *a, const char *b) {
    assert_int_equal(a == NULL, b == NULL);
    if (a)
        assert_string_equal(a, b);
}

static void assert_same_attributes(const shoal_plan *a, const shoal_plan *b) {
    assert_int_equal(a->attribute_count, b->attribute_count);
    for (size_t i = 0; i < a->attribute_count; i++) {
        const plan_attribute *one = &a->attributes[i], *other = &b->attributes[i];
        assert_string_equal(one->name, other->name);
        assert_int_equal(one->role, other->role);
        assert_int_equal(one->type, other->type);
        assert_true(one->weight == other->weight && one->weighted == other->weighted);
        assert_same_text(one->hierarchy, other->hierarchy);
        assert_int_equal(one->add_top, other->add_top);
        assert_int_equal(one->constrained, other->constrained);
        assert_same_text(one->order, other->order);
        assert_int_equal(one->finest, other->finest);
        assert_int_equal(one->min_level, other->min_level);
        assert_int_equal(one->max_level, other->max_level);
        assert_int_equal(one->shape, other->shape);
        assert_int_equal(one->local, other->local);
    }
}

static void assert_same_lists(const shoal_plan *a, const shoal_plan *b) {
    assert_int_equal(a->missing_token_count, b->missing_token_count);
    for (size_t i = 0; i < a->missing_token_count; i++)
        assert_string_equal(a->missing_tokens[i], b->missing_tokens[i]);
    assert_int_equal(a->setting_count, b->setting_count);
    for (size_t i = 0; i < a->setting_count; i++) {
        assert_string_equal(a->settings[i].name, b->settings[i].name);
        assert_string_equal(a->settings[i].value, b->settings[i].value);
    }
}

static void assert_same(const shoal_plan *a, const shoal_plan *b) {
    assert_same_attributes(a, b);
    assert_same_lists(a, b);
    assert_same_text(a->hierarchies, b->hierarchies);
    assert_same_text(a->recoding, b->recoding);
    assert_same_text(a->algorithm, b->algorithm);
    assert_same_text(a->metric, b->metric);
    assert_true(a->k == b->k && a->suppression == b->suppression && a->domain == b->domain);
    assert_true(a->l == b->l && a->people == b->people && a->combined == b->combined);
    assert_same_text(a->t, b->t);
    assert_int_equal(a->k_given, b->k_given);
    assert_same_text(a->max_risk, b->max_risk);
    assert_same_text(a->max_average_risk, b->max_average_risk);
    assert_same_text(a->max_uniques, b->max_uniques);
    assert_same_text(a->models, b->models);
    assert_same_text(a->population, b->population);
    assert_same_text(a->threshold, b->threshold);
    assert_same_text(a->target, b->target);
    assert_true(a->missing == b->missing && a->identifiers == b->identifiers);
    assert_true(a->evaluations == b->evaluations && a->time_limit == b->time_limit);
    assert_true(a->memory == b->memory && a->seed == b->seed && a->threads == b->threads);
    assert_true(a->delimiter == b->delimiter && a->header == b->header && a->trim == b->trim);
}

static void test_round_trip(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < PLANS; seed++) {
        random_stream stream = random_open(seed, "plan", 0);
        shoal_plan *plan, *again;
        assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
        assert_int_equal(shoal_plan_new(&again, NULL), SHOAL_OK);
        fill(plan, &stream);
        text yaml = {0}, repeated = {0};
        shoal_error error = {0};
        assert_int_equal(plan_yaml_format(&yaml, plan, NULL, NULL, NULL), SHOAL_OK);
        if (plan_yaml_parse(again, yaml.bytes, yaml.length, "plan", "", &error) != SHOAL_OK)
            fail_msg("seed %d: %s\n%s", (int)seed, error.message, yaml.bytes);
        assert_int_equal(plan_yaml_format(&repeated, again, NULL, NULL, NULL), SHOAL_OK);
        if (strcmp(yaml.bytes, repeated.bytes) != 0)
            fail_msg("seed %d:\n%s\nbecame\n%s", (int)seed, yaml.bytes, repeated.bytes);
        assert_same(plan, again);
        text_free(&yaml);
        text_free(&repeated);
        shoal_plan_free(plan);
        shoal_plan_free(again);
    }
}

static void copy_key(shoal_plan *to, const shoal_plan *from, const char *path) {
    char *value;
    shoal_error error = {0};
    if (shoal_plan_get(&value, from, path, &error) != SHOAL_OK)
        fail_msg("%s: %s", path, error.message);
    if (value)
        set(to, path, value);
    shoal_free(value);
}

/* The slow twin of plan_copy: every key by its name. */
static void copy_by_keys(shoal_plan *to, const shoal_plan *from) {
    char path[512];
    for (size_t i = 0; shoal_plan_attribute(from, i); i++)
        for (const plan_key *key = plan_key_table; key->shown.key; key++)
            if (strncmp(key->shown.key, PLAN_ATTRIBUTE_KEYS, strlen(PLAN_ATTRIBUTE_KEYS)) == 0) {
                snprintf(path, sizeof path, "attributes.%s%s", shoal_plan_attribute(from, i),
                         strrchr(key->shown.key, '.'));
                copy_key(to, from, path);
            }
    for (size_t i = 0; i < from->setting_count; i++) {
        snprintf(path, sizeof path, "search.%s", from->settings[i].name);
        copy_key(to, from, path);
    }
    for (const plan_key *key = plan_key_table; key->shown.key; key++)
        if (!strstr(key->shown.key, "NAME"))
            copy_key(to, from, key->shown.key);
}

static void test_get_and_set(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < PLANS; seed++) {
        random_stream stream = random_open(seed, "get", 0);
        shoal_plan *plan, *again, *copy;
        assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
        assert_int_equal(shoal_plan_new(&again, NULL), SHOAL_OK);
        fill(plan, &stream);
        copy_by_keys(again, plan);
        assert_same(plan, again);
        assert_int_equal(shoal_plan_copy(&copy, plan, NULL), SHOAL_OK);
        assert_same(plan, copy);
        shoal_plan_free(plan);
        shoal_plan_free(again);
        shoal_plan_free(copy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip),
                                       cmocka_unit_test(test_get_and_set)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
