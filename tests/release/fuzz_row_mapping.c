/* Any bytes as a mapping: refused, or whole, and printed as they were read. */
#include "release/row_mapping.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    row_mapping read = {0};
    text again = {0};
    if (row_mapping_parse(&read, (const char *)data, size, "fuzz", NULL) == SHOAL_OK) {
        row_mapping_print(&again, &read);
        if (again.failed || again.length != size || memcmp(again.bytes, data, size) != 0)
            abort();
    }
    text_free(&again);
    row_mapping_free(&read);
    return 0;
}
