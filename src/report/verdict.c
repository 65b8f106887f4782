#include "report/verdict.h"

bool verdict_counts(const warning *of) {
    return !(of->accepted && warning_code_find(of->code)->settled);
}

const char *verdict_advice(const warning *of) {
    return warning_code_find(of->code)->advice;
}
