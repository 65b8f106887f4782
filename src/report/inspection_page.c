/* The report of an inspection. */
#include "report/inspection_parts.h"
#include "report/report_page.h"

#include <math.h>
#include <string.h>

/* Columns with a chart, frequent values and dependencies that are named. */
enum { CHARTED = 16, NAMED_VALUES = 3, NAMED_TOLD = 100 };

/* ---- The first screen ------------------------------------------------------------------------ */

static const struct {
    plan_role role;
    const char *title, *says;
    document_tone tone;
} roles[] = {
    {ROLE_IDENTIFIER, "Identifiers", "name a person; left out of a release", TONE_BAD},
    {ROLE_PERSON, "Key of a person", "people are counted, not rows; left out of a release",
     TONE_BAD},
    {ROLE_HOUSEHOLD, "Key of a household", "left out of a release", TONE_BAD},
    {ROLE_QUASI, "Quasi-identifiers", "others know them, too; made coarser", TONE_WARN},
    {ROLE_SENSITIVE, "Sensitive", "what nobody should learn about a person", TONE_WARN},
    {ROLE_WEIGHT, "Sampling weight", "how many people a row stands for", TONE_PLAIN},
    {ROLE_PLAIN, "Plain", "published as they are", TONE_PLAIN},
};

static size_t list_role(page *of, const inspection *facts, plan_role role, const char ***out) {
    size_t count = 0;
    const char **names = arena_new(&of->memory, facts->column_count + 1, sizeof *names);
    *out = names;
    if (!names) {
        page_fail(of);
        return 0;
    }
    for (size_t i = 0; i < facts->column_count; i++)
        if (facts->columns[i].suggested == role)
            names[count++] = facts->columns[i].name;
    return count;
}

static const char *set_names(page *of, const inspection *facts, const inspection_set *set) {
    const char *names[INSPECTION_SET];
    for (size_t i = 0; i < set->size; i++)
        names[i] = page_shorten(of, facts->columns[set->column[i]].name, PAGE_VALUE);
    return page_names(of, names, set->size);
}

static double share_of(const inspection *facts, const inspection_set *set) {
    return facts->rows > 0 ? (double)set->rows / (double)facts->rows : (double)NAN;
}

static const char *headline_of(page *of, const inspection *facts) {
    const inspection_set *best = NULL;
    if (of->hidden)
        return "The columns of the table, and the roles that they seem to have";
    for (size_t i = 0; i < facts->set_count; i++)
        if (!best || facts->sets[i].rows > best->rows)
            best = &facts->sets[i];
    if (!best)
        return "No few columns single out rows";
    return page_print(of, "%s %s single%s out %s of the rows", set_names(of, facts, best),
                      best->size > 1 ? "together" : "alone", best->size > 1 ? "" : "s",
                      page_percent(of, share_of(facts, best)));
}

static void add_verdict(page *of, const inspection *facts) {
    document_item items[sizeof roles / sizeof *roles + 1];
    size_t count = 0;
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        const char **names;
        size_t found = list_role(of, facts, roles[i].role, &names);
        if (found > 0)
            items[count++] = (document_item){roles[i].title, page_names(of, names, found),
                                             roles[i].says, roles[i].tone};
    }
    if (facts->person_count > 0 && !of->hidden)
        items[count++] =
            (document_item){"Persons",
                            page_print(of, "%s in %s rows", page_whole(of, facts->persons),
                                       page_whole(of, facts->rows)),
                            NULL, TONE_PLAIN};
    document_group group = {"roles", "Suggested roles: check each of them", items, count};
    document_verdict(&of->to, TONE_WARN, headline_of(of, facts), NULL, 0);
    document_summary(&of->to, &group, 1);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static const char *type_words(page *of, const inspection_column *each) {
    bool more =
        each->format && strncmp(each->format, each->values.type, strlen(each->values.type)) != 0;
    return more ? page_print(of, "%s: %s", each->values.type, each->format) : each->values.type;
}

static const char *reason_words(page *of, const inspection_column *each) {
    const char *reason = each->given ? "as you said" : each->reason;
    return each->change
               ? page_print(of, "%s. In the plan %s: %s", reason, each->planned, each->change)
               : reason;
}

