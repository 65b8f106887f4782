/* Any bytes as a URL: its parts or an error that says so; and a password that is put into a URL of
 * these bytes never appears in what is shown. */
#include "store/store_url.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_parse(const char *name) {
    store_url url;
    shoal_error error = {0};
    shoal_status status = store_url_parse(&url, name, &error);
    if (status == SHOAL_OK ? !url.scheme || !url.path || !url.shown || (url.table && url.query)
                           : status != SHOAL_USAGE || !*error.message)
        abort();
    store_url_free(&url);
}

/* The user's name and the rest are the input's. */
static void check_hidden(const char *name) {
    static const char secret[] = "s3cret";
    size_t length = strlen(name), half = strcspn(name, "@:/?&=");
    char *made = memory_new(length + 40, 1);
    if (!made)
        abort();
    snprintf(made, length + 40, "db://%.*s:%s@%s", (int)half, name, secret, name);
    char *shown = store_name_shown(made);
    if (!shown || (strstr(shown, secret) && !strstr(name, secret)))
        abort();
    memory_free(shown);
    snprintf(made, length + 40, "db://h/d?x=%.*s&password=%s", (int)half, name, secret);
    shown = store_name_shown(made);
    if (!shown || (strstr(shown, secret) && !strstr(name, secret)))
        abort();
    memory_free(shown);
    memory_free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *name = memory_text((const char *)data, size);
    if (!name)
        abort();
    check_parse(name);
    check_hidden(name);
    memory_free(name);
    return 0;
}
