#include "store/statistics/package_cells.h"

#include "data/star.h"
#include "files/text_utf8.h"
#include "store/statistics/package_columns.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SPSS allows one more, but ReadStat loses it when it reads. */
#define SAV_TEXT_BYTES 32766
#define SAV_PART_BYTES 255
#define DTA_TEXT_BYTES 2045
#define SAV_LABEL_BYTES 120
#define DTA_LABEL_BYTES 32000
#define SAV_COLUMN_LABEL 255
#define DTA_COLUMN_LABEL 80

void package_cells_free(package_cells *cells) {
    for (size_t i = 0; cells->value && i < cells->codes; i++)
        memory_free(cells->value[i]);
    memory_free(cells->value);
    memory_free(cells->number);
    value_labels_free(&cells->labels);
    *cells = (package_cells){0};
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static const char *shown_text(const feed_column *from, size_t code) {
    if (from->values)
        return dictionary_text(from->values, (uint32_t)code);
    return code < from->label_count ? from->labels[code] : STAR;
}

static bool is_absent(const feed_column *from, const char *shown) {
    return *shown == '\0' || (from->absent.null && strcmp(shown, from->absent.null) == 0) ||
           (from->absent.empty && strcmp(shown, from->absent.empty) == 0);
}

const char *package_cells_text(const package_cells *cells, uint32_t code) {
    const char *shown = shown_text(cells->from, code);
    if (is_absent(cells->from, shown))
        return NULL;
    return cells->value && cells->value[code] ? cells->value[code] : shown;
}

static shoal_status refuse(const package_cells *cells, const char *shown, const char *fault,
                           shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "package_value", NULL,
                         "column '%.50s': '%.30s%s' cannot be written: %s; write CSV instead",
                         cells->from->name, shown, strlen(shown) > 30 ? "…" : "", fault);
}

/* ReadStat takes blanks at the end for padding, as SPSS does. */
static shoal_status check_text(const package_cells *cells, const char *shown, size_t most,
                               shoal_error *error) {
    size_t length = strlen(shown);
    if (length > 0 && shown[length - 1] == ' ')
        return refuse(cells, shown, "blanks at the end of a text are lost in such a file", error);
    if (text_utf8(shown, length) < length)
        return refuse(cells, shown, "it is not UTF-8 text", error);
    if (length > most)
        return refuse(cells, shown, "a text of such a file has no more than 32766 bytes", error);
    return SHOAL_OK;
}

static shoal_status make_texts(package_cells *cells, package_format format, shoal_error *error) {
    size_t most = format == PACKAGE_SAV ? SAV_TEXT_BYTES : SIZE_MAX;
    cells->width = 1;
    for (size_t i = 0; i < cells->codes; i++) {
        const char *shown = cells->used[i] ? package_cells_text(cells, (uint32_t)i) : NULL;
        size_t length = shown ? strlen(shown) : 0;
        if (shown)
            STATUS_TRY(check_text(cells, shown, most, error));
        cells->width = length > cells->width ? length : cells->width;
    }
    /* Where a text of several parts is as long as its variable, ReadStat may lose its last byte. */
    if (format == PACKAGE_SAV && cells->width > SAV_PART_BYTES)
        cells->width++;
    cells->type = PACKAGE_TEXT;
    if (format == PACKAGE_DTA && cells->width > DTA_TEXT_BYTES)
        cells->type = PACKAGE_LONG_TEXT;
    return SHOAL_OK;
}

/* ---- Labels ---------------------------------------------------------------------------------- */

static bool copy_labels(value_labels *out, const column_origin *origin, const bool *wanted) {
    const char *differs;
    for (size_t i = 0; i < origin->label_count; i++)
        if ((!wanted || wanted[i]) &&
            !value_labels_add(out, origin->labels[i].value, origin->labels[i].label, &differs))
            return false;
    return value_labels_finish(out);
}

static int compare_values(const void *key, const void *item) {
    return strcmp(key, ((const value_label *)item)->value);
}

/* Marks the labels that occur; an origin has them in the order of their values. */
static void mark_labels(const package_cells *cells, const column_origin *origin,
                        const value_labels *all, bool *wanted) {
    text scratch = {0};
    for (size_t i = 0; i < cells->codes; i++) {
        const char *shown = shown_text(cells->from, i);
        const char *value = cells->used[i] ? value_labels_value(all, shown, &scratch) : NULL;
        const value_label *found = value ? bsearch(value, origin->labels, origin->label_count,
                                                   sizeof *origin->labels, compare_values)
                                         : NULL;
        if (found)
            wanted[found - origin->labels] = true;
    }
    text_free(&scratch);
}

/* Whether fewer labels lead from every text to the same value and back. */
static bool same_labels(const package_cells *cells, const value_labels *all) {
    text one = {0}, other = {0}, again = {0};
    bool same = true;
    for (size_t i = 0; i < cells->codes && same; i++) {
        const char *shown = shown_text(cells->from, i);
        if (!cells->used[i] || is_absent(cells->from, shown))
            continue;
        const char *value = value_labels_value(all, shown, &one);
        const char *found = value_labels_value(&cells->labels, shown, &other);
        same = value && found && strcmp(value, found) == 0 &&
               strcmp(value_labels_text(&cells->labels, value, &again), shown) == 0;
    }
    same = same && !one.failed && !other.failed && !again.failed;
    text_free(&one);
    text_free(&other);
    text_free(&again);
    return same;
}

