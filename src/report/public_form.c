#include "report/public_form.h"

#include "report/assessment_parts.h"
#include "report/inspection_parts.h"

#include <string.h>

void public_json_count(json *out, const char *key, uint64_t count, uint64_t least) {
    if (count > 0 && count < least)
        json_null(out, key);
    else
        json_unsigned(out, key, count);
}

bool public_hides_rows(const result_facts *facts) {
    uint64_t lacking = facts->rows - facts->output.rows;
    return facts->released && facts->output.rows < facts->rows && lacking < (uint64_t)facts->k;
}

const char *public_name(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

void public_json_warnings(json *out, const warning_list *warnings) {
    json_open(out, "warnings", '[');
    for (size_t i = 0; warnings && i < warnings->count; i++) {
        const warning *each = &warnings->each[i];
        json_open(out, NULL, '{');
        json_string(out, "code", each->code);
        json_string(out, "attribute", each->attribute);
        json_string(out, "message", warning_code_find(each->code)->summary);
        json_boolean(out, "accepted", each->accepted);
        json_close(out, '}');
    }
    json_close(out, ']');
}

assessment public_assessment(const assessment *facts) {
    assessment made = *facts;
    made.before = NULL;
    made.utility = (assessment_utility){0};
    made.linkage = (assessment_linkage){0};
    made.attacks = (attack_list){.none = "attacks are measured with the original"};
    made.correlations_before = (association_matrix){0};
    made.correlation_change = (association_change){0};
    return made;
}

/* ---- Assessments ------------------------------------------------------------------------------
 */

static void print_rules(json *out, const assessment *facts) {
    json_open(out, "rules", '[');
    for (size_t i = 0; i < facts->rule_count; i++) {
        const assessment_rule *rule = &facts->rules[i];
        json_open(out, NULL, '{');
        json_string(out, "rule", rule->text);
        json_string(out, "attribute", rule->attribute);
        assessment_json_measure(out, "asked", rule->asked);
        assessment_json_measure(out, "found", rule->found);
        if (rule->judged)
            json_boolean(out, "holds", rule->holds);
        else
            json_null(out, "holds");
        json_close(out, '}');
    }
    json_close(out, ']');
}

void assessment_print_public(text *out, const assessment *facts) {
    json document = {.out = *out, .hidden = true};
    json_open(&document, NULL, '{');
    json_string(&document, "shoal", shoal_version());
    json_string(&document, "kind", "assessment");
    json_boolean(&document, "public", true);
    result_file file = facts->table.file;
    file.path = public_name(file.path);
    result_json_file(&document, "input", &file);
    json_strings(&document, "quasi", facts->quasi, facts->quasi_count);
    json_strings(&document, "sensitive", facts->sensitive, facts->sensitive_count);
    json_string(&document, "missing_rule", facts->missing);
    json_open(&document, "verdict", '{');
    if (facts->asked)
        json_boolean(&document, "holds", facts->holds);
    else
        json_null(&document, "holds");
    json_integer(&document, "k_asked", facts->k_asked);
    json_boolean(&document, "k_holds", facts->k_holds);
    print_rules(&document, facts);
    json_close(&document, '}');
    assessment_json_table(&document, facts, &facts->table);
    public_json_warnings(&document, facts->warnings);
    json_number(&document, "seconds", facts->seconds);
    json_close(&document, '}');
    *out = document.out;
}

/* ---- Inspections ------------------------------------------------------------------------------
 */

/* Of the columns only what they are: an inspection is about a table that is not released. */
void inspection_print_public(text *out, const inspection *facts) {
    json document = {.out = *out, .hidden = true};
    json_open(&document, NULL, '{');
    json_string(&document, "shoal", shoal_version());
    json_string(&document, "kind", "inspection");
    json_boolean(&document, "public", true);
    json_unsigned(&document, "column_count", facts->column_count);
    json_strings(&document, "person", facts->person, facts->person_count);
    json_open(&document, "columns", '[');
    for (size_t i = 0; i < facts->column_count; i++) {
        const inspection_column *each = &facts->columns[i];
        json_open(&document, NULL, '{');
        json_string(&document, "name", each->name);
        json_string(&document, "type", each->values.type);
        json_string(&document, "format", each->format);
        json_string(&document, "role", each->role);
        json_string(&document, "certainty", each->sure);
        json_string(&document, "planned_role", each->planned);
        json_close(&document, '}');
    }
    json_close(&document, ']');
    inspection_safe_harbor_json(&document, facts);
    json_string(&document, "recoding", facts->recoding);
    json_number(&document, "seconds", facts->seconds);
    json_close(&document, '}');
    *out = document.out;
}
