#include "store/clickhouse/clickhouse_source.h"

#include "store/clickhouse/clickhouse_type.h"
#include "store/csv_source.h"

#include <stdio.h>
#include <string.h>

typedef struct clickhouse_source {
    source base;
    source_options options;
    clickhouse *of;
    bool owns; /* the connection */
    char *from, *order;
    column_origin **origins; /* [columns] */
    text header;             /* of the CSV, until it is sent */
    size_t sent;
    clickhouse_rows *rows;
} clickhouse_source;

/* ---- Columns --------------------------------------------------------------------------------- */

static char unescaped(char behind) {
    static const char from[] = "btnrf0'\\", to[] = "\b\t\n\r\f\0'\\";
    const char *found = strchr(from, behind);
    return found && behind ? to[found - from] : behind;
}

char *clickhouse_next_value(char **at, char *end) {
    char *begin = *at, *into = begin, *from = begin;
    for (; *from && *from != '\t' && *from != '\n'; from++)
        if (*from == '\\' && from[1])
            *into++ = unescaped(*++from);
        else
            *into++ = *from;
    *end = *from;
    *at = *from ? from + 1 : from;
    *into = '\0';
    return begin;
}

void clickhouse_columns_free(clickhouse_columns *columns) {
    for (size_t i = 0; i < columns->count; i++) {
        memory_free(columns->names[i]);
        column_origin_free(columns->origins[i]);
    }
    memory_free(columns->names);
    memory_free(columns->origins);
    *columns = (clickhouse_columns){0};
}

static size_t count_lines(const char *bytes) {
    size_t lines = 0;
    for (; bytes && (bytes = strchr(bytes, '\n')); bytes++)
        lines++;
    return lines;
}

