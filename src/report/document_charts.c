#include "report/document.h"

#include "report/document_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const scale_names[] = {
    [AXIS_LINEAR] = "linear",
    [AXIS_LOG] = "log",
    [AXIS_CATEGORY] = "category",
    [AXIS_DATE] = "date",
};

static const char *const chart_names[] = {
    [CHART_LINES] = "lines",
    [CHART_STEPS] = "steps",
    [CHART_BARS] = "bars",
    [CHART_POINTS] = "points",
};

static const char *const state_names[] = {
    [NODE_UNKNOWN] = "unknown",
    [NODE_INFEASIBLE] = "infeasible",
    [NODE_FEASIBLE] = "feasible",
    [NODE_CHOSEN] = "chosen",
};

static void begin_figure(document *of, const char *type, const char *title, const char *says) {
    document_begin_block(of, type);
    document_string(&of->out, "title", title, DOCUMENT_NAME);
    document_string(&of->out, "says", says, DOCUMENT_PARAGRAPH);
}

static void write_axis(json *out, const char *key, document_axis axis) {
    json_open(out, key, '{');
    document_string(out, "name", axis.name, DOCUMENT_NAME);
    json_string(out, "scale", scale_names[axis.scale]);
    json_close(out, '}');
}

static void write_names(json *out, const char *key, const char *const *names, size_t count) {
    json_open(out, key, '[');
    for (size_t name = 0; name < count; name++)
        document_string(out, NULL, names[name], DOCUMENT_NAME);
    json_close(out, ']');
}

/* ---- Series --------------------------------------------------------------------------------- */

void document_chart(document *of, chart_kind kind, const char *title, const char *says,
                    document_axis x, document_axis y) {
    begin_figure(of, "chart", title, says);
    json_string(&of->out, "kind", chart_names[kind]);
    write_axis(&of->out, "x", x);
    write_axis(&of->out, "y", y);
    json_open(&of->out, "parts", '[');
}

/* Which points of a series are written. */
typedef struct selection {
    size_t count, of;
    bool thinned; /* evenly, with the first and the last; else the first ones */
} selection;

static selection select_points(const document_series *series) {
    size_t most = series->x_names ? DOCUMENT_CATEGORIES : DOCUMENT_POINTS;
    bool all = series->count <= most;
    return (selection){all ? series->count : most, series->count, !all && !series->x_names};
}

static size_t selected(selection points, size_t index) {
    if (!points.thinned)
        return index;
    double step = (double)(points.of - 1) / (double)(points.count - 1);
    size_t point = (size_t)((double)index * step + 0.5);
    return point < points.of ? point : points.of - 1;
}

/* As many digits as a drawing can show, and its table of numbers: all of them would be most of the
 * page. Whole numbers stay exact. */
static double rounded(double value) {
    char digits[32];
    if (!isfinite(value) || value == floor(value))
        return value;
    (void)snprintf(digits, sizeof digits, "%.6g", value);
    return strtod(digits, NULL);
}

static void write_values(json *out, const char *key, const double *values, selection points) {
    if (!values)
        return;
    json_open(out, key, '[');
    for (size_t index = 0; index < points.count; index++)
        json_number(out, NULL, rounded(values[selected(points, index)]));
    json_close(out, ']');
}

static void write_texts(json *out, const char *key, const char *const *texts, selection points) {
    if (!texts)
        return;
    json_open(out, key, '[');
    for (size_t index = 0; index < points.count; index++)
        document_string(out, NULL, texts[selected(points, index)], DOCUMENT_NAME);
    json_close(out, ']');
}

void document_add_series(document *of, const document_series *series) {
    json *out = &of->out;
    selection points = select_points(series);
    json_open(out, NULL, '{');
    json_string(out, "is", "series");
    document_string(out, "name", series->name, DOCUMENT_NAME);
    json_boolean(out, "main", series->main);
    json_unsigned(out, "of", points.of);
    write_texts(out, "names", series->x_names, points);
    write_values(out, "x", series->x_names ? NULL : series->x, points);
    write_values(out, "y", series->y, points);
    write_values(out, "low", series->low, points);
    write_values(out, "high", series->high, points);
    write_texts(out, "notes", series->notes, points);
    json_close(out, '}');
}

