#include "files/text_source.h"

#include "base/memory.h"
#include "files/content_kind.h"
#include "files/encoding_guess.h"
#include "files/text_utf8.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What is looked at to find an encoding; and how much is decoded at a time. */
#define WINDOW ((size_t)64 * 1024)

typedef enum text_stage {
    STAGE_START,  /* nothing was read */
    STAGE_ASCII,  /* the encoding is still to be found */
    STAGE_PLAIN,  /* bytes are handed on as they are */
    STAGE_DECODED /* by iconv */
} text_stage;

struct text_source {
    byte_source *from;
    text_stage stage;
    char encoding[TEXT_ENCODING_SIZE];
    bool marked;
    bool ended; /* `from` has no more */
    char *held; /* bytes that come before those of `from`: held[held_at .. held_end) */
    size_t held_at, held_end, held_room;
    iconv_t decoder;
    bool decoding; /* the decoder is open */
    bool done;     /* all was decoded */
    char *made;    /* [WINDOW + 1] what was decoded: made[made_at .. made_end) is not yet read */
    size_t made_at, made_end;
    char fault[16];
};

shoal_status text_source_open(text_source **out, byte_source *from, const char *encoding,
                              shoal_error *error) {
    text_source *text = *out = memory_zero(1, sizeof *text);
    if (!text)
        return status_no_memory(error);
    text->from = from;
    if (encoding)
        snprintf(text->encoding, sizeof text->encoding, "%s", encoding);
    return SHOAL_OK;
}

