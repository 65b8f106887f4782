#include "report/verdict.h"

bool verdict_counts(const warning *of) {
    return !(of->accepted && warning_code_find(of->code)->settled);
}

bool verdict_may_be_green(const warning_list *warnings) {
    for (size_t i = 0; warnings && i < warnings->count; i++)
        if (verdict_counts(&warnings->each[i]))
            return false;
    return true;
}

const char *verdict_advice(const warning *of) {
    return warning_code_find(of->code)->advice;
}
