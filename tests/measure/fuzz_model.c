/* Any bytes as a rule of a privacy model: an error with a message, or a rule that is the same when
 * written and read back. */
#include "base/text.h"
#include "measure/privacy_model.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_same_attribute(const char *one, const char *other) {
    return one && other ? strcmp(one, other) == 0 : one == other;
}

static void check_rewritten(const privacy_rule *rule) {
    text written = {0};
    privacy_rule again;
    privacy_rule_print(&written, rule);
    if (written.failed || privacy_rule_parse(&again, written.bytes, NULL) != SHOAL_OK)
        abort();
    if (again.model != rule->model || again.form != rule->form || again.limit != rule->limit ||
        again.second != rule->second || !is_same_attribute(again.on, rule->on))
        abort();
    memory_free(again.on);
    text_free(&written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    privacy_rule rule;
    shoal_error error = {0};
    char *spec = memory_text((const char *)data, size);
    if (!spec)
        return 0;
    if (privacy_rule_parse(&rule, spec, &error) == SHOAL_OK)
        check_rewritten(&rule);
    else if (error.status != SHOAL_USAGE || error.message[0] == '\0')
        abort();
    memory_free(rule.on);
    memory_free(spec);
    return 0;
}
