/* The starter plan as a file: the plan's own YAML, without what is as ever, and with comments that
 * say what to check. */
#include "inspect/inspect_parts.h"
#include "plan/plan_yaml.h"

#include <inttypes.h>
#include <math.h>

enum { WIDTH = 98 };

/* ---- Comments -------------------------------------------------------------------------------- */

/* Adds `words` as lines of comment. What a name may hide, line ends and other signs without a
 * shape, becomes a blank. */
static void add_comment(text *out, size_t indent, const char *words) {
    size_t filled = 0;
    while (*words) {
        size_t length = 0;
        while (words[length] && (unsigned char)words[length] > ' ' && words[length] != 0x7F)
            length++;
        if (length > 0 && filled > 0 && filled + 1 + length > WIDTH) {
            text_add_string(out, "\n");
            filled = 0;
        }
        if (length > 0) {
            if (filled == 0)
                text_format(out, "%*s#", (int)indent, "");
            text_add_string(out, " ");
            text_add(out, words, length);
            filled += (filled == 0 ? indent + 1 : 0) + 1 + length;
        }
        words += length + (words[length] ? 1 : 0);
    }
    if (filled > 0)
        text_add_string(out, "\n");
}

static void add_comment_text(text *out, size_t indent, text *words) {
    out->failed |= words->failed;
    if (!words->failed && words->bytes)
        add_comment(out, indent, words->bytes);
    text_free(words);
}

static void comment_column(text *out, const inspection_column *of) {
    text words = {0};
    const category_distribution *values = &of->values.after.categories;
    text_format(&words, "%" PRIu64 " different value%s", values->distinct,
                values->distinct == 1 ? "" : "s");
    if (values->missing > 0)
        text_format(&words, ", %" PRIu64 " of %" PRIu64 " rows without", values->missing,
                    values->rows);
    if (of->given)
        text_format(&words, ". %s: as you said", of->role);
    else
        text_format(&words, ". %s (%s): %s", of->role, of->sure, of->reason);
    if (of->change)
        text_format(&words, "; %s", of->change);
    text_add_string(&words, ".");
    add_comment_text(out, 2, &words);
}

/* "age: built ranges …" without the name. */
static void comment_hierarchy(text *out, const inspection_column *of) {
    size_t length = strlen(of->name);
    if (!of->described)
        return;
    bool named = strncmp(of->described, of->name, length) == 0 && of->described[length] == ':';
    add_comment(out, 4, of->described + (named ? length + 1 : 0));
}

static const struct {
    plan_role role;
    const char *says;
} role_words[] = {
    {ROLE_IDENTIFIER, "identifier: names a person; it is left out of the release."},
    {ROLE_PERSON, "person: the key of the person that a row is about; people are counted, not "
                  "rows, and the key is left out."},
    {ROLE_HOUSEHOLD, "household: the key of a household; it is left out."},
    {ROLE_QUASI, "quasi: others know it, too; it is made coarser until enough people look alike."},
    {ROLE_SENSITIVE, "sensitive: what nobody should learn about a person; it is published as it "
                     "is."},
    {ROLE_WEIGHT, "weight: how many people of the population a row stands for."},
    {ROLE_PLAIN, "plain: published as it is. Only for what no outsider can know of a person."},
};

static void comment_head(text *out, const inspecting *run) {
    text words = {0};
    text_format(&words, "A plan to start from, for %s: %zu rows, %zu columns.", run->input->path,
                run->table->rows, run->table->columns);
    add_comment_text(out, 0, &words);
    add_comment(out, 0,
                "The roles are suggestions, made from the names and the values of the columns. "
                "Check each of them: only you know what others know about these people.");
    for (size_t i = 0; i < sizeof role_words / sizeof *role_words; i++)
        if (role_words[i].role == ROLE_PLAIN || plan_count_role(run->starter, role_words[i].role))
            add_comment(out, 0, role_words[i].says);
    text_add_string(out, "\n");
}

