#include "experiments/number_list.h"

#include <errno.h>
#include <stdlib.h>

static shoal_status fail(const char *words, size_t most, const char *name, shoal_error *error) {
    return status_fail(error, SHOAL_USAGE,
                       "%s is \"%.60s\", but must be ascending whole numbers from 1 to %zu or "
                       "ranges of them, such as 2-5,%zu",
                       name, words, most, most);
}

/* Reads a number at *at and moves behind it; 0 when there is none that fits. */
static size_t take_number(const char **at, size_t most) {
    char *end;
    if (**at < '0' || **at > '9')
        return 0;
    errno = 0;
    unsigned long long value = strtoull(*at, &end, 10);
    *at = end;
    return errno || value > most ? 0 : (size_t)value;
}

static bool add(number_list *out, size_t first, size_t last) {
    size_t count = last - first + 1;
    if (!memory_grow((void **)&out->numbers, &out->held, out->count + count, sizeof(size_t)))
        return false;
    for (size_t i = 0; i < count; i++)
        out->numbers[out->count++] = first + i;
    return true;
}

shoal_status number_list_parse(number_list *out, const char *words, size_t most, const char *name,
                               shoal_error *error) {
    const char *at = words;
    *out = (number_list){0};
    for (;;) {
        size_t before = out->count ? out->numbers[out->count - 1] : 0;
        size_t first = take_number(&at, most);
        size_t last = first;
        if (*at == '-') {
            at++;
            last = take_number(&at, most);
        }
        if (first <= before || last < first || (*at && *at != ','))
            return fail(words, most, name, error);
        if (!add(out, first, last))
            return status_no_memory(error);
        if (!*at++)
            return SHOAL_OK;
    }
}

void number_list_free(number_list *list) {
    memory_free(list->numbers);
    *list = (number_list){0};
}
