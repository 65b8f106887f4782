/* The builder that suits the values. */
#include "data/hierarchy_build.h"
#include "data/number_kind.h"

#include <string.h>
#include <strings.h>

/* So few values are best published as they are, or not at all. */
#define HANDFUL 5
/* More categories than this are no categories. */
#define MOST_CATEGORIES 50000
/* Shorter codes have no prefix that says anything. */
#define SHORTEST_CODE 3

typedef struct builder_choice {
    hierarchy_builder *build;
    const char *arguments;
} builder_choice;

static const builder_choice flat = {hierarchy_build_flat, ""};
static const builder_choice mask = {hierarchy_build_mask, "right"};
static const builder_choice prefix = {hierarchy_build_prefix, ""};

static bool is_named_like_postcode(const char *name) {
    return strcasestr(name, "zip") || strcasestr(name, "post") || strcasestr(name, "plz");
}

static size_t count_values(const build_input *input) {
    size_t count = 0;
    for (size_t i = 0; i < input->count; i++)
        count += build_rows(input, i) > 0;
    return count;
}

/* What codes look like. */
typedef struct code_shape {
    bool digits;      /* each has one */
    bool same_length; /* at least SHORTEST_CODE */
    bool separated;   /* a blank in one */
} code_shape;

static code_shape shape_of(const build_input *input) {
    code_shape shape = {.same_length = true};
    size_t length = 0;
    for (size_t i = 0; i < input->count; i++) {
        const char *value = input->values[i];
        if (build_rows(input, i) == 0)
            continue;
        shape.digits = strpbrk(value, "0123456789") != NULL;
        if (!shape.digits)
            return shape;
        shape.separated |= strchr(value, ' ') != NULL;
        shape.same_length &= length == 0 || strlen(value) == length;
        length = strlen(value);
    }
    shape.same_length &= length >= SHORTEST_CODE;
    return shape;
}

static builder_choice choose_for_categories(const build_input *input) {
    size_t count = count_values(input);
    if (count <= HANDFUL || count > MOST_CATEGORIES)
        return flat;
    return (builder_choice){hierarchy_build_grown, ""};
}

static shoal_status choose_for_numbers(builder_choice *out, const build_input *input,
                                       shoal_error *error) {
    number_kind kind = NUMBERS_QUANTITY;
    *out = flat;
    if (count_values(input) <= HANDFUL)
        return SHOAL_OK;
    shoal_status status = number_kind_find(&kind, input, error);
    /* Numbers too far apart for exact ranges still get some hierarchy. */
    if (status == SHOAL_BAD_DATA)
        return SHOAL_OK;
    if (status != SHOAL_OK)
        return status;
    if (input->declared && kind != NUMBERS_SKEWED)
        kind = NUMBERS_QUANTITY;
    if (kind == NUMBERS_CODES)
        *out = choose_for_categories(input);
    else
        *out = kind == NUMBERS_PLACES   ? mask
               : kind == NUMBERS_SKEWED ? (builder_choice){hierarchy_build_magnitudes, ""}
                                        : (builder_choice){hierarchy_build_bands, ""};
    return SHOAL_OK;
}

static shoal_status choose(builder_choice *out, const build_input *input, shoal_error *error) {
    bool intervals = false;
    if (input->type == TYPE_STRING)
        STATUS_TRY(hierarchy_are_intervals(&intervals, input, error));
    if (intervals) {
        *out = (builder_choice){hierarchy_build_intervals, ""};
        return SHOAL_OK;
    }
    code_shape shape = shape_of(input);
    bool postcode = is_named_like_postcode(input->name) && input->type != TYPE_DATE;
    if (hierarchy_are_british_postcodes(input) ||
        (postcode && shape.digits && (shape.separated || !shape.same_length))) {
        *out = prefix;
        return SHOAL_OK;
    }
    *out = shape.separated ? prefix : mask;
    if (postcode && shape.digits)
        return SHOAL_OK;
    if (input->type == TYPE_INTEGER || input->type == TYPE_DECIMAL)
        return choose_for_numbers(out, input, error);
    if (input->type == TYPE_DATE)
        *out = (builder_choice){hierarchy_build_dates, ""};
    else if (!shape.digits || !shape.same_length)
        *out = choose_for_categories(input);
    return SHOAL_OK;
}

/* A classification of most of the values says nothing about a table most of whose rows have the
 * others. */
static bool covers_rows(const classification *of, const build_input *input) {
    uint64_t rows = 0, known = 0;
    for (size_t i = 0; i < input->count; i++) {
        classification_path ignored;
        rows += build_rows(input, i);
        if (of->classify(input->values[i], &ignored) != CLASSIFIED_NOT)
            known += build_rows(input, i);
    }
    return known >= rows - rows / 10;
}

/* *out: NULL where no classification suits the values that occur. */
static shoal_status recognize(const classification **out, const build_input *input,
                              shoal_error *error) {
    const char **values = memory_new(input->count, sizeof *values);
    size_t count = 0;
    if (!values)
        return status_no_memory(error);
    for (size_t i = 0; i < input->count; i++)
        if (build_rows(input, i) > 0)
            values[count++] = input->values[i];
    *out = classification_recognize(values, count);
    memory_free(values);
    if (*out && !covers_rows(*out, input))
        *out = NULL;
    return SHOAL_OK;
}

shoal_status hierarchy_build_auto(shoal_hierarchy **out, const build_input *input,
                                  const char *arguments, text *described, shoal_error *error) {
    builder_choice chosen;
    STATUS_TRY(hierarchy_no_arguments(input, "auto", arguments, error));
    const classification *known;
    STATUS_TRY(recognize(&known, input, error));
    if (known)
        return hierarchy_build_classified(out, input, known, described, error);
    STATUS_TRY(choose(&chosen, input, error));
    return chosen.build(out, input, chosen.arguments, described, error);
}