void text_source_close(text_source *text) {
    if (!text)
        return;
    if (text->decoding)
        iconv_close(text->decoder);
    memory_free(text->held);
    memory_free(text->made);
    memory_free(text);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static size_t held(const text_source *text) {
    return text->held_end - text->held_at;
}

/* Moves what is held to the start, and adds to it until there are `wanted` bytes. */
static shoal_status hold(text_source *text, size_t wanted, shoal_error *error) {
    size_t kept = held(text), got = 0;
    if (kept > 0 && text->held_at > 0)
        memmove(text->held, text->held + text->held_at, kept);
    text->held_at = 0;
    text->held_end = kept;
    if (text->ended || kept >= wanted)
        return SHOAL_OK;
    if (!memory_grow((void **)&text->held, &text->held_room, wanted, 1))
        return status_no_memory(error);
    STATUS_TRY(byte_source_read(text->from, text->held + kept, wanted - kept, &got, error));
    text->held_end += got;
    text->ended = text->held_end < wanted;
    return SHOAL_OK;
}

/* Puts bytes in front of those that are held. */
static shoal_status give_back(text_source *text, const char *bytes, size_t length,
                              shoal_error *error) {
    size_t kept = held(text);
    if (!memory_grow((void **)&text->held, &text->held_room, length + kept, 1))
        return status_no_memory(error);
    if (kept > 0)
        memmove(text->held + length, text->held + text->held_at, kept);
    memcpy(text->held, bytes, length);
    text->held_at = 0;
    text->held_end = length + kept;
    return SHOAL_OK;
}

/* What is held, then straight from the source. */
static shoal_status read_bytes(text_source *text, char *into, size_t size, size_t *got,
                               shoal_error *error) {
    size_t now = held(text) < size ? held(text) : size, more = 0;
    if (now > 0)
        memcpy(into, text->held + text->held_at, now);
    text->held_at += now;
    if (now < size && !text->ended) {
        STATUS_TRY(byte_source_read(text->from, into + now, size - now, &more, error));
        text->ended = more < size - now;
    }
    *got = now + more;
    return SHOAL_OK;
}

/* ---- Decoding -------------------------------------------------------------------------------- */

static void note_fault(text_source *text, const char *bytes, size_t length) {
    size_t used = 0;
    for (size_t i = 0; i < length && i < 2; i++)
        used += (size_t)snprintf(text->fault + used, sizeof text->fault - used, "%s0x%02X",
                                 i ? " " : "", (unsigned char)bytes[i]);
}

/* Decodes what is held, as far as the room goes. */
static void decode_held(text_source *text) {
    char *input = text->held + text->held_at, *output = text->made;
    size_t left = held(text), room = WINDOW;
    size_t result = iconv(text->decoder, &input, &left, &output, &room);
    int why = result == (size_t)-1 ? errno : 0;
    bool wrong = why == EILSEQ || (why == EINVAL && text->ended);
    text->held_at = text->held_end - left;
    text->made_at = 0;
    text->made_end = WINDOW - room;
    if (wrong) {
        note_fault(text, input, left);
        text->made[text->made_end++] = TEXT_FAULT; /* for which there is room */
    }
    text->done = wrong || (text->ended && left == 0);
}

static shoal_status read_decoded(text_source *text, char *into, size_t size, size_t *got,
                                 shoal_error *error) {
    for (*got = 0; *got < size;) {
        size_t ready = text->made_end - text->made_at;
        size_t now = ready < size - *got ? ready : size - *got;
        if (now > 0)
            memcpy(into + *got, text->made + text->made_at, now);
        text->made_at += now;
        *got += now;
        if (now < ready || text->done)
            return SHOAL_OK;
        STATUS_TRY(hold(text, WINDOW, error));
        decode_held(text);
    }
    return SHOAL_OK;
}

/* ---- Finding the encoding -------------------------------------------------------------------- */

static shoal_status settle(text_source *text, const char *encoding, shoal_error *error) {
    if (encoding != text->encoding)
        snprintf(text->encoding, sizeof text->encoding, "%s", encoding);
    text->stage = STAGE_PLAIN;
    if (text_encoding_is_plain(text->encoding))
        return SHOAL_OK;
    text->decoder = text_encoding_decoder(text->encoding);
    text->decoding = text->decoder != (iconv_t)-1;
    text->stage = STAGE_DECODED;
    if (!text->decoding)
        return status_refuse(error, SHOAL_USAGE, "encoding_unknown", "input.encoding",
                             "this machine cannot convert text from %s", text->encoding);
    text->made = memory_new(WINDOW + 1, 1);
    return text->made ? SHOAL_OK : status_no_memory(error);
}

/* Of UTF-16 alone, the mark says which one it is; without one it is little-endian, as on most
 * machines. */
static shoal_status start_given(text_source *text, const char *found, size_t mark,
                                shoal_error *error) {
    bool either = strcmp(text->encoding, "UTF-16") == 0 || strcmp(text->encoding, "UTF-32") == 0;
    if (either && found && strncmp(found, text->encoding, 6) == 0) {
        text->marked = mark > 0;
        text->held_at += mark;
        return settle(text, found, error);
    }
    if (either) {
        char name[TEXT_ENCODING_SIZE];
        snprintf(name, sizeof name, "%.6sLE", text->encoding);
        return settle(text, name, error);
    }
    size_t own = 0;
    const char *bytes = text_encoding_mark(text->encoding, &own);
    text->marked =
        own > 0 && held(text) >= own && memcmp(text->held + text->held_at, bytes, own) == 0;
    text->held_at += text->marked ? own : 0;
    return settle(text, text->encoding, error);
}

static shoal_status start(text_source *text, shoal_error *error) {
    size_t mark = 0;
    STATUS_TRY(hold(text, WINDOW, error));
    const char *found = encoding_guess_start(text->held, held(text), &mark);
    /* What has an encoding is text, however strange. */
    bool is_text = found || *text->encoding;
    const content_kind *other = is_text ? content_kind_signed(text->held, held(text))
                                        : content_kind_of(text->held, held(text));
    if (other)
        return content_refuse(other, byte_source_label(text->from), error);
    if (*text->encoding)
        return start_given(text, found, mark, error);
    text->marked = mark > 0;
    text->held_at += mark;
    if (found)
        return settle(text, found, error);
    text->stage = STAGE_ASCII;
    return SHOAL_OK;
}

/* ASCII is handed on; at the first other byte the encoding is found. */
static shoal_status read_ascii(text_source *text, char *into, size_t size, size_t *got,
                               shoal_error *error) {
    STATUS_TRY(read_bytes(text, into, size, got, error));
    size_t ascii = text_ascii(into, *got);
    if (ascii == *got)
        return SHOAL_OK;
    STATUS_TRY(give_back(text, into + ascii, *got - ascii, error));
    *got = ascii;
    STATUS_TRY(hold(text, WINDOW, error));
    return settle(text, encoding_guess_text(text->held, held(text), !text->ended), error);
}

static shoal_status read_stage(text_source *text, char *into, size_t size, size_t *got,
                               shoal_error *error) {
    if (text->stage == STAGE_ASCII)
        return read_ascii(text, into, size, got, error);
    return text->stage == STAGE_PLAIN ? read_bytes(text, into, size, got, error)
                                      : read_decoded(text, into, size, got, error);
}

shoal_status text_source_read(text_source *text, char *into, size_t size, size_t *got,
                              shoal_error *error) {
    *got = 0;
    if (text->stage == STAGE_START)
        STATUS_TRY(start(text, error));
    for (text_stage before = text->stage;; before = text->stage) {
        size_t now = 0;
        STATUS_TRY(read_stage(text, into + *got, size - *got, &now, error));
        *got += now;
        if (text->stage == before)
            return SHOAL_OK;
    }
}

const char *text_source_encoding(const text_source *text) {
    return text->encoding;
}

bool text_source_marked(const text_source *text) {
    return text->marked;
}

bool text_source_is_ascii(const text_source *text) {
    return text->stage == STAGE_ASCII;
}

const char *text_source_fault(const text_source *text) {
    return text->fault;
}
