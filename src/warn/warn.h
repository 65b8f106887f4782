/* What a release gives away that no privacy model covers: each finding is a warning. */
#ifndef SHOAL_WARN_WARN_H
#define SHOAL_WARN_WARN_H

#include "base/warnings.h"
#include "data/table.h"
#include "plan/plan.h"

/* Warns of plain columns with a different value in nearly every row: they name their rows as well
 * as identifiers do. */
void warn_columns(warning_list *out, const shoal_table *table, const shoal_plan *plan);

#endif
