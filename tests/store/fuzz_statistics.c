/* Any bytes as a file of a statistical package: a table or an error. What was read can be written
 * as .sav or .dta, and is the same when it is read back; or it is refused. */
#include "files/content_kind.h"
#include "store/sink.h"
#include "store/source_kind.h"
#include "store/statistics/package_file.h"
#include "store/statistics/package_source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
    const char *name;
    const source_kind *kind;
} files[] = {{"x.sav", &spss_source_kind}, {"x.zsav", &spss_source_kind},
             {"x.por", &spss_source_kind}, {"x.dta", &stata_source_kind},
             {"x.xpt", &sas_source_kind},  {"x.sas7bdat", &sas_source_kind}};
#define FILES (sizeof files / sizeof *files)

/* By how it begins; an old Stata file begins with its version. */
static size_t file_of(const uint8_t *data, size_t size) {
    const content_kind *found = content_kind_signed((const char *)data, size);
    for (size_t i = 0; found && found->suffix && i < FILES; i++)
        if (strcmp(files[i].name + 1, found->suffix) == 0)
            return i;
    return data[0] >= 0x69 && data[0] <= 0x73 ? 3 : size % FILES;
}

static shoal_table *read_file(size_t file, int descriptor) {
    source_options options = {.label = "x", .sha256 = true};
    source *from = NULL;
    shoal_table *table = NULL;
    shoal_error error = {0};
    shoal_status status = package_source_open_descriptor(&from, files[file].kind, files[file].name,
                                                         descriptor, &options, &error);
    if (status == SHOAL_OK)
        status = source_load_opened(&table, NULL, from, &options, &error);
    if (status != SHOAL_OK && status != SHOAL_BAD_DATA)
        abort();
    if (status == SHOAL_BAD_DATA && !error.message[0])
        abort();
    return table;
}

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const shoal_table *table = context;
    for (size_t i = 0; i < table->columns; i++)
        codes_read(&table->column[i].codes, begin, count, cells + i * ROW_FEED_MOST);
}

static const char *cell(const shoal_table *table, size_t row, size_t index) {
    const column *of = &table->column[index];
    return dictionary_text(&of->values, codes_get(&of->codes, row));
}

static void compare(const shoal_table *table, sink *to, const source_options *options) {
    source *from = NULL;
    shoal_table *again = NULL;
    if (sink_reopen(&from, to, options, NULL) != SHOAL_OK ||
        source_load_opened(&again, NULL, from, options, NULL) != SHOAL_OK)
        abort();
    if (again->rows != table->rows || again->columns != table->columns)
        abort();
    for (size_t row = 0; row < table->rows; row++)
        for (size_t i = 0; i < table->columns; i++)
            if (strcmp(cell(table, row, i), cell(again, row, i)) != 0)
                abort();
    shoal_table_free(again);
}

static void write_file(const shoal_table *table, const char *name) {
    feed_column *columns = calloc(table->columns, sizeof *columns);
    absent_texts *absent = calloc(table->columns, sizeof *absent);
    sink_options options = {.format = {.csv = {.delimiter = 0}}};
    source_options reading = {.absent = absent};
    sink *to = NULL;
    shoal_error error = {0};
    for (size_t i = 0; i < table->columns; i++) {
        const column *of = &table->column[i];
        absent[i] = column_origin_absent(of->origin);
        columns[i] = (feed_column){.name = of->name,
                                   .values = &of->values,
                                   .origin = of->origin,
                                   .untouched = true,
                                   .absent = absent[i]};
    }
    row_feed feed = {.rows = table->rows,
                     .columns = table->columns,
                     .column = columns,
                     .fill = fill,
                     .context = table};
    if (sink_open(&to, name, NULL) != SHOAL_OK)
        abort();
    shoal_status status = sink_write(to, &feed, &options, &error);
    if (status == SHOAL_OK)
        compare(table, to, &reading);
    else if (status != SHOAL_USAGE && status != SHOAL_BAD_DATA)
        abort();
    sink_close(to);
    free(columns);
    free(absent);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || !package_is_built())
        return 0;
    int descriptor = memfd_create("x", 0);
    if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size)
        abort();
    shoal_table *table = read_file(file_of(data, size), descriptor);
    if (table && table->rows < 1000) {
        write_file(table, "/dev/shm/shoal_fuzz.sav");
        write_file(table, "/dev/shm/shoal_fuzz.dta");
    }
    shoal_table_free(table);
    close(descriptor);
    return 0;
}
