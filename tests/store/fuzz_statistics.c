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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || !package_is_built())
        return 0;
    int descriptor = memfd_create("x", 0);
    if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size)
        abort();
    shoal_table *table = read_file(file_of(data, size), descriptor);
    shoal_table_free(table);
    close(descriptor);
    return 0;
}