/* Only labels that occur: programs make them of values, and values of rows that are not published
 * must not get into the file. *same: texts can be written as the values that they stand for. */
static shoal_status choose_labels(package_cells *cells, bool *same, shoal_error *error) {
    const column_origin *origin = cells->from->origin;
    value_labels all = {0};
    bool *wanted = memory_zero(origin->label_count, sizeof *wanted);
    bool fine = wanted && copy_labels(&all, origin, NULL);
    if (fine && origin->labels) {
        mark_labels(cells, origin, &all, wanted);
        fine = copy_labels(&cells->labels, origin, wanted);
    }
    *same = fine && same_labels(cells, &all);
    cells->has_labels = cells->labels.count > 0;
    memory_free(wanted);
    value_labels_free(&all);
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* Whether the format can hold all of them for values of the type. */
static bool labels_fit(const package_cells *cells, package_format format) {
    size_t most = format == PACKAGE_SAV ? SAV_LABEL_BYTES : DTA_LABEL_BYTES;
    for (size_t i = 0; i < cells->labels.count; i++) {
        const value_label *pair = &cells->labels.pair[i];
        double number = 0;
        size_t length = strlen(pair->label);
        if (length > most || pair->label[length - 1] == ' ')
            return false;
        if (cells->type != PACKAGE_TEXT && !value_form_number(&number, &cells->form, pair->value))
            return false;
        if (format == PACKAGE_DTA &&
            (cells->type == PACKAGE_TEXT || number != floor(number) || fabs(number) > 2147483620))
            return false;
    }
    return true;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static value_form form_of_type(value_type of, bool *known) {
    *known = of == VALUE_INTEGER || of == VALUE_DECIMAL || of == VALUE_REAL || of == VALUE_DATE ||
             of == VALUE_TIMESTAMP || of == VALUE_TIME;
    return (value_form){.kind = of == VALUE_DATE        ? FORM_DATE
                                : of == VALUE_TIMESTAMP ? FORM_MOMENT
                                : of == VALUE_TIME      ? FORM_TIME
                                                        : FORM_NUMBER};
}

static bool is_package(const column_origin *origin) {
    static const char *const kinds[] = {"spss", "stata", "sas"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (origin->kind && strcmp(origin->kind, kinds[i]) == 0)
            return true;
    return false;
}

/* The form in the package that is written; false: it has none of the kind. */
static bool translate_form(value_form *form, package_format format, bool same_package, char out[80],
                           const char *given) {
    static const char *const sav_formats[] = {"F8.2", "DATE11", "DATETIME20", "TIME11"};
    static const char *const dta_formats[] = {"", "%td", "%tc"};
    bool spss = format == PACKAGE_SAV;
    size_t shape = (size_t)form->kind;
    if (same_package) {
        snprintf(out, 80, "%s", given);
        return strlen(given) < 80;
    }
    if (shape >= (spss ? sizeof sav_formats / sizeof *sav_formats
                       : sizeof dta_formats / sizeof *dta_formats))
        return false;
    snprintf(out, 80, "%s", spss ? sav_formats[shape] : dta_formats[shape]);
    *form = spss ? value_form_spss(out) : value_form_stata(out);
    return true;
}

/* What the numbers of the column mean, in the package that is written. */
static bool find_form(package_cells *cells, package_format format) {
    const column_origin *origin = cells->from->origin;
    const char *mine = format == PACKAGE_SAV ? "spss" : "stata";
    bool known = true;
    if (!is_package(origin)) {
        cells->form = form_of_type(origin->of, &known);
        return known && translate_form(&cells->form, format, false, cells->format, "");
    }
    if (!origin->native || strcmp(origin->native, "text") == 0)
        return false;
    bool same = strcmp(origin->kind, mine) == 0;
    const char *given = origin->format ? origin->format : "";
    cells->form = package_form(origin->kind, given);
    return translate_form(&cells->form, format, same, cells->format, given);
}

static bool fits(double number, package_type type, package_format format) {
    switch (type) {
    case PACKAGE_INT8:
        return number == floor(number) && number >= -127 && number <= 100;
    case PACKAGE_INT16:
        return number == floor(number) && number >= -32767 && number <= 32740;
    case PACKAGE_INT32:
        return number == floor(number) && number >= -2147483647 && number <= 2147483620;
    case PACKAGE_FLOAT:
        return fabs(number) < 1.7e38;
    case PACKAGE_TEXT:
    case PACKAGE_LONG_TEXT:
    case PACKAGE_DOUBLE:
        break;
    }
    return fabs(number) < (format == PACKAGE_DTA ? 8.98e307 : DBL_MAX);
}

/* Whether all codes are numbers of the type; sets them. */
static bool try_type(package_cells *cells, package_type type, package_format format,
                     text *scratch) {
    cells->type = type;
    cells->form.single = type == PACKAGE_FLOAT;
    for (size_t i = 0; i < cells->codes; i++) {
        const char *shown = shown_text(cells->from, i);
        cells->number[i] = NAN;
        if (!cells->used[i] || is_absent(cells->from, shown))
            continue;
        const char *value = value_labels_value(&cells->labels, shown, scratch);
        if (!value || !value_form_number(&cells->number[i], &cells->form, value) ||
            !fits(cells->number[i], type, format))
            return false;
    }
    return labels_fit(cells, format);
}

/* SPSS has doubles only; elsewhere the type of before is tried first, then narrow ones. */
static bool find_type(package_cells *cells, package_format format, text *scratch) {
    static const struct {
        const char *native;
        package_type type;
    } types[] = {{"int8", PACKAGE_INT8},
                 {"int16", PACKAGE_INT16},
                 {"int32", PACKAGE_INT32},
                 {"float", PACKAGE_FLOAT},
                 {"double", PACKAGE_DOUBLE}};
    const column_origin *origin = cells->from->origin;
    bool stata = is_package(origin) && strcmp(origin->kind, "stata") == 0;
    if (format == PACKAGE_DTA) {
        for (size_t i = 0; stata && i < sizeof types / sizeof *types; i++)
            if (strcmp(origin->native, types[i].native) == 0 &&
                try_type(cells, types[i].type, format, scratch))
                return true;
        if (!stata && cells->form.kind != FORM_MOMENT &&
            try_type(cells, PACKAGE_INT32, format, scratch))
            return true;
    }
    return try_type(cells, PACKAGE_DOUBLE, format, scratch);
}

static shoal_status try_numbers(package_cells *cells, package_format format, bool *made,
                                shoal_error *error) {
    text scratch = {0};
    *made = false;
    if (!find_form(cells, format))
        return SHOAL_OK;
    cells->number = memory_new(cells->codes, sizeof *cells->number);
    if (!cells->number)
        return status_no_memory(error);
    *made = find_type(cells, format, &scratch);
    bool failed = scratch.failed;
    text_free(&scratch);
    cells->keeps_labels = *made && cells->has_labels;
    if (*made && strcmp(cells->format, "F8.2") == 0 && cells->from->origin->of == VALUE_INTEGER &&
        !is_package(cells->from->origin))
        snprintf(cells->format, sizeof cells->format, "F8.0");
    return failed ? status_no_memory(error) : SHOAL_OK;
}

/* ---- Labelled texts -------------------------------------------------------------------------- */

static shoal_status try_labelled_texts(package_cells *cells, package_format format,
                                       shoal_error *error) {
    const column_origin *origin = cells->from->origin;
    text scratch = {0};
    cells->type = PACKAGE_TEXT;
    if (!cells->has_labels || !is_package(origin) || strcmp(origin->native, "text") != 0 ||
        !labels_fit(cells, format))
        return SHOAL_OK;
    cells->value = memory_zero(cells->codes, sizeof *cells->value);
    bool fine = cells->value != NULL;
    for (size_t i = 0; fine && i < cells->codes; i++) {
        const char *shown = shown_text(cells->from, i);
        const char *value =
            cells->used[i] ? value_labels_value(&cells->labels, shown, &scratch) : NULL;
        if (value)
            fine = (cells->value[i] = memory_text(value, strlen(value))) != NULL;
    }
    text_free(&scratch);
    cells->keeps_labels = fine;
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Cut at a whole character where the format has no room for more. */
static void copy_column_label(package_cells *cells, package_format format) {
    const column_origin *origin = cells->from->origin;
    const char *label = origin && origin->label ? origin->label : "";
    size_t length = 0, letters = 0, next = 0;
    size_t most = format == PACKAGE_SAV ? SIZE_MAX : DTA_COLUMN_LABEL;
    while (label[length] && letters < most) {
        for (next = length + 1; ((unsigned char)label[next] & 0xC0) == 0x80;)
            next++;
        if (next > SAV_COLUMN_LABEL)
            break;
        length = next;
        letters++;
    }
    memcpy(cells->label, label, length);
    cells->label[length] = '\0';
}

size_t package_cells_codes(const feed_column *from) {
    return from->values ? from->values->size : from->label_count + 1;
}

shoal_status package_cells_make(package_cells *out, const feed_column *from, const bool *used,
                                package_format format, shoal_error *error) {
    bool numbers = false;
    *out = (package_cells){.from = from, .codes = package_cells_codes(from), .used = used};
    copy_column_label(out, format);
    if (from->untouched && from->origin && from->values) {
        bool same = false;
        STATUS_TRY(choose_labels(out, &same, error));
        if (same)
            STATUS_TRY(try_numbers(out, format, &numbers, error));
        if (numbers)
            return SHOAL_OK;
        out->format[0] = '\0';
        if (same)
            STATUS_TRY(try_labelled_texts(out, format, error));
    }
    return make_texts(out, format, error);
}
