/* Whether a report may be green: what no privacy model covers counts, too. */
#ifndef SHOAL_REPORT_VERDICT_H
#define SHOAL_REPORT_VERDICT_H

#include "base/warnings.h"

/* Whether a warning keeps a report from being green. Accepting what was not stated settles it;
 * accepting a finding does not make it harmless. */
bool verdict_counts(const warning *of);

/* What to do about it, as a clause without a full stop: "make it an identifier". What was found is
 * in of->found, both together in of->message. */
const char *verdict_advice(const warning *of);

#endif
