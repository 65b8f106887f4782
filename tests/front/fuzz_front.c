/* Any bytes as a saved front: an error, or points whose every cell can be looked at, found by
 * number and by k, and decoded. */
#include "front/saved_front.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NODE_BYTES = 4 };

static void check(bool holds) {
    if (!holds)
        abort();
}

static void look_at_cells(const saved_front *front, size_t point) {
    for (int64_t c = 0; c < shoal_table_columns(front->table); c++) {
        const char *name;
        double number;
        int direction = saved_front_direction(front, c, &name);
        check(direction >= -1 && direction <= 1);
        check(strlen(name) + (direction ? 4 : 0) ==
              strlen(shoal_table_column_name(front->table, c)));
        bool known = saved_front_number(&number, front, point, c);
        check(!known || isfinite(number) || *saved_front_cell(front, point, c) == '\0');
    }
}

/* What is decoded is what was printed. */
static void decode(const saved_front *front, size_t point) {
    const char *printed = saved_front_cell(front, point, front->node);
    size_t length = strlen(printed);
    uint8_t *node = malloc(length / 2 + 1);
    uint8_t fixed[NODE_BYTES];
    check(node != NULL);
    if (saved_front_node(node, front, point, length / 2)) {
        check(length % 2 == 0);
        for (size_t i = 0; i < length / 2; i++) {
            char again[3];
            snprintf(again, sizeof again, "%02x", node[i]);
            check(memcmp(again, printed + 2 * i, 2) == 0);
        }
    }
    check(!saved_front_node(fixed, front, point, NODE_BYTES) || length == 2 * NODE_BYTES);
    free(node);
}

static void pick(const saved_front *front, const char *which) {
    size_t point = SIZE_MAX;
    shoal_error error = {0};
    shoal_status status = saved_front_find(&point, front, which, &error);
    check(status == SHOAL_OK ? point < saved_front_points(front) : error.message[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const picks[] = {
        "1", "2", "0", "k=1", "k=7", "k=", "k=99999999999999999999"};
    saved_front front = {0};
    shoal_error error = {0};
    if (saved_front_read_memory(&front, (const char *)data, size, &error) == SHOAL_OK) {
        check(saved_front_points(&front) > 0);
        for (size_t p = 0; p < saved_front_points(&front); p++) {
            look_at_cells(&front, p);
            decode(&front, p);
            pick(&front, saved_front_cell(&front, p, front.k));
        }
        for (size_t i = 0; i < sizeof picks / sizeof *picks; i++)
            pick(&front, picks[i]);
    } else {
        check(error.message[0] != '\0');
    }
    saved_front_close(&front);
    return 0;
}
