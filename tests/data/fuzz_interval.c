/* Any text as an interval; what is read is in order, and joined with another it covers both. */
#include "base/memory.h"
#include "data/interval_join.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds)
        abort();
}

/* Two lines: two intervals. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *lines = memory_text((const char *)data, size);
    require(lines != NULL);
    char *second = strchr(lines, '\n');
    if (second)
        *second++ = '\0';
    interval one, other;
    bool first_read = interval_parse(&one, lines);
    if (first_read && one.low.bounded && one.high.bounded)
        require(number_compare(&one.low.value, &one.high.value) <= 0);
    if (first_read && second && interval_parse(&other, second) &&
        interval_is_before(&one, &other)) {
        text joined = {0};
        interval both;
        require(interval_compare(&one, &other) <= 0);
        interval_join(&joined, &one, &other, one.single ? NULL : &one);
        bool halves = one.low.bounded && other.high.bounded;
        if (joined.length > 0 && interval_parse(&both, joined.bytes) && halves)
            require(number_compare(&both.low.value, &both.high.value) <= 0);
        text_free(&joined);
    }
    memory_free(lines);
    return 0;
}
