/* The recodings of this build. */
#include "recode/cut/cut.h"
#include "recode/lattice/lattice.h"
#include "recode/microaggregation/grouping.h"

#include <string.h>

const space_kind *const space_kind_list[] = {&lattice_kind, &cut_kind, &grouping_kind, NULL};

const space_kind *space_kind_find(const char *name) {
    for (size_t i = 0; space_kind_list[i]; i++)
        if (strcmp(space_kind_list[i]->name, name) == 0)
            return space_kind_list[i];
    return NULL;
}
