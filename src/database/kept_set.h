/* The tuples that an engine keeps in a table of its own, so that coarser groupings need not look at
 * the texts of the rows again: a column of codes for each map, and the rows of the tuple. What a
 * code becomes in a coarser map is looked up in an array, which is a part of the statement. */
#ifndef SHOAL_DATABASE_KEPT_SET_H
#define SHOAL_DATABASE_KEPT_SET_H

#include "base/text.h"
#include "database/key_layout.h"

/* Where dialects of SQL differ. */
typedef struct kept_dialect {
    const char *array, *at, *array_end;   /* ARRAY list AT index, from 0, END: a whole number */
    const char *divide, *by, *divide_end; /* without the rest */
    const char *number, *number_end;      /* a column as a number of 64 bits */
    const char *squared;                  /* `shoal_rows`, without overflow */
} kept_dialect;

typedef struct kept_set {
    const kept_dialect *dialect;
    char *table;     /* what follows FROM; NULL: nothing is kept */
    engine_map *map; /* [maps] copies, whose values are borrowed */
    size_t maps;
} kept_set;

/* `table` is taken over. Close it also after a failure. */
SHOAL_CHECKED shoal_status kept_set_open(kept_set *out, const kept_dialect *dialect, text *table,
                                         const engine_map *map, size_t maps, shoal_error *error);
void kept_set_close(kept_set *set);

/* Names of the table's columns: the code of a map, and the rows. */
#define KEPT_CODE "shoal_c%zu"
#define KEPT_ROWS "shoal_n"

/* Adds parts of statements; a failed allocation is the text's. */

/* The code of a map, out of the words `shoal_key_WORD` of a key. */
void kept_add_code(text *out, const kept_dialect *dialect, const key_layout *layout, size_t index);
/* A word of the key of a kept tuple in coarser maps. */
void kept_add_word(text *out, const kept_set *set, const key_layout *layout, const engine_map *map,
                   size_t word);
/* SELECT `shoal_key_WORD`, …, `shoal_rows` FROM … GROUP BY …: the tuples of coarser maps. */
void kept_add_groups(text *out, const kept_set *set, const key_layout *layout,
                     const engine_map *map);
/* SELECT …: one row of numbers, as kept_read_classes reads them. */
void kept_add_classes(text *out, const kept_set *set, const key_layout *layout,
                      const engine_map *map, const int64_t *const *cost, uint64_t k);
enum { KEPT_NUMBERS = 9 + ENGINE_COST_PARTS };
void kept_read_classes(engine_classes *out, const uint64_t number[KEPT_NUMBERS]);

#endif
