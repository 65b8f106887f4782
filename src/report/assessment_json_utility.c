/* JSON of linkage and utility: the facts of both tables together, and of their columns. */
#include "report/assessment_parts.h"

#include <math.h>

/* ---- Linkage --------------------------------------------------------------------------------- */

static void print_numeric(json *out, const assessment_linkage *linkage) {
    if (linkage->numeric_none) {
        json_null(out, "numeric");
        json_string(out, "numeric_reason", linkage->numeric_none);
        return;
    }
    json_open(out, "numeric", '{');
    json_strings(out, "attributes", linkage->numeric, linkage->numeric_count);
    json_unsigned(out, "rows", linkage->numeric_rows);
    json_unsigned(out, "attacked", linkage->attacked);
    json_number(out, "dld", linkage->dld);
    json_number(out, "pld", linkage->pld);
    json_number(out, "dld_before", linkage->dld_before);
    json_number(out, "pld_before", linkage->pld_before);
    json_number(out, "guessed_by_distance", linkage->guessed_by_distance);
    json_number(out, "guessed_by_probability", linkage->guessed_by_probability);
    json_number(out, "guessed_by_distance_before", linkage->guessed_by_distance_before);
    json_number(out, "guessed_by_probability_before", linkage->guessed_by_probability_before);
    json_number(out, "id", linkage->id);
    json_number(out, "id_original", linkage->id_original);
    json_close(out, '}');
    json_null(out, "numeric_reason");
}

static void print_generalized(json *out, const assessment_linkage *linkage) {
    const generalized_outcome *found = &linkage->generalized;
    if (linkage->generalized_none) {
        json_null(out, "generalized");
        json_string(out, "generalized_reason", linkage->generalized_none);
        return;
    }
    json_open(out, "generalized", '{');
    json_unsigned(out, "records", found->records);
    json_unsigned(out, "attacked", found->attacked);
    json_unsigned(out, "found", found->found);
    json_unsigned(out, "certain", found->certain);
    json_unsigned(out, "published", found->published);
    json_number(out, "expected", found->expected);
    json_number(out, "expected_all", found->expected_all);
    json_number(out, "largest", found->largest);
    json_unsigned(out, "fewest", found->fewest);
    json_number(out, "candidates", found->candidates);
    json_number(out, "narrowest", found->narrowest);
    json_boolean(out, "overlapping", found->overlapping);
    json_boolean(out, "excluded", found->excluded);
    json_close(out, '}');
    json_null(out, "generalized_reason");
}

static void print_labels(json *out, const assessment *facts) {
    json_open(out, "labels", '{');
    for (size_t a = 0; a < facts->quasi_count; a++) {
        const assessment_labels *labels = &facts->linkage.labels[a];
        json_open(out, labels->name, '{');
        json_unsigned(out, "labels", labels->labels);
        json_unsigned(out, "of_values", labels->of_values);
        json_unsigned(out, "of_hierarchy", labels->of_hierarchy);
        json_unsigned(out, "read", labels->read);
        json_unsigned(out, "observed", labels->observed);
        json_unsigned(out, "unknown", labels->unknown);
        json_close(out, '}');
    }
    json_close(out, '}');
}

