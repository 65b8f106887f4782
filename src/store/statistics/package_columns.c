#include "store/statistics/package_columns.h"

#include "files/text_utf8.h"

#include <string.h>

/* Variables that anybody has; ReadStat's own limits are far above. */
#define COLUMNS_MOST ((size_t)1 << 20)

value_form package_form(const char *kind, const char *format) {
    return strcmp(kind, "spss") == 0    ? value_form_spss(format)
           : strcmp(kind, "stata") == 0 ? value_form_stata(format)
                                        : value_form_sas(format);
}

static void free_column(package_column *column) {
    memory_free(column->name);
    memory_free(column->label);
    memory_free(column->format);
    value_labels_free(&column->labels);
}

void package_columns_free(package_columns *columns) {
    for (size_t i = 0; i < columns->count; i++)
        free_column(&columns->column[i]);
    memory_free(columns->column);
    memory_free(columns->first);
    *columns = (package_columns){0};
}

/* ---- One file -------------------------------------------------------------------------------- */

/* A label as it comes, before it is known whose it is. */
typedef struct found_label {
    size_t set;
    bool is_text;
    double number;
    char *value, *label;
} found_label;

typedef struct reading {
    package_columns *columns;
    const char *label;
    const volatile int *cancel;
    bool is_first; /* of the files */
    size_t seen;   /* variables */
    char **set;    /* names of sets of labels */
    size_t sets, set_room;
    size_t *set_of; /* [seen] number of the variable's set + 1; 0: none */
    size_t set_of_room;
    found_label *found;
    size_t found_count, found_room;
    shoal_status status;
    shoal_error *error;
} reading;

static package_answer stop(reading *of, shoal_status status) {
    of->status = status;
    return PACKAGE_STOP;
}

static package_answer stop_memory(reading *of) {
    return stop(of, status_no_memory(of->error));
}

/* Number of the set of that name; SIZE_MAX: out of memory. */
static size_t find_set(reading *of, const char *name) {
    for (size_t i = of->sets; i-- > 0;)
        if (strcmp(of->set[i], name) == 0)
            return i;
    if (!memory_grow((void **)&of->set, &of->set_room, of->sets + 1, sizeof *of->set) ||
        !(of->set[of->sets] = memory_text(name, strlen(name))))
        return SIZE_MAX;
    return of->sets++;
}

static bool is_text(const char *value) {
    size_t length = strlen(value);
    return text_utf8(value, length) == length && strcmp(value, ORIGIN_EMPTY) != 0;
}

static bool is_same_form(const value_form *one, const value_form *other) {
    return one->kind == other->kind && one->part_letter == other->part_letter;
}

static package_answer refuse(reading *of, const char *what, const char *name) {
    return stop(of, status_refuse(of->error, SHOAL_BAD_DATA, "package_columns", NULL,
                                  "%.100s: %.60s '%.60s'", of->label, what, name));
}

static bool copy_column(package_column *out, const package_variable *from, const char *kind) {
    *out = (package_column){
        .name = memory_text(from->name, strlen(from->name)),
        .label = memory_text(from->label, strlen(from->label)),
        .format = memory_text(from->format, strlen(from->format)),
        .type = from->type,
        .width = from->width,
        .form = package_form(kind, from->format),
    };
    out->form.single = from->type == PACKAGE_FLOAT;
    return out->name && out->label && out->format;
}

static package_answer add_column(reading *of, const package_variable *found) {
    package_columns *to = of->columns;
    if (found->index != to->count || to->count >= COLUMNS_MOST)
        return refuse(of, "variables out of order at", found->name);
    if (!*found->name || !is_text(found->name) || !is_text(found->label) || !is_text(found->format))
        return refuse(of, "the name or label of a variable is not text:", "");
    for (size_t i = 0; i < to->count; i++)
        if (strcmp(to->column[i].name, found->name) == 0)
            return refuse(of, "two variables are called", found->name);
    if (!memory_grow((void **)&to->column, &to->capacity, to->count + 1, sizeof *to->column))
        return stop_memory(of);
    bool copied = copy_column(&to->column[to->count], found, to->kind);
    to->count++;
    return copied ? PACKAGE_GO_ON : stop_memory(of);
}

