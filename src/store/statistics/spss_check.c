#include "store/statistics/spss_check.h"

#include "base/memory.h"
#include "store/statistics/spss_dictionary.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* ReadStat's buffer for packed rows: all of a last one with bytes left over is dropped. */
#define BUFFER_BYTES ((size_t)1 << 16)
/* What ReadStat allocates at most at a time. */
#define BYTES_MOST ((uint32_t)1 << 24)

typedef struct walk {
    package_input *from;
    const spss_dictionary *of;
    int64_t row;   /* being read, from 0 */
    size_t cell;   /* next of it */
    uint64_t used; /* bytes of the text, as ReadStat counts them */
    /* Of packed rows. */
    uint8_t code[8];
    unsigned next;  /* of the codes; 8: read more */
    bool is_short;  /* a code wants more than its block has */
    bool has_ended; /* there was the code of the end */
} walk;

static bool is_done(const walk *at) {
    return at->has_ended || (at->of->rows > 0 && at->row == at->of->rows);
}

static shoal_status refuse_part(const walk *at) {
    char why[96];
    snprintf(why, sizeof why, "in row %lld a part of a long text has only NUL bytes",
             (long long)at->row + 1);
    return package_input_refuse(at->from, why);
}

/* A cell of which `filled` bytes are not NUL. */
static shoal_status take_cell(walk *at, unsigned filled) {
    uint8_t mark = at->of->mark[at->cell];
    if (mark & SPSS_OF_PARTS)
        at->used += filled;
    if (mark & SPSS_PART_ENDS && at->of->utf8 && at->used-- == 0)
        return refuse_part(at);
    if (mark & SPSS_TEXT_ENDS)
        at->used = 0;
    if (++at->cell == at->of->cells) {
        at->cell = 0;
        at->used = 0;
        at->row++;
    }
    return SHOAL_OK;
}

static unsigned count_filled(const uint8_t *cell) {
    unsigned filled = 0;
    for (int i = 0; i < 8; i++)
        filled += cell[i] != 0;
    return filled;
}

/* ---- Rows as they are ------------------------------------------------------------------------ */

static shoal_status walk_plain(walk *at, uint8_t *buffer) {
    size_t got = BUFFER_BYTES;
    while (got == BUFFER_BYTES && !is_done(at)) {
        got = package_input_read(at->from, buffer, BUFFER_BYTES);
        for (size_t i = 0; i + 8 <= got && !is_done(at); i += 8)
            STATUS_TRY(take_cell(at, count_filled(buffer + i)));
    }
    at->is_short = got % 8 > 0;
    return at->from->status;
}

/* ---- Packed rows ----------------------------------------------------------------------------- */

/* One block; ReadStat forgets what is left of it. Nobody packs texts as numbers, so that those may
 * count as empty. */
static shoal_status walk_block(walk *at, const uint8_t *block, size_t size) {
    for (at->is_short = false; !is_done(at); at->next++) {
        if (at->next == 8) {
            if (size < 8)
                return SHOAL_OK;
            memcpy(at->code, block, 8);
            block += 8;
            size -= 8;
            at->next = 0;
        }
        uint8_t code = at->code[at->next];
        if (code == 252)
            at->has_ended = true;
        if (code == 0 || code == 252)
            continue;
        if (code == 253 && (at->is_short = size < 8))
            return SHOAL_OK;
        STATUS_TRY(take_cell(at, code == 253 ? count_filled(block) : code == 254 ? 8 : 0));
        if (code == 253) {
            block += 8;
            size -= 8;
        }
    }
    return SHOAL_OK;
}

static shoal_status walk_packed(walk *at, uint8_t *buffer) {
    size_t got = BUFFER_BYTES;
    while (got == BUFFER_BYTES && !is_done(at)) {
        got = package_input_read(at->from, buffer, BUFFER_BYTES);
        if (got % 8 == 0)
            STATUS_TRY(walk_block(at, buffer, got));
    }
    at->is_short |= got % 8 > 0;
    return at->from->status;
}

