#include "store/csv_lines.h"

#include "base/memory.h"
#include "store/csv_index.h"

#define READ_AT_ONCE ((size_t)64 * 1024)

shoal_status csv_lines_slurp(text *out, text_source *from, shoal_error *error) {
    char *buffer = memory_new(READ_AT_ONCE, 1);
    shoal_status status = buffer ? SHOAL_OK : status_no_memory(error);
    for (size_t got = READ_AT_ONCE; status == SHOAL_OK && got == READ_AT_ONCE;) {
        status = text_source_read(from, buffer, READ_AT_ONCE, &got, error);
        if (status == SHOAL_OK)
            text_add(out, buffer, got);
        if (out->failed)
            status = status_no_memory(error);
    }
    memory_free(buffer);
    return status;
}

bool csv_lines_find(uint32_t *lines, size_t rows, size_t columns, const csv_dialect *dialect,
                    const csv_lines_text *of) {
    const text *content = of->content;
    const char *bytes = content->bytes;
    size_t found = 0, line = of->line, next;
    for (size_t at = of->begin; at < content->length && found < rows; at = next) {
        csv_record record = csv_scan(dialect, bytes, at, content->length, NULL, 0);
        next = record.next ? record.next : content->length;
        if (!record.blank || columns == 1)
            lines[found++] = (uint32_t)line;
        line += csv_count_lines(bytes + at, next - at);
    }
    return found == rows;
}