/* A variable of a further file is that of the first. */
static package_answer compare_column(reading *of, const package_variable *found) {
    package_columns *to = of->columns;
    if (found->index >= to->count || strcmp(to->column[found->index].name, found->name) != 0)
        return stop(of, status_refuse(of->error, SHOAL_BAD_DATA, "package_columns", NULL,
                                      "%.80s: its variable %zu, '%.50s', is not that of %.80s",
                                      of->label, found->index + 1, found->name, to->first));
    package_column *known = &to->column[found->index];
    value_form form = package_form(to->kind, found->format);
    if ((known->type == PACKAGE_TEXT) != (found->type == PACKAGE_TEXT) ||
        !is_same_form(&known->form, &form))
        return stop(of, status_refuse(of->error, SHOAL_BAD_DATA, "package_columns", NULL,
                                      "%.80s: the type of '%.50s' is not that of %.80s", of->label,
                                      found->name, to->first));
    if (known->type != found->type && found->type != PACKAGE_TEXT) {
        known->type = PACKAGE_DOUBLE;
        known->form.single = false;
    }
    known->width = known->width > found->width ? known->width : found->width;
    return PACKAGE_GO_ON;
}

static package_answer on_variable(const package_variable *found, void *context) {
    reading *of = context;
    package_answer answer = of->is_first ? add_column(of, found) : compare_column(of, found);
    if (answer != PACKAGE_GO_ON)
        return answer;
    if (!memory_grow((void **)&of->set_of, &of->set_of_room, of->seen + 1, sizeof *of->set_of))
        return stop_memory(of);
    size_t set = *found->labels ? find_set(of, found->labels) : 0;
    if (set == SIZE_MAX)
        return stop_memory(of);
    of->set_of[of->seen++] = *found->labels ? set + 1 : 0;
    return PACKAGE_GO_ON;
}

/* Labels of nothing and of missing values do not matter. */
static package_answer on_label(const char *set, const package_value *value, const char *label,
                               void *context) {
    reading *of = context;
    if (value->missing || label[strspn(label, " ")] == '\0')
        return PACKAGE_GO_ON;
    if (!is_text(label) || (value->text && !is_text(value->text)))
        return refuse(of, "the label of a value is not text, in the labels", set);
    found_label made = {.set = find_set(of, set),
                        .is_text = value->text != NULL,
                        .number = value->number,
                        .label = memory_text(label, strlen(label))};
    if (value->text)
        made.value = memory_text(value->text, strlen(value->text));
    bool fine =
        made.set != SIZE_MAX && made.label && (made.value || !made.is_text) &&
        memory_grow((void **)&of->found, &of->found_room, of->found_count + 1, sizeof *of->found);
    if (!fine) {
        memory_free(made.value);
        memory_free(made.label);
        return stop_memory(of);
    }
    of->found[of->found_count++] = made;
    return PACKAGE_GO_ON;
}

static package_answer on_bytes(uint64_t read, void *context) {
    reading *of = context;
    (void)read;
    if (of->cancel && *of->cancel)
        return stop(of, status_fail(of->error, SHOAL_INTERRUPTED, "interrupted while reading"));
    return PACKAGE_GO_ON;
}

static shoal_status label_column(reading *of, package_column *column, const found_label *found) {
    char number[VALUE_FORM_SIZE] = "";
    const char *value = found->value, *differs = NULL;
    if (found->is_text != (column->type == PACKAGE_TEXT))
        return SHOAL_OK;
    if (!found->is_text) {
        value_form_text(number, &column->form, found->number);
        value = number;
    }
    if (!value_labels_add(&column->labels, value, found->label, &differs))
        return status_no_memory(of->error);
    if (!differs)
        return SHOAL_OK;
    return status_refuse(
        of->error, SHOAL_BAD_DATA, "package_labels_differ", NULL,
        "%.60s: the value %.30s of '%.40s' is labelled '%.30s' here and '%.30s' %s", of->label,
        value, column->name, found->label, differs, of->is_first ? "as well" : "in another file");
}