void assessment_json_linkage(json *out, const assessment *facts) {
    if (!facts->before) {
        json_null(out, "linkage");
        return;
    }
    json_open(out, "linkage", '{');
    json_boolean(out, "aligned", facts->aligned);
    print_numeric(out, &facts->linkage);
    print_generalized(out, &facts->linkage);
    json_number(out, "risk", facts->linkage.risk);
    json_string(out, "risk_of", facts->linkage.risk_of);
    print_labels(out, facts);
    json_close(out, '}');
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void print_top(json *out, const assessment_values *values, const double *covered) {
    json_open(out, "top", '[');
    for (size_t i = 0; i < values->categories.shown; i++) {
        json_open(out, NULL, '{');
        assessment_json_value(out, values->top[i]);
        json_unsigned(out, "rows", values->categories.top[i].rows);
        if (covered && !isnan(covered[i]))
            json_number(out, "original_rows", covered[i]);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void print_numbers(json *out, const assessment_values *values) {
    const number_distribution *numbers = &values->numbers;
    if (!values->numeric) {
        json_null(out, "numbers");
        return;
    }
    json_open(out, "numbers", '{');
    json_unsigned(out, "missing", numbers->missing);
    json_number(out, "mean", numbers->mean);
    json_number(out, "deviation", numbers->deviation);
    json_number(out, "smallest", numbers->smallest);
    json_open(out, "quartiles", '[');
    for (size_t q = 0; q < 3; q++)
        json_number(out, NULL, numbers->quartile[q]);
    json_close(out, ']');
    json_number(out, "largest", numbers->largest);
    json_number(out, "low", values->low);
    json_number(out, "high", values->high);
    json_open(out, "bins", '[');
    for (size_t b = 0; b < DISTRIBUTION_BINS; b++)
        json_unsigned(out, NULL, numbers->bin[b]);
    json_close(out, ']');
    json_close(out, '}');
}

void assessment_json_values(json *out, const char *key, const assessment_values *values,
                            const double *covered) {
    if (!values->there)
        return;
    json_open(out, key, '{');
    json_unsigned(out, "rows", values->categories.rows);
    json_unsigned(out, "missing", values->categories.missing);
    json_unsigned(out, "distinct", values->categories.distinct);
    json_number(out, "entropy", values->categories.entropy);
    if (!out->brief) {
        print_top(out, values, covered);
        json_unsigned(out, "rest", values->categories.rest);
        print_numbers(out, values);
    }
    json_close(out, '}');
}

static void print_columns(json *out, const assessment *facts) {
    json_open(out, "attributes", '{');
    for (size_t i = 0; i < facts->column_count; i++) {
        const assessment_column *each = &facts->columns[i];
        json_open(out, each->name, '{');
        json_string(out, "role", each->role);
        json_string(out, "type", each->type);
        json_number(out, "loss", each->loss);
        json_number(out, "level", each->level < 0 ? (double)NAN : each->level);
        json_number(out, "height", each->height < 0 ? (double)NAN : each->height);
        assessment_json_values(out, "before", &each->before, NULL);
        assessment_json_values(out, "after", &each->after, each->covered);
        json_number(out, "distance", each->distance);
        json_string(out, "distance_name", each->distance_name);
        json_number(out, "shift", each->shift);
        json_close(out, '}');
    }
    json_close(out, '}');
    json_unsigned(out, "attributes_left_out", facts->columns_left_out);
}

/* ---- Correlations and the prediction --------------------------------------------------------- */

static void print_matrix(json *out, const char *key, const association_matrix *of) {
    json_open(out, key, '[');
    for (size_t i = 0; i < of->columns; i++) {
        json_open(out, NULL, '[');
        for (size_t j = 0; j < of->columns; j++)
            json_number(out, NULL, of->value[i * of->columns + j]);
        json_close(out, ']');
    }
    json_close(out, ']');
}

static void print_change(json *out, const assessment *facts) {
    const association_change *change = &facts->correlation_change;
    if (!facts->before || change->compared == 0) {
        json_null(out, "largest_change");
        return;
    }
    json_open(out, "largest_change", '{');
    json_string(out, "one", facts->correlated[change->one]);
    json_string(out, "other", facts->correlated[change->other]);
    json_number(out, "value", change->largest);
    json_number(out, "mean", change->mean);
    json_unsigned(out, "compared", change->compared);
    json_close(out, '}');
}

static void print_correlations(json *out, const assessment *facts) {
    const association_matrix *after = &facts->correlations_after;
    json_open(out, "correlations", '{');
    json_strings(out, "names", facts->correlated, after->columns);
    json_unsigned(out, "left_out", after->left_out);
    if (facts->before && !out->brief)
        print_matrix(out, "before", &facts->correlations_before);
    if (!out->brief)
        print_matrix(out, "after", after);
    print_change(out, facts);
    json_close(out, '}');
}

static void print_predicted(json *out, const char *key, const prediction *found) {
    json_open(out, key, '{');
    json_unsigned(out, "rows", found->rows);
    json_unsigned(out, "classes", found->classes);
    json_number(out, "majority", found->majority);
    json_number(out, "naive_bayes", found->naive_bayes);
    json_close(out, '}');
}

static void print_prediction(json *out, const assessment *facts) {
    if (!facts->target) {
        json_null(out, "prediction");
        return;
    }
    json_open(out, "prediction", '{');
    json_string(out, "target", facts->target);
    if (facts->before)
        print_predicted(out, "before", &facts->predicted_before);
    print_predicted(out, "after", &facts->predicted_after);
    json_close(out, '}');
}

static void print_metrics(json *out, const assessment *facts) {
    if (facts->utility.none || !facts->before) {
        json_null(out, "metrics");
        json_string(out, "reason",
                    facts->before ? facts->utility.none : "there is no original to compare with");
        return;
    }
    json_open(out, "metrics", '{');
    for (size_t i = 0; i < facts->utility.metric_count; i++)
        json_number(out, facts->utility.metrics[i].name, facts->utility.metrics[i].value);
    json_close(out, '}');
    json_null(out, "reason");
}

/* ---- Counts and tables ------------------------------------------------------------------------
 */

static void print_ranges(json *out, const assessment_queries *of) {
    json_open(out, "ranges", '[');
    for (size_t d = 0; d < QUERY_DIMENSIONS; d++) {
        if (of->ranges[d].queries == 0)
            continue;
        json_open(out, NULL, '{');
        json_unsigned(out, "attributes", d + 1);
        json_unsigned(out, "queries", of->ranges[d].queries);
        json_number(out, "median", of->ranges[d].median);
        json_number(out, "mean", of->ranges[d].mean);
        json_number(out, "upper", of->ranges[d].upper);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void print_pairs(json *out, const assessment *facts) {
    const group_errors *groups = &facts->utility.queries.groups;
    if (groups->paired < 2) {
        json_null(out, "pairs");
        return;
    }
    json_open(out, "pairs", '{');
    json_number(out, "mean", groups->pair_mean);
    json_number(out, "largest", groups->pair_largest);
    json_string(out, "one", facts->quasi[groups->one]);
    json_string(out, "other", facts->quasi[groups->other]);
    for (size_t i = 0; !out->brief && i < groups->paired; i++) {
        if (i == 0)
            json_open(out, "distances", '[');
        json_open(out, NULL, '[');
        for (size_t j = 0; j < groups->paired; j++)
            json_number(out, NULL, groups->pair[i * groups->paired + j]);
        json_close(out, ']');
        if (i + 1 == groups->paired)
            json_close(out, ']');
    }
    json_close(out, '}');
}

static void print_tables(json *out, const assessment *facts) {
    const group_errors *groups = &facts->utility.queries.groups;
    json_open(out, "tables", '{');
    json_number(out, "mean", groups->single_mean);
    json_open(out, "attributes", '{');
    for (size_t a = 0; a < facts->quasi_count; a++)
        json_number(out, facts->quasi[a], groups->single[a]);
    json_close(out, '}');
    print_pairs(out, facts);
    json_close(out, '}');
}

static void print_untouched(json *out, const assessment *facts) {
    const assessment_queries *of = &facts->utility.queries;
    json_number(out, "untouched", of->untouched);
    json_open(out, "untouched_of", '{');
    for (size_t a = 0; of->untouched_of && a < facts->quasi_count; a++)
        json_number(out, facts->quasi[a], of->untouched_of[a]);
    json_close(out, '}');
}

static void print_queries(json *out, const assessment *facts) {
    const assessment_queries *of = &facts->utility.queries;
    if (!facts->before || of->none) {
        json_null(out, "queries");
        return;
    }
    json_open(out, "queries", '{');
    print_ranges(out, of);
    print_tables(out, facts);
    print_untouched(out, facts);
    json_close(out, '}');
}

void assessment_json_utility(json *out, const assessment *facts) {
    json_open(out, "utility", '{');
    if (out->brief)
        json_string(out, "left_out", "values, bins and correlations of the columns");
    print_metrics(out, facts);
    print_queries(out, facts);
    print_columns(out, facts);
    print_correlations(out, facts);
    print_prediction(out, facts);
    json_close(out, '}');
}
