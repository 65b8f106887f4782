/* Files of SPSS and Stata put together byte by byte: also such as no program writes. */
#ifndef SHOAL_TESTS_SUPPORT_PACKAGE_BYTES_H
#define SHOAL_TESTS_SUPPORT_PACKAGE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number N that counts the rows, and a text L0 of several parts. */
typedef struct spss_sample {
    int packing;      /* 0 as they are, 1 packed, 2 in blocks (.zsav) */
    bool swapped;     /* the other byte order */
    bool other_code;  /* not UTF-8 */
    bool ends;        /* packed rows have a code for their end */
    int32_t declared; /* rows that the file says it has; negative: it does not know */
    size_t cells;     /* of eight bytes, of each part */
    size_t left_out;  /* bytes that the rows lack at their end; not in blocks */
    /* A text for each row, a letter for each part: x text, b blanks, 0 NUL bytes, n NUL bytes
     * packed as a number. */
    const char *const *rows; /* NULL behind the last */
} spss_sample;

/* A number A with labels and, from version 117 on, a text T of any length; two rows. */
typedef struct stata_sample {
    uint8_t version;
    bool big;        /* byte order */
    bool open_name;  /* the variable's name of its set of labels has no end */
    bool open_set;   /* the set's own name has none */
    bool open_text;  /* the text of the second row has none */
    bool empty_text; /* that text has not even an end */
} stata_sample;

bool spss_sample_write(const char *path, const spss_sample *of);
bool stata_sample_write(const char *path, const stata_sample *of);

#endif