static shoal_status label_columns(reading *of) {
    for (size_t i = 0; i < of->seen; i++)
        for (size_t l = 0; of->set_of[i] && l < of->found_count; l++)
            if (of->found[l].set + 1 == of->set_of[i])
                STATUS_TRY(label_column(of, &of->columns->column[i], &of->found[l]));
    return SHOAL_OK;
}

static void reading_free(reading *of) {
    for (size_t i = 0; i < of->sets; i++)
        memory_free(of->set[i]);
    for (size_t i = 0; i < of->found_count; i++) {
        memory_free(of->found[i].value);
        memory_free(of->found[i].label);
    }
    memory_free(of->set);
    memory_free(of->set_of);
    memory_free(of->found);
}

static shoal_status check_count(const reading *of) {
    if (of->columns->count == 0)
        return status_fail(of->error, SHOAL_BAD_DATA, "%.150s: no variables", of->label);
    if (of->seen == of->columns->count)
        return SHOAL_OK;
    return status_refuse(of->error, SHOAL_BAD_DATA, "package_columns", NULL,
                         "%.100s has %zu variables and %.100s has %zu", of->label, of->seen,
                         of->columns->first, of->columns->count);
}

shoal_status package_columns_read(package_columns *columns, int descriptor, package_format format,
                                  const char *encoding, const char *label,
                                  const volatile int *cancel, shoal_error *error) {
    reading of = {.columns = columns,
                  .label = label,
                  .cancel = cancel,
                  .is_first = !columns->first,
                  .error = error};
    package_handler handler = {
        .variable = on_variable, .label = on_label, .bytes = on_bytes, .context = &of};
    if (of.is_first && !(columns->first = memory_text(label, strlen(label))))
        return status_no_memory(error);
    shoal_status status = package_parse(descriptor, format, encoding, label, &handler, error);
    if (of.status != SHOAL_OK)
        status = of.status;
    if (status == SHOAL_OK)
        status = check_count(&of);
    if (status == SHOAL_OK)
        status = label_columns(&of);
    reading_free(&of);
    return status;
}

/* ---- All files ------------------------------------------------------------------------------- */

shoal_status package_columns_finish(package_columns *columns, shoal_error *error) {
    for (size_t i = 0; i < columns->count; i++)
        if (!value_labels_finish(&columns->column[i].labels))
            return status_no_memory(error);
    return SHOAL_OK;
}

static const char *type_name(package_type type) {
    static const char *const names[] = {"text",  "int8",   "int16", "int32",
                                        "float", "double", "strL"};
    return names[type];
}

static bool copy_labels(column_origin *to, const value_labels *from) {
    if (from->count == 0)
        return true;
    to->labels = memory_zero(from->count, sizeof *to->labels);
    for (; to->labels && to->label_count < from->count; to->label_count++) {
        const value_label *pair = &from->pair[to->label_count];
        value_label *made = &to->labels[to->label_count];
        made->value = memory_text(pair->value, strlen(pair->value));
        made->label = memory_text(pair->label, strlen(pair->label));
        if (!made->value || !made->label) {
            to->label_count++;
            return false;
        }
    }
    return to->labels != NULL;
}

/* Labelled values are texts, whatever they are labels of. */
static void set_type(column_origin *to, const package_column *from) {
    static const int bits[] = {0, 8, 16, 32, 32, 64, 0};
    if (from->type == PACKAGE_TEXT || from->labels.count > 0)
        return;
    bool whole = from->type <= PACKAGE_INT32;
    to->of = value_form_type(&from->form);
    to->bits = bits[from->type];
    if (to->of == VALUE_REAL && whole)
        to->of = VALUE_INTEGER;
}

column_origin *package_column_origin(const package_columns *columns, size_t index) {
    const package_column *from = &columns->column[index];
    const char *native = type_name(from->type);
    column_origin *made = column_origin_new(VALUE_TEXT);
    if (!made)
        return NULL;
    made->kind = columns->kind;
    set_type(made, from);
    made->native = memory_text(native, strlen(native));
    made->label = memory_text(from->label, strlen(from->label));
    made->format = memory_text(from->format, strlen(from->format));
    if (!made->native || !made->label || !made->format || !copy_labels(made, &from->labels)) {
        column_origin_free(made);
        return NULL;
    }
    return made;
}
