/* The eighteen categories of identifiers that 45 CFR 164.514(b)(2)(i) lists, and which of them a
 * column seems to belong to. What a column is called and holds decides; nothing here is a
 * determination. */
#ifndef SHOAL_RECOGNIZE_SAFE_HARBOR_H
#define SHOAL_RECOGNIZE_SAFE_HARBOR_H

#include "recognize/column_profile.h"

typedef struct safe_harbor_category {
    char letter;
    const char *title;
    const char *note; /* what cannot be seen in a table; NULL: nothing */
} safe_harbor_category;

enum { SAFE_HARBOR_CATEGORIES = 18 };
extern const safe_harbor_category safe_harbor_categories[SAFE_HARBOR_CATEGORIES];

/* The letter of the column's category; 0: none. `identifies`: its suggested role is one of
 * identifiers or keys. */
char safe_harbor_letter(const column_profile *of, bool identifies);

#endif
