/* The report of an inspection. */
#include "report/inspection.h"
#include "report/report_page.h"

void inspection_print_html(text *out, const inspection *facts, bool public_report) {
    page made = {.hidden = public_report,
                 .persons = facts->person_count > 0,
                 .before = "",
                 .after = "",
                 .both = ""};
    text result = {0};
    if (!public_report)
        inspection_print_json(&result, facts);
    page_open(&made, "inspection", public_report ? "Inspection (public)" : "Inspection", &result);
    page_close(&made, out);
}
