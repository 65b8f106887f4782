/* Paths inside plan files are relative to the file's folder; those in a plan, to the process's. */
#ifndef SHOAL_PLAN_PLAN_PATHS_H
#define SHOAL_PLAN_PLAN_PATHS_H

#include "base/text.h"
#include "plan/plan_keys.h"

/* `value` of a key as it has to read outside / inside a plan file. Values that hold no path, or an
 * absolute one, come through unchanged. */
void plan_path_from_file(text *out, const plan_key *key, const char *value, const char *folder);
void plan_path_to_file(text *out, const plan_key *key, const char *value, const char *current,
                       const char *folder);

/* The folder part of a path: "" when it has none. */
void plan_path_folder(text *out, const char *path);

#endif
