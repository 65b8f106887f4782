/* Which columns seem to belong to the categories of HIPAA's Safe Harbor. */
#include "recognize/safe_harbor.h"
#include "report/inspection_parts.h"
#include "report/report_page.h"

#include <string.h>

#define RULE "45 CFR 164.514(b)(2)"
#define LIMITS                                                                                     \
    "Columns are recognized by their names and values: one that is not recognized may still "      \
    "belong to a category. This is no determination."

/* The columns of a category, by their numbers. */
static size_t columns_of(const inspection *facts, char letter, size_t after) {
    while (after < facts->column_count && facts->columns[after].safe_harbor != letter)
        after++;
    return after;
}

static bool is_found(const inspection *facts, char letter) {
    return columns_of(facts, letter, 0) < facts->column_count;
}

void inspection_safe_harbor_summary(text *out, const inspection *facts) {
    size_t found = 0;
    for (size_t i = 0; i < SAFE_HARBOR_CATEGORIES; i++)
        found += is_found(facts, safe_harbor_categories[i].letter);
    text_format(out,
                "\nSafe Harbor (" RULE "): columns of %zu of the %d categories were recognized\n",
                found, SAFE_HARBOR_CATEGORIES);
    for (size_t i = 0; i < SAFE_HARBOR_CATEGORIES; i++) {
        const safe_harbor_category *of = &safe_harbor_categories[i];
        if (!is_found(facts, of->letter))
            continue;
        text_format(out, "  %c %s:", of->letter, of->title);
        for (size_t c = columns_of(facts, of->letter, 0); c < facts->column_count;
             c = columns_of(facts, of->letter, c + 1))
            text_format(out, " %.40s", facts->columns[c].name);
        text_add_string(out, "\n");
    }
    text_add_string(out, "  " LIMITS "\n");
}

void inspection_safe_harbor_json(json *out, const inspection *facts) {
    json_open(out, "safe_harbor", '{');
    json_string(out, "rule", RULE);
    json_open(out, "categories", '[');
    for (size_t i = 0; i < SAFE_HARBOR_CATEGORIES; i++) {
        const safe_harbor_category *of = &safe_harbor_categories[i];
        char letter[2] = {of->letter, 0};
        json_open(out, NULL, '{');
        json_string(out, "letter", letter);
        json_string(out, "category", of->title);
        json_open(out, "columns", '[');
        for (size_t c = columns_of(facts, of->letter, 0); c < facts->column_count;
             c = columns_of(facts, of->letter, c + 1))
            json_string(out, NULL, facts->columns[c].name);
        json_close(out, ']');
        json_string(out, "not_known", of->note);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_string(out, "limits", LIMITS);
    json_close(out, '}');
}

static const char *names_of(page *of, const inspection *facts, char letter) {
    const char **names = arena_new(&of->memory, facts->column_count + 1, sizeof *names);
    size_t count = 0;
    if (!names)
        return page_fail(of);
    for (size_t c = columns_of(facts, letter, 0); c < facts->column_count;
         c = columns_of(facts, letter, c + 1))
        names[count++] = facts->columns[c].name;
    return count > 0 ? page_names(of, names, count) : "none was recognized";
}

void inspection_safe_harbor_page(page *of, const inspection *facts) {
    static const document_column columns[] = {{"category", false}, {"columns", false}};
    document_section(&of->to, "safe_harbor", "Safe Harbor");
    document_text(&of->to, TONE_PLAIN, "The eighteen categories of " RULE ". " LIMITS);
    document_table(&of->to, NULL, columns, 2);
    for (size_t i = 0; i < SAFE_HARBOR_CATEGORIES; i++) {
        const safe_harbor_category *each = &safe_harbor_categories[i];
        const char *names = names_of(of, facts, each->letter);
        page_pair(of, page_print(of, "%c %s", each->letter, each->title),
                  each->note ? page_print(of, "%s; %s", names, each->note) : names);
    }
    document_end_table(&of->to);
}
