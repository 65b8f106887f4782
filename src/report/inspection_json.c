#include "report/assessment_parts.h"
#include "report/inspection_parts.h"

static void print_told(json *out, const inspection_column *of) {
    json_open(out, "tells", '[');
    for (size_t i = 0; i < of->told_count; i++) {
        json_open(out, NULL, '{');
        json_string(out, "column", of->told[i].name);
        json_number(out, "share", of->told[i].share);
        json_boolean(out, "both_ways", of->told[i].copies);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void print_suggestion(json *out, const inspection_column *of) {
    json_string(out, "format", of->format);
    json_string(out, "role", of->role);
    json_boolean(out, "given", of->given);
    json_string(out, "certainty", of->sure);
    json_number(out, "certainty_value", of->certainty);
    json_string(out, "reason", of->given ? NULL : of->reason);
    json_string(out, "planned_role", of->planned);
    json_string(out, "planned_reason", of->change);
    json_string(out, "hierarchy", of->hierarchy);
    json_string(out, "hierarchy_built", of->described);
}

static void print_columns(json *out, const inspection *facts) {
    json_open(out, "columns", '[');
    for (size_t i = 0; i < facts->column_count; i++) {
        const inspection_column *each = &facts->columns[i];
        json_open(out, NULL, '{');
        json_string(out, "name", each->name);
        json_string(out, "type", each->values.type);
        print_suggestion(out, each);
        json_number(out, "names_rows", each->names);
        json_unsigned(out, "named_rows", each->named);
        assessment_json_values(out, "values", &each->values.after, NULL);
        print_told(out, each);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void print_sets(json *out, const inspection *facts) {
    json_open(out, "combinations", '{');
    json_unsigned(out, "columns", facts->set_columns);
    json_unsigned(out, "columns_left_out", facts->set_columns_left);
    json_unsigned(out, "chosen_by_rows", facts->set_rows);
    json_open(out, "sets", '[');
    for (size_t i = 0; i < facts->set_count; i++) {
        json_open(out, NULL, '{');
        json_open(out, "columns", '[');
        for (size_t c = 0; c < facts->sets[i].size; c++)
            json_string(out, NULL, facts->columns[facts->sets[i].column[c]].name);
        json_close(out, ']');
        json_unsigned(out, "rows", facts->sets[i].rows);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

static void print_trials(json *out, const inspection *facts) {
    json_open(out, "trials", '[');
    for (size_t i = 0; i < facts->trial_count; i++) {
        json_open(out, NULL, '{');
        json_string(out, "recoding", facts->trials[i].recoding);
        json_number(out, "loss", facts->trials[i].loss);
        json_integer(out, "evaluations", facts->trials[i].evaluations);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_unsigned(out, "trial_rows", facts->trial_rows);
}

static void print_json(text *out, const inspection *facts, bool brief) {
    json document = {.out = *out, .brief = brief};
    json_open(&document, NULL, '{');
    json_string(&document, "shoal", shoal_version());
    json_string(&document, "kind", "inspection");
    result_json_file(&document, "input", &facts->file);
    json_unsigned(&document, "rows", facts->rows);
    json_unsigned(&document, "column_count", facts->column_count);
    json_open(&document, "person", '[');
    for (size_t i = 0; i < facts->person_count; i++)
        json_string(&document, NULL, facts->person[i]);
    json_close(&document, ']');
    if (facts->person_count > 0)
        json_unsigned(&document, "persons", facts->persons);
    else
        json_null(&document, "persons");
    json_boolean(&document, "by_values_alone", facts->last_resort);
    print_columns(&document, facts);
    json_unsigned(&document, "tells_rows", facts->told_rows);
    inspection_safe_harbor_json(&document, facts);
    print_sets(&document, facts);
    json_unsigned(&document, "quasi_identifiers", facts->quasi_count);
    json_unsigned(&document, "quasi_identifiers_left_out", facts->quasi_left);
    json_string(&document, "recoding", facts->recoding);
    print_trials(&document, facts);
    json_string(&document, "plan", facts->plan);
    json_string(&document, "plan_path", facts->plan_path);
    json_string(&document, "command", facts->command);
    json_number(&document, "seconds", facts->seconds);
    json_close(&document, '}');
    *out = document.out;
}

void inspection_print_json(text *out, const inspection *facts) {
    print_json(out, facts, false);
}

void inspection_print_json_brief(text *out, const inspection *facts) {
    print_json(out, facts, true);
}