/* Reasons count values and rows of a table that is not released. */
static void add_roles(page *of, const inspection *facts) {
    static const document_column columns[] = {
        {"column", false}, {"role", false}, {"sure", false}, {"because", false}};
    document_section(&of->to, "roles", "Roles");
    document_text(&of->to, TONE_PLAIN,
                  "Roles are suggestions, made from the names and the values of the columns: "
                  "nothing but your own knowledge of what others know about these people can "
                  "settle them.");
    document_table(&of->to, "The role that each column should probably play", columns,
                   of->hidden ? 3 : 4);
    for (size_t i = 0; i < facts->column_count; i++) {
        const inspection_column *each = &facts->columns[i];
        document_cell(&of->to, each->name);
        document_cell(&of->to, each->role);
        document_cell(&of->to, each->sure);
        if (!of->hidden)
            document_sentence(&of->to, reason_words(of, each));
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void add_columns(page *of, const inspection *facts) {
    static const document_column columns[] = {{"column", false},
                                              {"type", false},
                                              {"values", true},
                                              {"rows without", true},
                                              {"names its rows", true}};
    document_section(&of->to, "columns", "Columns");
    document_table(&of->to, "What each column holds", columns, of->hidden ? 2 : 5);
    for (size_t i = 0; i < facts->column_count; i++) {
        const inspection_column *each = &facts->columns[i];
        const category_distribution *values = &each->values.after.categories;
        document_cell(&of->to, each->name);
        document_cell(&of->to, type_words(of, each));
        if (!of->hidden) {
            page_count(of, values->distinct, "columns.%zu.values.distinct", i);
            page_count(of, values->missing, "columns.%zu.values.missing", i);
            page_share(of, each->names, "columns.%zu.names_rows", i);
        }
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
    if (of->hidden)
        return;
    document_text(&of->to, TONE_PLAIN,
                  "A column names its rows as far as their values differ: 100 %% where every row "
                  "has a value of its own.");
}

/* ---- Values ---------------------------------------------------------------------------------- */

static const char *top_words(page *of, const assessment_values *values) {
    const category_distribution *shown = &values->categories;
    uint64_t present = shown->rows - shown->missing;
    text made = {0};
    for (size_t t = 0; t < shown->shown && t < NAMED_VALUES; t++)
        text_format(&made, "%s%s (%s)", t ? ", " : "", page_shorten(of, values->top[t], PAGE_VALUE),
                    page_percent(of, (double)shown->top[t].rows / (double)present));
    if (shown->distinct > NAMED_VALUES)
        text_add_string(&made, ", \xe2\x80\xa6");
    return page_keep(of, &made);
}

/* A value in a single row is not frequent, and would name it. */
static bool has_frequent(const inspection_column *each) {
    const category_distribution *values = &each->values.after.categories;
    return values->shown > 0 && values->top[0].rows > 1;
}

static void add_values(page *of, const inspection *facts) {
    static const document_column columns[] = {{"column", false}, {"most frequent values", false}};
    size_t drawn = 0, drawable = 0;
    if (of->hidden)
        return;
    document_section(&of->to, "values", "Values");
    document_table(&of->to, "The most frequent values", columns, 2);
    for (size_t i = 0; i < facts->column_count; i++) {
        if (!has_frequent(&facts->columns[i]))
            continue;
        document_cell(&of->to, facts->columns[i].name);
        document_cell(&of->to, top_words(of, &facts->columns[i].values.after));
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
    for (size_t i = 0; i < facts->column_count; i++) {
        const inspection_column *each = &facts->columns[i];
        if (!has_frequent(each) || !page_has_chart(&each->values))
            continue;
        if (++drawable <= CHARTED) {
            page_column_chart(of, "rows", &each->values);
            drawn++;
        }
    }
    if (drawable > drawn)
        document_text(&of->to, TONE_PLAIN,
                      "Charts are drawn for the first %zu of %zu columns; the result has the "
                      "numbers of all.",
                      drawn, drawable);
}

/* ---- Dependencies and combinations ----------------------------------------------------------- */

static void add_told_row(page *of, const inspection_column *by, const inspection_told *told) {
    document_cell(&of->to, by->name);
    document_cell(&of->to, told->name);
    document_number(&of->to, told->share, page_percent(of, told->share), NULL);
    document_cell(&of->to, told->copies ? "both ways: they nearly copy each other" : "");
    document_end_row(&of->to);
}

static void add_told(page *of, const inspection *facts) {
    static const document_column columns[] = {
        {"column", false}, {"tells", false}, {"of the rows", true}, {"", false}};
    size_t found = 0;
    for (size_t i = 0; i < facts->column_count; i++)
        found += facts->columns[i].told_count;
    if (found == 0 || of->hidden)
        return;
    document_section(&of->to, "tells", "What tells what");
    document_text(&of->to, TONE_PLAIN,
                  "A column tells another where its value leaves one value of the other: to hide "
                  "the one, both have to be made coarser.%s",
                  facts->told_rows < facts->rows ? " Judged by a sample of the rows." : "");
    document_table(&of->to, "Columns that tell others", columns, 4);
    found = 0;
    for (size_t i = 0; i < facts->column_count; i++)
        for (size_t t = 0; t < facts->columns[i].told_count && found < NAMED_TOLD; t++, found++)
            add_told_row(of, &facts->columns[i], &facts->columns[i].told[t]);
    document_end_table(&of->to);
}

static void add_sets(page *of, const inspection *facts) {
    static const document_column columns[] = {{"columns", false}, {"rows", true}, {"of all", true}};
    /* The counts are of a table that is not released, and may be of a few people. */
    if (facts->set_count == 0 || of->hidden)
        return;
    document_section(&of->to, "combinations", "What singles out rows");
    document_text(&of->to, TONE_PLAIN,
                  "Rows whose values in these columns no other %s has. Identifiers are set aside: "
                  "they would be in every combination.",
                  facts->person_count > 0 ? "person" : "row");
    document_table(&of->to, "Columns that together single out most rows", columns, 3);
    for (size_t i = 0; i < facts->set_count; i++) {
        const inspection_set *each = &facts->sets[i];
        document_cell(&of->to, set_names(of, facts, each));
        page_count(of, each->rows, "combinations.sets.%zu.rows", i);
        document_number(&of->to, share_of(facts, each), page_percent(of, share_of(facts, each)),
                        NULL);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
    if (facts->set_columns_left > 0)
        document_text(&of->to, TONE_PLAIN,
                      "Of the %zu columns that differ most between rows; %zu others were not "
                      "looked at.",
                      facts->set_columns, facts->set_columns_left);
}

/* ---- The plan -------------------------------------------------------------------------------- */

static void add_trials(page *of, const inspection *facts) {
    static const document_column columns[] = {{"recoding", false}, {"loss", true}};
    if (facts->trial_count == 0 || of->hidden)
        return;
    document_table(&of->to, "Recodings in a short trial", columns, 2);
    for (size_t i = 0; i < facts->trial_count; i++) {
        document_cell(&of->to, facts->trials[i].recoding);
        page_number(of, facts->trials[i].loss, "trials.%zu.loss", i);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void add_plan(page *of, const inspection *facts) {
    document_section(&of->to, "plan", "A plan to start from");
    if (facts->quasi_left > 0)
        document_text(&of->to, TONE_WARN,
                      "%zu columns that look like quasi-identifiers are left out of the release: "
                      "with so many hardly anything would be left of any.",
                      facts->quasi_left);
    add_trials(of, facts);
    if (of->hidden)
        document_text(&of->to, TONE_PLAIN,
                      "The public report leaves out the plan, because its groups of values may "
                      "name some.");
    else if (facts->plan)
        document_text(&of->to, TONE_CODE, "%s", facts->plan);
    else
        document_text(&of->to, TONE_PLAIN, "No plan can be written: %s", facts->planless);
}

static void add_audit(page *of, const inspection *facts) {
    static const document_column columns[] = {
        {"file", false}, {"name", false}, {"rows", true}, {"fingerprint (SHA-256)", false}};
    document_section(&of->to, "audit", "Audit");
    if (of->hidden)
        document_text(&of->to, TONE_PLAIN,
                      "This is the public report: it leaves out all values of the data and all "
                      "counts of them, and the command line and the plan because they may contain "
                      "some.");
    else if (facts->command)
        document_text(&of->to, TONE_CODE, "%s", facts->command);
    if (!of->hidden) {
        document_table(&of->to, "Files", columns, 4);
        document_cell(&of->to, "table");
        document_cell(&of->to, facts->file.path);
        page_count(of, facts->file.rows, "input.rows");
        document_cell(&of->to, facts->file.sha256);
        document_end_row(&of->to);
        document_end_table(&of->to);
    }
    document_text(&of->to, TONE_PLAIN, "Shoal %s; %.3g seconds.", shoal_version(), facts->seconds);
}

void inspection_print_html(text *out, const inspection *facts, bool public_report) {
    page made = {.hidden = public_report,
                 .persons = facts->person_count > 0,
                 .before = "",
                 .after = "",
                 .both = ""};
    text result = {0};
    if (!public_report)
        inspection_print_json(&result, facts);
    if (page_result_is_long(&result)) {
        text_free(&result);
        inspection_print_json_brief(&result, facts);
    }
    page_open(&made, "inspection", public_report ? "Inspection (public)" : "Inspection", &result);
    add_verdict(&made, facts);
    add_roles(&made, facts);
    add_sets(&made, facts);
    inspection_safe_harbor_page(&made, facts);
    add_columns(&made, facts);
    add_told(&made, facts);
    add_values(&made, facts);
    add_plan(&made, facts);
    add_audit(&made, facts);
    page_close(&made, out);
}
