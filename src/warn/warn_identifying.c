/* Quasi-identifiers whose values identify people by themselves, and that are published as they are:
 * a telephone number that k people share is still one to call. */
#include "recognize/role_suggestion.h"
#include "warn/warn.h"

#include <inttypes.h>
#include <string.h>

static const warn_quasi *quasi_named(const warn_release *release, const char *name) {
    for (size_t a = 0; a < release->attributes; a++)
        if (strcmp(release->quasi[a].name, name) == 0)
            return &release->quasi[a];
    return NULL;
}

/* Other columns count by their names: they may say that rows are about people. */
static shoal_status make_profiles(column_profile *out, const warn_release *release,
                                  shoal_error *error) {
    const shoal_table *table = release->table;
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        if (each->kept && quasi_named(release, each->name))
            STATUS_TRY(column_profile_make(&out[i], each, table->rows, release->plan, error));
        else
            out[i] = (column_profile){.name = each->name,
                                      .concept = name_concept_find(each->name),
                                      .generic_name = name_is_generic(each->name)};
    }
    return SHOAL_OK;
}

static bool is_published(const warn_release *release, const warn_quasi *quasi, size_t row) {
    uint32_t class = release->class_of ? release->class_of[row] : 0;
    return (!release->kept || release->kept[row]) && class != WARN_NO_CLASS &&
           class != release->suppressed &&
           !(quasi->blanked && quasi->blanked[row / 64] >> (row % 64) & 1);
}

/* Whether the row's label is the value that the table has; of an assessment it is the table's. */
static bool is_unchanged(const warn_quasi *quasi, const column *of, size_t row) {
    uint32_t code = codes_get(quasi->label, row), label = quasi->map ? quasi->map[code] : code;
    if (label >= quasi->labels || label == quasi->star)
        return false;
    return !quasi->text || strcmp(quasi->text[label],
                                  dictionary_text(&of->values, codes_get(&of->codes, row))) == 0;
}

/* By the form of its values. Being different in every row is nothing that k people can share. */
static bool identifies(const role_suggestion *found, const column_profile *profile) {
    return found->role == ROLE_IDENTIFIER && found->certainty == CERTAINTY_SURE &&
           profile->format != FORMAT_NONE;
}

static void look_at(warning_list *out, const warn_release *release, const column *of,
                    const role_suggestion *found) {
    const warn_quasi *quasi = quasi_named(release, of->name);
    uint64_t unchanged = 0;
    for (size_t row = 0; row < release->table->rows; row++)
        unchanged += is_published(release, quasi, row) && is_unchanged(quasi, of, row);
    if (unchanged == 0)
        return;
    warnings_add(out, warning_identifier_published, of->name,
                 "%" PRIu64 " rows have their value of %s unchanged, which identifies people: %s",
                 unchanged, of->name, found->reason);
    warnings_count(out, "rows", unchanged);
}

shoal_status warn_identifying(warning_list *out, const warn_release *release, shoal_error *error) {
    size_t columns = release->table->columns;
    column_profile *profile = memory_zero(columns, sizeof *profile);
    role_suggestion *found = memory_zero(columns, sizeof *found);
    shoal_status status =
        profile && found ? make_profiles(profile, release, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        role_suggestions_make(found, profile, NULL, columns);
    for (size_t i = 0; status == SHOAL_OK && i < columns; i++)
        if (quasi_named(release, release->table->column[i].name) &&
            identifies(&found[i], &profile[i]))
            look_at(out, release, &release->table->column[i], &found[i]);
    memory_free(profile);
    memory_free(found);
    return status;
}
