#include "verify/paired_rows.h"

#include <string.h>

shoal_status paired_rows_match(mapped_rows *out, bound_table *release, const bound_table *original,
                               const char *path, shoal_error *error) {
    row_mapping mapping = {0};
    shoal_status status = row_mapping_read(&mapping, path, error);
    if (status == SHOAL_OK)
        status = row_mapping_check(&mapping, path, release->table, original->table, error);
    if (status == SHOAL_OK)
        status = row_mapping_apply(out, &mapping, release->owned, error);
    row_mapping_free(&mapping);
    return status;
}

uint64_t paired_rows_different(const bound_table *release, const column *after,
                               const column *before, const bool *paired) {
    uint64_t different = 0;
    for (size_t row = 0, from = 0; row < release->table->rows; row++, from++) {
        while (paired && !paired[from])
            from++;
        const char *one = dictionary_text(&after->values, codes_get(&after->codes, row));
        const char *other = dictionary_text(&before->values, codes_get(&before->codes, from));
        different += strcmp(one, other) != 0;
    }
    return different;
}