/* ---- Blocks of packed rows, packed again ----------------------------------------------------- */

static shoal_status damaged(walk *at) {
    return package_input_refuse(at->from, "its blocks of rows are not where it says");
}

static shoal_status take(walk *at, void *into, size_t size) {
    return package_input_read(at->from, into, size) == size ? SHOAL_OK : damaged(at);
}

/* The end of the file lists where each block is and how large. */
static shoal_status find_blocks(walk *at, uint64_t *list, uint32_t *count) {
    uint64_t head[3];
    uint8_t tail[24];
    STATUS_TRY(take(at, head, sizeof head));
    uint64_t begin = spss_uint64(at->of, &head[1]), size = spss_uint64(at->of, &head[2]);
    if (spss_uint64(at->of, &head[0]) != at->of->data || begin > at->from->size || size < 24 ||
        size > at->from->size - begin)
        return damaged(at);
    at->from->at = begin;
    STATUS_TRY(take(at, tail, sizeof tail));
    *count = spss_uint32(at->of, tail + 20);
    *list = begin + sizeof tail;
    return *count == (size - 24) / 24 ? SHOAL_OK : damaged(at);
}

static shoal_status inflate_block(walk *at, uint64_t place, uint32_t packed, uint32_t size) {
    uint8_t *from = memory_new(packed, 1), *to = memory_new(size, 1);
    uLongf made = size;
    shoal_status status = SHOAL_OK;
    if (!from || !to)
        status = at->from->status = status_no_memory(at->from->error);
    at->from->at = place;
    if (status == SHOAL_OK)
        status = take(at, from, packed);
    if (status == SHOAL_OK && (uncompress(to, &made, from, packed) != Z_OK || made != size))
        status = damaged(at);
    if (status == SHOAL_OK)
        status = walk_block(at, to, size);
    memory_free(from);
    memory_free(to);
    return status;
}

static shoal_status walk_blocks(walk *at) {
    uint64_t list = 0;
    uint32_t count = 0;
    STATUS_TRY(find_blocks(at, &list, &count));
    for (uint32_t i = 0; i < count && !is_done(at); i++) {
        uint8_t entry[24];
        at->from->at = list + i * sizeof entry;
        STATUS_TRY(take(at, entry, sizeof entry));
        uint64_t place = spss_uint64(at->of, entry + 8);
        uint32_t size = spss_uint32(at->of, entry + 16), packed = spss_uint32(at->of, entry + 20);
        if (place > at->from->size || packed == 0 || packed > BYTES_MOST || size == 0 ||
            size > BYTES_MOST)
            return damaged(at);
        STATUS_TRY(inflate_block(at, place, packed, size));
    }
    return SHOAL_OK;
}

/* ---- The file -------------------------------------------------------------------------------- */

static shoal_status walk_rows(walk *at) {
    uint8_t *buffer = memory_new(BUFFER_BYTES, 1);
    if (!buffer)
        return at->from->status = status_no_memory(at->from->error);
    shoal_status status = at->of->packing == SPSS_PLAIN    ? walk_plain(at, buffer)
                          : at->of->packing == SPSS_PACKED ? walk_packed(at, buffer)
                                                           : walk_blocks(at);
    memory_free(buffer);
    if (status == SHOAL_OK && at->of->rows < 0 && (at->cell > 0 || at->is_short))
        return package_input_refuse(at->from, "it ends within a row");
    return status;
}

shoal_status spss_check(package_input *from, const char *encoding) {
    spss_dictionary of;
    shoal_status status = spss_dictionary_read(&of, from, encoding);
    if (status == SHOAL_OK && (of.rows < 0 || (of.utf8 && of.parts))) {
        walk at = {.from = from, .of = &of, .next = 8};
        from->at = of.data;
        status = walk_rows(&at);
    }
    spss_dictionary_free(&of);
    return status;
}
