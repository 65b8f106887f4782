/* Plans as YAML. Only plan_yaml_parse.c and plan_yaml_format.c use libyaml. */
#ifndef SHOAL_PLAN_PLAN_YAML_H
#define SHOAL_PLAN_PLAN_YAML_H

#include "base/text.h"
#include "plan/plan.h"

#define PLAN_YAML_MOST_BYTES ((size_t)4 << 20)
#define PLAN_YAML_MOST_KEYS 10000 /* in one map or list */

/* Reads a document over the plan. Error messages call it `label`; relative paths in it get
 * `folder` ("" for none) in front. After a failure the plan may hold some of the keys. */
SHOAL_CHECKED shoal_status plan_yaml_parse(shoal_plan *plan, const char *bytes, size_t length,
                                           const char *label, const char *folder,
                                           shoal_error *error);

/* Adds the whole plan. Relative paths are rewritten, for a process in the folder `current` and a
 * file in `folder` (both absolute; NULL: paths stay unchanged). */
SHOAL_CHECKED shoal_status plan_yaml_format(text *out, const shoal_plan *plan, const char *current,
                                            const char *folder, shoal_error *error);
/* The same as it has to read in the file at `path`, which need not exist ("-": anywhere in the
 * current folder). */
SHOAL_CHECKED shoal_status plan_yaml_format_file(text *out, const shoal_plan *plan,
                                                 const char *path, shoal_error *error);

#endif