void document_mark(document *of, const char *name, double x, double y) {
    json_open(&of->out, NULL, '{');
    json_string(&of->out, "is", "mark");
    document_string(&of->out, "name", name, DOCUMENT_NAME);
    json_number(&of->out, "x", x);
    json_number(&of->out, "y", y);
    json_close(&of->out, '}');
}

void document_end_chart(document *of) {
    json_close(&of->out, ']');
    json_close(&of->out, '}');
}

/* ---- Boxes, heat maps, lattices ------------------------------------------------------------- */

static void write_box(json *out, const document_box *box) {
    size_t outliers = box->outlier_count < DOCUMENT_POINTS ? box->outlier_count : DOCUMENT_POINTS;
    json_open(out, NULL, '{');
    document_string(out, "group", box->group, DOCUMENT_NAME);
    document_string(out, "series", box->series, DOCUMENT_NAME);
    json_number(out, "low", box->low);
    json_number(out, "lower", box->lower);
    json_number(out, "median", box->median);
    json_number(out, "upper", box->upper);
    json_number(out, "high", box->high);
    write_values(out, "outliers", box->outliers, (selection){outliers, box->outlier_count, false});
    json_close(out, '}');
}

void document_boxes(document *of, const char *title, const char *says, const char *x_name,
                    document_axis y, const document_box *boxes, size_t count) {
    json *out = &of->out;
    begin_figure(of, "boxes", title, says);
    document_string(out, "x", x_name, DOCUMENT_NAME);
    write_axis(out, "y", y);
    json_unsigned(out, "of", count);
    json_open(out, "boxes", '[');
    for (size_t box = 0; box < count && box < DOCUMENT_BOXES; box++)
        write_box(out, &boxes[box]);
    json_close(out, ']');
    json_close(out, '}');
}

void document_heat(document *of, const char *title, const char *says, const char *const *row_names,
                   size_t rows, const char *const *column_names, size_t columns,
                   const double *values, double low, double high) {
    json *out = &of->out;
    size_t shown_rows = rows < DOCUMENT_HEAT ? rows : DOCUMENT_HEAT;
    size_t shown_columns = columns < DOCUMENT_HEAT ? columns : DOCUMENT_HEAT;
    begin_figure(of, "heat", title, says);
    json_unsigned(out, "rowsOf", rows);
    json_unsigned(out, "columnsOf", columns);
    write_names(out, "rows", row_names, shown_rows);
    write_names(out, "columns", column_names, shown_columns);
    json_number(out, "low", low);
    json_number(out, "high", high);
    json_open(out, "values", '[');
    for (size_t row = 0; row < shown_rows; row++)
        write_values(out, NULL, &values[row * columns],
                     (selection){shown_columns, shown_columns, false});
    json_close(out, ']');
    json_close(out, '}');
}

static void write_node(json *out, const uint8_t *levels, size_t attributes, node_state state,
                       double value) {
    json_open(out, NULL, '{');
    json_open(out, "levels", '[');
    for (size_t attribute = 0; attribute < attributes; attribute++)
        json_unsigned(out, NULL, levels[attribute]);
    json_close(out, ']');
    json_string(out, "state", state_names[state]);
    json_number(out, "value", value);
    json_close(out, '}');
}

void document_lattice(document *of, const char *title, const char *says,
                      const char *const *attributes, size_t attribute_count, const uint8_t *levels,
                      const node_state *states, const double *values, size_t nodes) {
    json *out = &of->out;
    begin_figure(of, "lattice", title, says);
    write_names(out, "attributes", attributes, attribute_count);
    json_unsigned(out, "of", nodes);
    json_open(out, "nodes", '[');
    for (size_t node = 0; nodes <= DOCUMENT_NODES && node < nodes; node++)
        write_node(out, &levels[node * attribute_count], attribute_count, states[node],
                   values ? values[node] : NAN);
    json_close(out, ']');
    json_close(out, '}');
}