static shoal_status take_columns(clickhouse_columns *out, char *answer, shoal_error *error) {
    size_t lines = count_lines(answer);
    out->names = memory_zero(lines, sizeof(char *));
    out->origins = memory_zero(lines, sizeof(column_origin *));
    if (!out->names || !out->origins)
        return status_no_memory(error);
    for (char *at = answer, end = '\n'; at && *at;) {
        char *name = clickhouse_next_value(&at, &end);
        char *type = end == '\t' ? clickhouse_next_value(&at, &end) : "";
        char *made_by = end == '\t' ? clickhouse_next_value(&at, &end) : "";
        while (end == '\t')
            clickhouse_next_value(&at, &end);
        /* Columns that the table computes are not among those of SELECT *. */
        if (strcmp(made_by, "ALIAS") == 0 || strcmp(made_by, "MATERIALIZED") == 0)
            continue;
        out->names[out->count] = memory_text(name, strlen(name));
        out->origins[out->count] = clickhouse_origin(type);
        out->count++;
        if (!out->names[out->count - 1] || !out->origins[out->count - 1])
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

shoal_status clickhouse_describe(clickhouse_columns *out, clickhouse *of, const char *from,
                                 shoal_error *error) {
    text ask = {0}, answer = {0};
    *out = (clickhouse_columns){0};
    text_format(&ask, "DESCRIBE TABLE %s FORMAT TabSeparated", from);
    shoal_status status = clickhouse_run(of, 0, &ask, &answer, error);
    if (status == SHOAL_OK)
        status = take_columns(out, answer.bytes, error);
    if (status == SHOAL_OK && out->count == 0)
        status = status_fail(error, SHOAL_BAD_DATA, "%.150s: no columns", of->url->shown);
    if (status != SHOAL_OK)
        clickhouse_columns_free(out);
    text_free(&ask);
    text_free(&answer);
    return status;
}

/* ---- The statement --------------------------------------------------------------------------- */

/* Something that no name of a column begins with. */
static void add_prefix(text *out, const source *of) {
    text_add_string(out, "shoal_text_");
    for (size_t i = 0; i < of->columns && !out->failed; i++)
        if (strncmp(of->names[i], out->bytes, out->length) == 0) {
            text_add_string(out, "_");
            i = (size_t)-1;
        }
}

static absent_texts absent_of(const source_options *options, size_t index) {
    if (!options->absent)
        return (absent_texts){"", ORIGIN_EMPTY};
    absent_texts given = options->absent[index];
    return (absent_texts){given.null ? given.null : ORIGIN_ABSENT,
                          given.empty ? given.empty : ORIGIN_EMPTY};
}

static void add_column(text *out, const clickhouse_source *self, size_t index, bool wanted) {
    text name = {0};
    clickhouse_add_name(&name, self->base.names[index]);
    if (!wanted)
        text_add_string(out, "''");
    else if (!name.failed)
        clickhouse_add_as_text(out, name.bytes, self->origins[index]->native,
                               absent_of(&self->options, index));
    out->failed |= name.failed;
    text_free(&name);
}

static bool is_seen(const clickhouse_source *self, const bool *wanted, size_t index) {
    return self->options.see || !wanted || wanted[index];
}

/* Columns that nobody wants to see do not leave the server. */
static void add_columns(text *out, const clickhouse_source *self, const bool *wanted,
                        const char *prefix) {
    for (size_t i = 0; i < self->base.columns; i++) {
        text_add_string(out, i ? ", " : "");
        add_column(out, self, i, is_seen(self, wanted, i));
        text_format(out, " AS `%s%zu`", prefix, i + 1);
    }
}

/* Rows have no order of their own. That of all texts does not depend on parts, threads and shards.
 */
static void add_order(text *out, const clickhouse_source *self, const bool *wanted,
                      const char *prefix) {
    size_t count = 0;
    if (self->order && *self->order)
        text_format(out, " ORDER BY %s", self->order);
    for (size_t i = 0; !self->order && i < self->base.columns; i++)
        if (is_seen(self, wanted, i))
            text_format(out, "%s`%s%zu`", count++ ? ", " : " ORDER BY ", prefix, i + 1);
}

static void add_select(text *out, const clickhouse_source *self, const bool *wanted) {
    text prefix = {0};
    add_prefix(&prefix, &self->base);
    text_add_string(out, "SELECT ");
    if (!prefix.failed) {
        add_columns(out, self, wanted, prefix.bytes);
        text_format(out, " FROM %s", self->from);
        add_order(out, self, wanted, prefix.bytes);
    }
    text_add_string(out, " FORMAT CSV");
    out->failed |= prefix.failed;
    text_free(&prefix);
}

static void add_header(text *out, const source *of) {
    for (size_t i = 0; i < of->columns; i++) {
        text_add_string(out, i ? ",\"" : "\"");
        for (const char *at = of->names[i]; *at; at++)
            text_add(out, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
        text_add_string(out, "\"");
    }
    text_add_string(out, "\n");
}

/* ---- Reading --------------------------------------------------------------------------------- */

static shoal_status read_bytes(void *context, char *into, size_t size, size_t *got,
                               shoal_error *error) {
    clickhouse_source *self = context;
    size_t left = self->header.length - self->sent;
    if (left == 0)
        return clickhouse_rows_read(self->rows, into, size, got, error);
    *got = left < size ? left : size;
    memcpy(into, self->header.bytes + self->sent, *got);
    self->sent += *got;
    return SHOAL_OK;
}

static shoal_status read_csv(shoal_table **out, clickhouse_source *self, const bool *wanted,
                             shoal_error *error) {
    source *csv = NULL;
    source_options options = self->options;
    csv_stream stream = {
        .bytes = {read_bytes, self}, .origins = self->origins, .columns = self->base.columns};
    if (!options.label)
        options.label = self->of->url->shown;
    STATUS_TRY(csv_source_open_stream(&csv, &stream, &options, error));
    shoal_status status = source_read(out, csv, wanted, error);
    source_close(csv);
    return status;
}

static shoal_status clickhouse_read(shoal_table **out, source *base, const bool *wanted,
                                    shoal_error *error) {
    clickhouse_source *self = (clickhouse_source *)base;
    text ask = {0};
    add_select(&ask, self, wanted);
    add_header(&self->header, base);
    shoal_status status = self->header.failed ? status_no_memory(error) : SHOAL_OK;
    if (status == SHOAL_OK)
        status = clickhouse_rows_open(&self->rows, self->of, 0, &ask, "\"\n", error);
    if (status == SHOAL_OK)
        status = read_csv(out, self, wanted, error);
    text_free(&ask);
    return status;
}

static void clickhouse_source_close(source *base) {
    clickhouse_source *self = (clickhouse_source *)base;
    clickhouse_rows_close(self->rows);
    clickhouse_columns columns = {base->columns, base->names, self->origins};
    clickhouse_columns_free(&columns);
    memory_free(self->from);
    memory_free(self->order);
    text_free(&self->header);
    if (self->owns)
        clickhouse_close(self->of);
    memory_free(self);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void leave_out(clickhouse_columns *columns, const char *name) {
    size_t kept = 0;
    for (size_t i = 0; i < columns->count; i++)
        if (strcmp(columns->names[i], name) == 0) {
            memory_free(columns->names[i]);
            column_origin_free(columns->origins[i]);
        } else {
            columns->names[kept] = columns->names[i];
            columns->origins[kept++] = columns->origins[i];
        }
    columns->count = kept;
}

shoal_status clickhouse_source_open(source **out, const clickhouse_selection *what,
                                    const source_options *options, shoal_error *error) {
    clickhouse_columns columns;
    *out = NULL;
    STATUS_TRY(clickhouse_describe(&columns, what->of, what->from, error));
    if (what->without)
        leave_out(&columns, what->without);
    clickhouse_source *made = memory_zero(1, sizeof *made);
    if (!made) {
        clickhouse_columns_free(&columns);
        return status_no_memory(error);
    }
    made->base.kind = &clickhouse_source_kind;
    made->base.columns = columns.count;
    made->base.names = columns.names;
    made->origins = columns.origins;
    made->options = *options;
    if (!options->absent)
        made->options.absent = what->absent;
    /* Tables are stored in the order of a key, or are asked for one: either tells of the rows. */
    made->base.format.unordered = !what->order || !*what->order;
    made->of = what->of;
    made->from = memory_text(what->from, strlen(what->from));
    made->order = what->order ? memory_text(what->order, strlen(what->order)) : NULL;
    if (!made->from || (what->order && !made->order)) {
        clickhouse_source_close(&made->base);
        return status_no_memory(error);
    }
    *out = &made->base;
    return SHOAL_OK;
}

static shoal_status open_connected(source **out, clickhouse *of, const source_options *options,
                                   shoal_error *error) {
    text from = {0};
    if (!of->url->table == !of->url->query)
        return status_refuse(error, SHOAL_USAGE, "url_malformed", NULL,
                             "%.150s: name what to read: ?table=DATABASE.TABLE or ?query=SELECT …",
                             of->url->shown);
    if (of->url->table)
        clickhouse_add_table(&from, of, of->url->table);
    else
        clickhouse_add_query(&from, of->url->query);
    clickhouse_selection what = {.of = of, .from = from.bytes, .order = of->url->query ? "" : NULL};
    shoal_status status =
        from.failed ? status_no_memory(error) : clickhouse_source_open(out, &what, options, error);
    text_free(&from);
    return status;
}

static shoal_status clickhouse_open_name(source **out, const char *const *names, size_t count,
                                         const source_options *options, shoal_error *error) {
    clickhouse *of = NULL;
    *out = NULL;
    if (count > 1)
        return status_fail(error, SHOAL_USAGE, "one table of ClickHouse is read at a time");
    STATUS_TRY(clickhouse_open(&of, names[0], options->cancel, error));
    shoal_status status = open_connected(out, of, options, error);
    if (status == SHOAL_OK)
        ((clickhouse_source *)*out)->owns = true;
    else
        clickhouse_close(of);
    return status;
}

static const char *const suffixes[] = {NULL};

const source_kind clickhouse_source_kind = {
    .name = CLICKHOUSE_KIND,
    .summary = "tables and queries of ClickHouse, clickhouse://HOST/?table=DATABASE.TABLE",
    .suffixes = suffixes,
    .schemes = clickhouse_schemes,
    .is_built = http_is_built,
    .install = "build with libcurl and its headers",
    .open = clickhouse_open_name,
    .read = clickhouse_read,
    .close = clickhouse_source_close,
};
