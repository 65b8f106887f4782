/* Any bytes as an answer of ClickHouse: values are told apart and unescaped in place, messages fit,
 * and a type that is let through is nothing but a type. */
#include "store/clickhouse/clickhouse_source.h"
#include "store/clickhouse/clickhouse_type.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_values(const char *bytes, size_t size) {
    char *copy = memory_text(bytes, size), end = '\n';
    if (!copy)
        abort();
    for (char *at = copy; *at;) {
        char *before = at, *value = clickhouse_next_value(&at, &end);
        if (at <= before || value != before || strlen(value) > (size_t)(at - before))
            abort();
    }
    memory_free(copy);
}

static void check_message(const char *bytes, size_t size) {
    char message[64];
    clickhouse_message(message, sizeof message, bytes, size);
    if (strlen(message) >= sizeof message || strchr(message, '\n'))
        abort();
}

/* Outside of quotes, parentheses match, and nothing follows the last. */
static void check_type(const char *type) {
    int depth = 0;
    bool quoted = false;
    if (!clickhouse_is_type(type))
        return;
    for (; *type; type++) {
        if (quoted && *type == '\\' && type[1])
            type++;
        else if (*type == '\'')
            quoted = !quoted;
        else if (!quoted && (strchr(";`\"", *type) || (depth == 0 && strchr(" ,'", *type))))
            abort();
        else if (!quoted)
            depth += (*type == '(') - (*type == ')');
    }
    if (depth != 0 || quoted)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *bytes = memory_text((const char *)data, size);
    column_origin *origin = bytes ? clickhouse_origin(bytes) : NULL;
    if (!origin)
        abort();
    text type = {0};
    if (clickhouse_add_type(&type, origin))
        check_type(type.bytes);
    text_free(&type);
    column_origin_free(origin);
    check_values(bytes, size);
    check_message(bytes, size);
    check_type(bytes);
    memory_free(bytes);
    return 0;
}
