/* The line of a row in the table's file, for messages. */
#include "assess/assess_parts.h"
#include "store/source.h"

#include <sys/stat.h>

/* Only a plain file can be read once more. */
static bool is_file(const char *path) {
    struct stat found;
    return path && stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* With its names as a row like others, so that it does not matter whether it has any. */
static shoal_status read_lines(shoal_table **out, source **from, const assessing *run,
                               const char *path) {
    source_options options = {.encoding = run->plan->encoding,
                              .delimiter = run->plan->delimiter,
                              .header = SHOAL_NO,
                              .trim = run->plan->trim,
                              .sheet = run->plan->sheet,
                              .lines = true,
                              .cancel = assess_cancel(run)};
    STATUS_TRY(source_open(from, &path, 1, &options, NULL));
    bool *wanted = memory_zero(source_columns(*from), sizeof *wanted);
    shoal_status status = wanted ? source_read(out, *from, wanted, NULL) : SHOAL_NO_MEMORY;
    memory_free(wanted);
    return status;
}

int64_t assess_line_of(const assessing *run, size_t row) {
    const shoal_table *table = run->after.bound.table;
    shoal_table *again = NULL;
    source *from = NULL;
    int64_t line = 0;
    if (!is_file(run->after.bound.path))
        return 0;
    if (read_lines(&again, &from, run, run->after.bound.path) == SHOAL_OK) {
        const uint32_t *lines = source_lines(from);
        size_t names = again->rows == table->rows + 1;
        if (lines && again->rows == table->rows + names)
            line = lines[(run->input->line_at ? run->input->line_at[row] : row) + names];
    }
    source_close(from);
    shoal_table_free(again);
    return line;
}
