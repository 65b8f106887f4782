#include "report/assessment.h"

#include "report/document.h"

void assessment_print_html(text *out, const assessment *facts, bool public_report) {
    document page = {0};
    text result = {0};
    (void)public_report;
    assessment_print_json(&result, facts);
    document_open(&page, "assessment", "Assessment");
    document_close(&page, result.bytes, out);
    out->failed |= result.failed;
    text_free(&result);
}
