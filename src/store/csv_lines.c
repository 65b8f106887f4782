#include "store/csv_lines.h"

#include "base/memory.h"
#include "store/csv_index.h"

#include <string.h>

#define READ_AT_ONCE ((size_t)64 * 1024)

shoal_status csv_lines_slurp(text *out, byte_source *from, shoal_error *error) {
    char *buffer = memory_new(READ_AT_ONCE, 1);
    shoal_status status = buffer ? SHOAL_OK : status_no_memory(error);
    for (size_t got = READ_AT_ONCE; status == SHOAL_OK && got == READ_AT_ONCE;) {
        status = byte_source_read(from, buffer, READ_AT_ONCE, &got, error);
        if (status == SHOAL_OK)
            text_add(out, buffer, got);
        if (out->failed)
            status = status_no_memory(error);
    }
    memory_free(buffer);
    return status;
}

bool csv_lines_find(uint32_t *lines, size_t rows, size_t columns, const csv_dialect *dialect,
                    const text *content) {
    const char *bytes = content->bytes;
    size_t found = 0, line = 1, next;
    bool marked = content->length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0;
    for (size_t at = marked ? 3 : 0; at < content->length && found < rows; at = next) {
        csv_record record = csv_scan(dialect, bytes, at, content->length, NULL, 0);
        next = record.next ? record.next : content->length;
        if (!record.blank || columns == 1)
            lines[found++] = (uint32_t)line;
        line += csv_count_lines(bytes + at, next - at);
    }
    return found == rows;
}
