/* What was found in a file as it was read, in sentences. */
#ifndef SHOAL_BIND_READING_NOTES_H
#define SHOAL_BIND_READING_NOTES_H

#include "plan/plan.h"
#include "store/source.h"

/* `label` is what the file is called. Says nothing of what the plan has named. */
void reading_notes(const shoal_hooks *hooks, const char *label, const shoal_plan *plan,
                   const shoal_table *table, const table_format *format);

/* Whether the table has one column that is probably several, whose delimiter was not found. */
bool reading_found_rows(const shoal_table *table);

#endif