static void comment_k(text *out, const inspecting *run) {
    text words = {0};
    const char *members = run->bound.person_of ? "persons" : "rows";
    text_format(&words, "At least so many %s look alike in all quasi-identifiers.", members);
    if (run->input->plan->k == 0 && run->starter->k < 5)
        text_format(&words, " 5 is usual, but the table has no more %s.", members);
    else
        text_add_string(&words, " 5 is a usual start; 10 and more for what is published widely.");
    if (plan_count_role(run->starter, ROLE_SENSITIVE) > 0)
        text_add_string(&words, " Add `l: 2` so that people who look alike also differ in each "
                                "sensitive column.");
    add_comment_text(out, 2, &words);
}

static void comment_suppression(text *out, const inspecting *run) {
    if (run->input->plan->suppression_given)
        return;
    add_comment(out, 0,
                "At most this share of the rows loses all its quasi-identifiers, so that a few "
                "unusual rows do not make all others coarser. 0 keeps every row.");
}

static void comment_time(text *out, const inspecting *run) {
    if (run->input->plan->time_limit > 0)
        return;
    add_comment(out, 2,
                "Seconds, after which the search ends with the best that it has. 0: no limit, for "
                "the best that there is.");
}

static void comment_unnamed(text *out, const inspecting *run) {
    if (run->starter->unnamed == UNNAMED_REFUSE)
        add_comment(out, 0,
                    "A table with a column that this plan does not name is refused, so that a new "
                    "column is not published unseen. drop leaves such columns out.");
}

