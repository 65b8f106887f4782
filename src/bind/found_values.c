#include "bind/found_values.h"

#include "base/note.h"
#include "base/text.h"
#include "data/decimal_comma.h"
#include "data/number.h"
#include "data/star.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static const char *const words[] = {"NaN", "nan", "null", "None", "N/A", "."};
#define WORDS (sizeof words / sizeof *words)
#define LONGEST_WORD 4

/* A column of numbers may have so many other values, and one in so many. */
#define VALUES_MOST 100000
#define OTHERS_MOST 20
#define OTHERS_SHARE 10
#define NUMBERS_LEAST 3
#define OTHERS_SHOWN 5

typedef struct finding {
    const shoal_plan *plan; /* as the caller gave it */
    shoal_plan **found;
    const shoal_hooks *hooks;
    bool released; /* the table is a release */
} finding;

static void note(const finding *by, const char *code, const column *of, const text *sentence) {
    if (!sentence->failed)
        note_tell(by->hooks, code, of->name, sentence->bytes);
}

/* ---- Words for missing values ---------------------------------------------------------------- */

static bool is_word(const char *value) {
    for (size_t i = 0; i < WORDS; i++)
        if (strcmp(words[i], value) == 0)
            return true;
    return false;
}

void found_values_drop_words(value_list *values) {
    size_t count = 0;
    for (size_t i = 0; i < values->count; i++)
        if (!is_word(values->values[i]))
            values->values[count++] = values->values[i];
    values->count = count;
}

/* Takes the words out of the values, and adds them to a list. */
static void take_words(value_list *values, text *taken) {
    for (size_t i = 0; i < values->count; i++)
        if (is_word(values->values[i]))
            text_format(taken, "%s%s", taken->length ? "," : "", values->values[i]);
    found_values_drop_words(values);
}

/* Length of what stands between the digits of a label at `at`, whose byte before is `before`. */
static size_t joint_length(const char *at, char before) {
    if (strncmp(at, " to ", 4) == 0)
        return 4;
    if (at[0] == 's' && !at[1] && is_digit(before))
        return 1;
    if ((at[0] == 'Q' || at[0] == 'W') && before == '-' && is_digit(at[1]))
        return 1;
    return strchr("+-.,:/<", at[0]) ? 1 : 0;
}

/* Whether it is a number or date, or a range of them as a release has it: <25, 25+, 20-25, 1950s,
 * 1951-01-02 to 1953-01-02. Codes such as 0123 are not. */
static bool is_range(const char *label) {
    const char *at = label + strspn(label, "<>=-");
    if (!is_digit(*at) || (*at == '0' && is_digit(at[1])))
        return false;
    while (*++at)
        if (!is_digit(*at)) {
            size_t length = joint_length(at, at[-1]);
            if (length == 0)
                return false;
            at += length - 1;
        }
    return true;
}

/* Of a release: its ranges and stars are no numbers any more, but were. */
static bool are_ranges(const value_list *values) {
    size_t ranges = 0;
    for (size_t i = 0; i < values->count; i++) {
        if (is_star(values->values[i]))
            continue;
        if (!is_range(values->values[i]))
            return false;
        ranges++;
    }
    return ranges > 0;
}

static plan_type type_of(const finding *by, const column *of, const value_list *values) {
    const plan_attribute *said = plan_find(by->plan, of->name);
    if (said && said->type != TYPE_AUTO)
        return said->type;
    plan_type type = type_infer(values->values, values->count);
    return type == TYPE_STRING && by->released && are_ranges(values) ? TYPE_DECIMAL : type;
}

static shoal_status add_words(finding *by, const column *of, const char *taken,
                              shoal_error *error) {
    if (!*by->found)
        STATUS_TRY(plan_copy(by->found, by->plan, error));
    plan_attribute *attribute = plan_attribute_read(*by->found, of->name);
    text both = {0};
    if (attribute && attribute->missing)
        text_format(&both, "%s,", attribute->missing);
    /* A list of nothing but the empty word is not empty itself. */
    text_add_string(&both, *taken || both.length > 0 ? taken : ",");
    if (!attribute || both.failed) {
        text_free(&both);
        return status_no_memory(error);
    }
    memory_free(attribute->missing);
    attribute->missing = both.bytes;
    return SHOAL_OK;
}

/* A value that is absent where it comes from is missing, whatever the words are; an empty text
 * beside such only where the plan says so of "". */
static shoal_status find_absent(finding *by, const column *of, shoal_error *error) {
    const column_origin *origin = of->origin;
    bool empty_is_missing = plan_is_missing_in(by->plan, of->name, "");
    if (!origin || !origin->nulls)
        return SHOAL_OK;
    if (!empty_is_missing)
        return add_words(by, of, "", error);
    return origin->empty ? add_words(by, of, origin->empty, error) : SHOAL_OK;
}

static void note_words(const finding *by, const column *of, plan_type type, const char *taken) {
    text sentence = {0};
    bool several = strchr(taken, ',') != NULL;
    text_format(&sentence, "%.60s: ", of->name);
    for (const char *at = taken;; at++) {
        size_t length = strcspn(at, ",");
        text_format(&sentence, "'%.*s'%s", (int)length, at, at[length] ? ", " : "");
        at += length;
        if (!*at)
            break;
    }
    text_format(&sentence,
                " count%s as missing, since the other values are %s; missing.tokens can say "
                "otherwise",
                several ? "" : "s", type == TYPE_DATE ? "dates" : "numbers");
    note(by, note_words_are_missing, of, &sentence);
    text_free(&sentence);
}

