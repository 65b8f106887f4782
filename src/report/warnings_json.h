/* Warnings in a result. */
#ifndef SHOAL_REPORT_WARNINGS_JSON_H
#define SHOAL_REPORT_WARNINGS_JSON_H

#include "base/warnings.h"
#include "report/json.h"

/* The member `warnings`: an array of objects with code, attribute, message, accepted and the
 * figures. `list` may be NULL. */
void warnings_print_json(json *out, const warning_list *list);

#endif