static void comment_recoding(text *out, const inspecting *run) {
    const inspection *facts = run->facts;
    text words = {0};
    if (facts->trial_count == 0)
        return;
    text_add_string(&words, "How values are made coarser. A short trial");
    if (facts->trial_rows < run->table->rows)
        text_format(&words, " with %" PRIu64 " of the rows", facts->trial_rows);
    text_add_string(&words, " lost");
    for (size_t i = 0; i < facts->trial_count; i++) {
        const inspection_trial *each = &facts->trials[i];
        if (isnan(each->loss))
            text_format(&words, "%s nothing known with %s", i ? "," : "", each->recoding);
        else
            text_format(&words, "%s %.3g with %s", i ? "," : "", each->loss, each->recoding);
    }
    text_add_string(&words, " (0: nothing, 1: everything).");
    add_comment_text(out, 0, &words);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A line of a plan's YAML, which is a map of scalars, lists in one line, and maps. */
typedef struct plan_line {
    const char *at;
    size_t length; /* without the line end */
    size_t indent;
    const char *section; /* the line of the map that it is in; NULL: none */
    size_t section_length;
} plan_line;

static bool next_line(plan_line *line) {
    const char *next = line->at + line->length + (line->at[line->length] ? 1 : 0);
    size_t indent = strspn(next, " ");
    if (indent == 0) {
        line->section = NULL;
        line->section_length = 0;
    } else if (line->length > 0 && line->indent == 0) {
        line->section = line->at;
        line->section_length = line->length;
    }
    line->at = next;
    line->length = strcspn(next, "\n");
    line->indent = indent;
    return *next;
}

static plan_line first_line(const char *yaml) {
    return (plan_line){.at = yaml, .length = strcspn(yaml, "\n"), .indent = strspn(yaml, " ")};
}

static bool is_line(const plan_line *line, const char *section, const char *key) {
    size_t length = strlen(key);
    bool within = section ? line->section && line->section_length == strlen(section) &&
                                strncmp(line->section, section, line->section_length) == 0
                          : line->indent == 0;
    return within && strncmp(line->at + line->indent, key, length) == 0;
}

static bool same_line(const plan_line *one, const plan_line *other) {
    return one->length == other->length && strncmp(one->at, other->at, one->length) == 0 &&
           one->section_length == other->section_length &&
           strncmp(one->section ? one->section : "", other->section ? other->section : "",
                   one->section_length) == 0;
}

static bool is_usual(const plan_line *line, const char *usual) {
    plan_line other = first_line(usual);
    for (bool more = *usual; more; more = next_line(&other))
        if (same_line(line, &other))
            return true;
    return false;
}

typedef struct annotating {
    text *out;
    const inspecting *run;
    const char *usual;  /* the YAML of a new plan */
    size_t attribute;   /* attributes so far */
    const char *opened; /* section whose line was written; NULL: none */
} annotating;

static const inspection_column *column_of(const inspecting *run, const char *name) {
    int64_t place = table_find(run->table, name);
    return place >= 0 ? &run->column[place] : NULL;
}

static void add_line(annotating *to, const plan_line *line) {
    text_add(to->out, line->at, line->length);
    text_add_string(to->out, "\n");
}

/* Names of over a hundred bytes are written as `? name` and `: role: quasi`. */
static void annotate_attribute(annotating *to, const plan_line *line) {
    const shoal_plan *plan = to->run->starter;
    const char *key = line->at + line->indent;
    bool begins = line->indent == 2 && *key != ':';
    if (begins)
        to->attribute++;
    const inspection_column *of = to->attribute > 0 && to->attribute <= plan->attribute_count
                                      ? column_of(to->run, plan->attributes[to->attribute - 1].name)
                                      : NULL;
    if (of && begins)
        comment_column(to->out, of);
    else if (of && line->indent == 4 && strncmp(key, "hierarchy:", 10) == 0)
        comment_hierarchy(to->out, of);
    add_line(to, line);
}

/* Sections are opened by the first line of them that says something. */
static void annotate_setting(annotating *to, const plan_line *line) {
    bool recoding = is_line(line, NULL, "recoding:"), version = is_line(line, NULL, "version:");
    if (line->at[line->length - 1] == ':' && line->indent == 0)
        return;
    if (!recoding && !version && is_usual(line, to->usual))
        return;
    if (line->section && to->opened != line->section) {
        text_add(to->out, line->section, line->section_length);
        text_add_string(to->out, "\n");
        to->opened = line->section;
    }
    if (is_line(line, "privacy:", "k:"))
        comment_k(to->out, to->run);
    else if (is_line(line, NULL, "suppression:"))
        comment_suppression(to->out, to->run);
    else if (is_line(line, NULL, "unnamed:"))
        comment_unnamed(to->out, to->run);
    else if (is_line(line, "search:", "time_limit:"))
        comment_time(to->out, to->run);
    else if (recoding)
        comment_recoding(to->out, to->run);
    add_line(to, line);
}

static void annotate(text *out, const inspecting *run, const char *yaml, const char *usual) {
    annotating to = {.out = out, .run = run, .usual = usual};
    plan_line line = first_line(yaml);
    comment_head(out, run);
    for (bool more = *yaml; more; more = next_line(&line)) {
        if (line.length == 0)
            continue;
        if (is_line(&line, NULL, "attributes:"))
            add_line(&to, &line);
        else if (is_line(&line, "attributes:", ""))
            annotate_attribute(&to, &line);
        else
            annotate_setting(&to, &line);
    }
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status format_usual(text *out, shoal_error *error) {
    shoal_plan *usual = NULL;
    STATUS_TRY(shoal_plan_new(&usual, error));
    shoal_status status = plan_yaml_format(out, usual, NULL, NULL, error);
    shoal_plan_free(usual);
    return status;
}

static shoal_status print(text *out, inspecting *run, text *yaml, text *usual, shoal_error *error) {
    const char *path = run->input->plan_path ? run->input->plan_path : "-";
    STATUS_TRY(plan_yaml_format_file(yaml, run->starter, path, error));
    STATUS_TRY(format_usual(usual, error));
    annotate(out, run, yaml->bytes, usual->bytes);
    if (out->failed)
        return status_no_memory(error);
    run->facts->plan = arena_text(run->memory, out->bytes, out->length);
    return run->facts->plan ? SHOAL_OK : status_no_memory(error);
}

shoal_status starter_plan_print(inspecting *run, shoal_error *error) {
    text made = {0}, yaml = {0}, usual = {0};
    shoal_status status = print(&made, run, &yaml, &usual, error);
    text_free(&made);
    text_free(&yaml);
    text_free(&usual);
    return status;
}
