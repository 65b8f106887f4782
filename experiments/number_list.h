/* Lists of whole numbers as people write them: "2-25,50,97". */
#ifndef SHOAL_EXPERIMENTS_NUMBER_LIST_H
#define SHOAL_EXPERIMENTS_NUMBER_LIST_H

#include "base/memory.h"
#include "base/status.h"

typedef struct number_list {
    size_t *numbers; /* ascending */
    size_t count;
    size_t held;
} number_list;

/* Numbers from 1 to `most`, each larger than the one before. `name` is what messages call the
 * list. Free it also after a failure. */
SHOAL_CHECKED shoal_status number_list_parse(number_list *out, const char *words, size_t most,
                                             const char *name, shoal_error *error);
void number_list_free(number_list *list);

#endif
