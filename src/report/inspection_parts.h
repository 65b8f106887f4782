/* The parts of an inspection's forms. For inspection*.c and public_form.c only. */
#ifndef SHOAL_REPORT_INSPECTION_PARTS_H
#define SHOAL_REPORT_INSPECTION_PARTS_H

#include "report/inspection.h"
#include "report/json.h"

struct page;

/* The eighteen categories and the columns of each (inspection_safe_harbor.c). */
void inspection_safe_harbor_summary(text *out, const inspection *facts);
void inspection_safe_harbor_json(json *out, const inspection *facts);
void inspection_safe_harbor_page(struct page *of, const inspection *facts);

#endif