static shoal_status find_words(finding *by, const column *of, value_list *values,
                               shoal_error *error) {
    const plan_attribute *said = plan_find(by->plan, of->name);
    text taken = {0};
    shoal_status status = SHOAL_OK;
    if (!plan_has_usual_tokens(by->plan) || (said && said->missing))
        return SHOAL_OK;
    take_words(values, &taken);
    plan_type type = TYPE_STRING;
    if (taken.length > 0 && values->count > 0)
        type = type_of(by, of, values);
    if (taken.failed)
        status = status_no_memory(error);
    else if (type != TYPE_STRING)
        status = add_words(by, of, taken.bytes, error);
    if (status == SHOAL_OK && type != TYPE_STRING)
        note_words(by, of, type, taken.bytes);
    text_free(&taken);
    return status;
}

/* ---- Nearly numbers -------------------------------------------------------------------------- */

static bool is_number(const char *value) {
    number parsed;
    return number_parse(&parsed, value, strlen(value));
}

/* Whether the user has said already how the attribute is generalized. */
static bool has_hierarchy(const shoal_plan *plan, const plan_attribute *attribute) {
    char path[4096];
    if (attribute->hierarchy || attribute->given || attribute->type != TYPE_AUTO)
        return true;
    if (!plan->hierarchies)
        return false;
    snprintf(path, sizeof path, "%s/%s.csv", plan->hierarchies, attribute->name);
    return access(path, F_OK) == 0;
}

static void note_others(const finding *by, const column *of, const value_list *values,
                        const char *const *others, size_t count) {
    text sentence = {0};
    text_format(&sentence, "%.60s: %zu of %zu values are numbers; ", of->name,
                values->count - count, values->count);
    for (size_t i = 0; i < count && i < OTHERS_SHOWN; i++)
        text_format(&sentence, "%s'%.20s'", i ? ", " : "", others[i]);
    text_format(
        &sentence,
        "%s %s not: if %s for a missing value, name %s in attributes.%.60s.missing, and the "
        "column is one of numbers",
        count > OTHERS_SHOWN ? ", …" : "", count == 1 ? "is" : "are",
        count == 1 ? "it stands" : "they stand", count == 1 ? "it" : "them", of->name);
    note(by, note_nearly_numbers, of, &sentence);
    text_free(&sentence);
}

/* A sign between the digits of whole numbers; commas that may be another are found_commas.c's. */
static bool has_thousands(const char *value) {
    size_t whole = strcspn(value, ".");
    const char *comma = memchr(value, ',', whole);
    size_t digits = strspn(value, "-+0123456789");
    return digits < whole && (!comma || value[whole]);
}

/* Of a column of numbers. */
static void note_thousands(const finding *by, const column *of, const value_list *values) {
    text sentence = {0};
    for (size_t i = 0; i < values->count && !sentence.length; i++)
        if (has_thousands(values->values[i]) && !strpbrk(values->values[i], "eE")) {
            char shown[40];
            snprintf(shown, sizeof shown, "%.35s", values->values[i]);
            if (of->comma)
                decimal_comma_swap(shown, strlen(shown));
            text_format(&sentence, "%.60s: thousands are separated, as in %s", of->name, shown);
        }
    note(by, note_thousands_separated, of, &sentence);
    text_free(&sentence);
}

/* Quasi-identifiers that would be numbers but for a few values. */
static void find_others(const finding *by, const column *of, const value_list *values) {
    const plan_attribute *attribute = plan_find(by->plan, of->name);
    const char *others[OTHERS_MOST];
    size_t count = 0, most = values->count / OTHERS_SHARE;
    most = most < 1 ? 1 : most > OTHERS_MOST ? OTHERS_MOST : most;
    if (!attribute || attribute->role != ROLE_QUASI)
        return;
    for (size_t i = 0; i < values->count; i++) {
        if (is_number(values->values[i]))
            continue;
        if (count == most)
            return;
        others[count++] = values->values[i];
    }
    if (count > 0 && values->count >= count + NUMBERS_LEAST && !has_hierarchy(by->plan, attribute))
        note_others(by, of, values, others, count);
    else if (count == 0)
        note_thousands(by, of, values);
}

static bool has_words(const dictionary *values) {
    for (uint32_t code = 0; code < values->size; code++)
        if (dictionary_length(values, code) <= LONGEST_WORD &&
            is_word(dictionary_text(values, code)))
            return true;
    return false;
}

/* Most columns have neither words nor few enough values to be worth a look. */
static shoal_status look_at(finding *by, const column *of, shoal_error *error) {
    value_list values;
    bool quasi = plan_role_of(by->plan, of->name) == ROLE_QUASI;
    if (!has_words(&of->values) && !(quasi && of->values.size <= VALUES_MOST))
        return SHOAL_OK;
    STATUS_TRY(value_list_of(&values, of, *by->found ? *by->found : by->plan, error));
    shoal_status status = find_words(by, of, &values, error);
    if (status == SHOAL_OK)
        find_others(by, of, &values);
    memory_free(values.values);
    return status;
}

shoal_status found_values(shoal_plan **out, const shoal_plan *plan, shoal_table *table,
                          bool released, const shoal_hooks *hooks, shoal_error *error) {
    finding by = {plan, out, hooks, released};
    *out = NULL;
    STATUS_TRY(found_commas(out, plan, table, hooks, error));
    for (size_t i = 0; i < table->columns; i++)
        if (table->column[i].kept)
            STATUS_TRY(find_absent(&by, &table->column[i], error));
    for (size_t i = 0; i < table->columns; i++)
        if (table->column[i].kept)
            STATUS_TRY(look_at(&by, &table->column[i], error));
    return SHOAL_OK;
}
