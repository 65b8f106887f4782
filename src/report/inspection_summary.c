#include "report/inspection_parts.h"
#include "report/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Columns with their values and lines of dependencies that are shown; characters of a name, and of
 * a value. */
enum { SHOWN_VALUES = 3, SHOWN_TOLD = 12, LONGEST_NAME = 28, LONGEST_VALUE = 24 };

/* ---- Names ----------------------------------------------------------------------------------- */

/* At most so many characters, with line ends and the like as blanks; returns how many. */
static size_t add_cut(text *out, const char *value, size_t most) {
    size_t shown = 0;
    for (; *value && shown < most; shown++) {
        size_t length = utf8_length(value);
        length = length ? length : 1;
        if ((unsigned char)*value < ' ' || *value == 0x7F)
            text_add_string(out, " ");
        else
            text_add(out, value, length);
        value += length;
    }
    if (*value)
        text_add_string(out, "\xe2\x80\xa6");
    return shown + (*value ? 1 : 0);
}

static void add_padded(text *out, const char *value, size_t most, size_t width) {
    size_t shown = add_cut(out, value, most);
    text_format(out, "%*s", shown < width ? (int)(width - shown) : 0, "");
}

static size_t name_width(const inspection *facts) {
    size_t width = 6;
    for (size_t i = 0; i < facts->column_count; i++) {
        size_t length = utf8_characters(facts->columns[i].name);
        length = length > LONGEST_NAME ? LONGEST_NAME + 1 : length;
        width = length > width ? length : width;
    }
    return width;
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void print_column(text *out, const inspection_column *of, size_t width) {
    const category_distribution *values = &of->values.after.categories;
    char role[40];
    (void)snprintf(role, sizeof role, "%s (%s)", of->role, of->sure);
    add_padded(out, of->name, LONGEST_NAME, width);
    text_format(out, "  %-7s  %9" PRIu64 "  %9" PRIu64 "  %-20s  %s\n", of->values.type,
                values->distinct, values->missing, role, of->given ? "as you said" : of->reason);
    if (of->change) {
        text_format(out, "%*s    in the plan %s: ", (int)width, "", of->planned);
        text_format(out, "%s\n", of->change);
    }
}

static void print_columns(text *out, const inspection *facts) {
    size_t width = name_width(facts);
    text_format(out, "\n%-*s  %-7s  %9s  %9s  %-20s  %s\n", (int)width, "column", "type", "values",
                "missing", "role", "because");
    for (size_t i = 0; i < facts->column_count; i++)
        print_column(out, &facts->columns[i], width);
}

static void print_values(text *out, const inspection *facts) {
    size_t width = name_width(facts);
    text_add_string(out, "\nmost frequent values\n");
    for (size_t i = 0; i < facts->column_count; i++) {
        const assessment_values *values = &facts->columns[i].values.after;
        const category_distribution *of = &values->categories;
        uint64_t present = of->rows - of->missing;
        /* Each value in one row: none is frequent. */
        if (of->shown == 0 || of->top[0].rows < 2)
            continue;
        text_add_string(out, "  ");
        add_padded(out, facts->columns[i].name, LONGEST_NAME, width);
        for (size_t t = 0; t < of->shown && t < SHOWN_VALUES; t++) {
            text_add_string(out, t ? ", " : "  ");
            add_cut(out, values->top[t], LONGEST_VALUE);
            text_format(out, " %.3g%%", 100.0 * (double)of->top[t].rows / (double)present);
        }
        text_add_string(out, of->distinct > SHOWN_VALUES ? ", \xe2\x80\xa6\n" : "\n");
    }
}

static void print_told(text *out, const inspection *facts) {
    size_t found = 0;
    for (size_t i = 0; i < facts->column_count; i++)
        for (size_t t = 0; t < facts->columns[i].told_count; t++) {
            const inspection_told *each = &facts->columns[i].told[t];
            if (each->copies && each->order < i)
                continue;
            if (found++ >= SHOWN_TOLD)
                continue;
            if (found == 1)
                text_format(out, "\nwhat tells what%s\n",
                            facts->told_rows < facts->rows ? " (by a sample of the rows)" : "");
            text_add_string(out, "  ");
            add_cut(out, facts->columns[i].name, LONGEST_NAME);
            text_add_string(out, each->copies ? " and " : " tells ");
            add_cut(out, each->name, LONGEST_NAME);
            text_format(out, each->copies ? " tell each other" : " in %.3g%% of the rows",
                        100 * each->share);
            text_add_string(out, "\n");
        }
    if (found > SHOWN_TOLD)
        text_format(out, "  and %zu more\n", found - SHOWN_TOLD);
}

/* ---- Combinations and the plan --------------------------------------------------------------- */

static void print_sets(text *out, const inspection *facts) {
    if (facts->set_count == 0)
        return;
    text_format(out, "\ncolumns that together single out most %s (identifiers aside)\n",
                facts->person_count > 0 ? "people" : "rows");
    for (size_t i = 0; i < facts->set_count; i++) {
        const inspection_set *each = &facts->sets[i];
        text_format(out, "  %7.4g%%  ", 100.0 * (double)each->rows / (double)facts->rows);
        for (size_t c = 0; c < each->size; c++) {
            text_add_string(out, c ? ", " : "");
            add_cut(out, facts->columns[each->column[c]].name, LONGEST_NAME);
        }
        text_format(out, ": %" PRIu64 " rows\n", each->rows);
    }
    if (facts->set_columns_left > 0)
        text_format(out, "  of the %zu columns that differ most; %zu others were not looked at\n",
                    facts->set_columns, facts->set_columns_left);
}

static void print_plan(text *out, const inspection *facts) {
    if (facts->planless) {
        text_format(out, "\nno plan can be written: %s\n", facts->planless);
        return;
    }
    text_format(out, "\nplan: %zu quasi-identifier%s, recoding %s", facts->quasi_count,
                facts->quasi_count == 1 ? "" : "s", facts->recoding);
    size_t told = 0;
    for (size_t i = 0; i < facts->trial_count; i++)
        if (!isnan(facts->trials[i].loss))
            text_format(out, "%s%s loses %.3g", told++ ? ", " : " (in a short trial ",
                        facts->trials[i].recoding, facts->trials[i].loss);
    text_add_string(out, told > 0 ? ")\n" : "\n");
    text_add_string(out, "The roles are suggestions: check each of them.\n");
    if (facts->plan_path)
        text_format(out, "written: %s\n", facts->plan_path);
}

void inspection_print_summary(text *out, const inspection *facts) {
    text_format(out, "%s: %" PRIu64 " row%s, %zu column%s", facts->file.path, facts->rows,
                facts->rows == 1 ? "" : "s", facts->column_count,
                facts->column_count == 1 ? "" : "s");
    if (facts->person_count > 0) {
        text_format(out, ", %" PRIu64 " person%s by ", facts->persons,
                    facts->persons == 1 ? "" : "s");
        for (size_t i = 0; i < facts->person_count; i++) {
            text_add_string(out, i ? ", " : "");
            add_cut(out, facts->person[i], LONGEST_NAME);
        }
    }
    text_add_string(out, "\n");
    print_columns(out, facts);
    print_values(out, facts);
    print_told(out, facts);
    print_sets(out, facts);
    inspection_safe_harbor_summary(out, facts);
    print_plan(out, facts);
}
