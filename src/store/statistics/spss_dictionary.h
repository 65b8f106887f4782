/* The dictionary of a .sav or .zsav, as far as it says how a row is laid out. */
#ifndef SHOAL_STORE_STATISTICS_SPSS_DICTIONARY_H
#define SHOAL_STORE_STATISTICS_SPSS_DICTIONARY_H

#include "store/statistics/package_input.h"

typedef enum spss_packing { SPSS_PLAIN, SPSS_PACKED, SPSS_BLOCKS } spss_packing;

/* A row consists of cells of eight bytes. A text longer than 255 bytes is stored in parts. */
typedef enum spss_mark {
    SPSS_OF_PARTS = 1,  /* the cell belongs to a text of several parts */
    SPSS_PART_ENDS = 2, /* with it a part that is not the last ends */
    SPSS_TEXT_ENDS = 4, /* with it such a text ends */
} spss_mark;

typedef struct spss_dictionary {
    spss_packing packing;
    bool swapped;  /* numbers have the other byte order */
    bool utf8;     /* ReadStat takes its texts for UTF-8 */
    bool parts;    /* there are texts of several parts */
    int32_t rows;  /* negative: it does not say */
    uint64_t data; /* where the rows begin */
    size_t cells;  /* of a row */
    uint8_t *mark; /* [cells] spss_mark */
} spss_dictionary;

/* From the beginning of the file; `encoding` as in package_parse. SHOAL_BAD_DATA says what is wrong
 * with it. Free it in any case. */
SHOAL_CHECKED shoal_status spss_dictionary_read(spss_dictionary *out, package_input *from,
                                                const char *encoding);
void spss_dictionary_free(spss_dictionary *of);

uint32_t spss_uint32(const spss_dictionary *of, const void *bytes);
uint64_t spss_uint64(const spss_dictionary *of, const void *bytes);

#endif
