#include "files/zip_archive.h"

#include "base/memory.h"

/* Sheets are repetitive: the XML of one packs to a tenth or a thirtieth. */
#define ALWAYS_ALLOWED ((uint64_t)128 << 20)
#define LARGEST_RATIO 200

uint64_t zip_archive_most(size_t length) {
    return ALWAYS_ALLOWED + LARGEST_RATIO * (uint64_t)length;
}

#ifdef SHOAL_HAS_SHEETS

#include <zip.h>

#define PIECE ((size_t)64 * 1024)

struct zip_archive {
    zip_t *archive;
    const char *label;
    uint64_t left; /* bytes that may still be unpacked */
};

bool zip_archive_is_built(void) {
    return true;
}

static shoal_status fail_damaged(const zip_archive *from, const char *member, const char *why,
                                 shoal_error *error) {
    return status_fail(error, SHOAL_BAD_DATA,
                       "%.100s: its part %.60s is damaged (%.40s): open and save it once more in a "
                       "spreadsheet program",
                       from->label, member, why);
}

shoal_status zip_archive_open(zip_archive **out, const char *bytes, size_t length,
                              const char *label, shoal_error *error) {
    zip_archive *self = memory_zero(1, sizeof *self);
    zip_error_t why;
    *out = NULL;
    if (!self)
        return status_no_memory(error);
    zip_error_init(&why);
    zip_source_t *source = zip_source_buffer_create(bytes, length, 0, &why);
    self->archive = source ? zip_open_from_source(source, ZIP_RDONLY, &why) : NULL;
    self->label = label;
    self->left = zip_archive_most(length);
    shoal_status status = SHOAL_OK;
    if (!self->archive) {
        status = status_fail(error, SHOAL_BAD_DATA,
                             "%.100s is damaged or cut off: as a zip archive it cannot be opened "
                             "(%.60s)",
                             label, zip_error_strerror(&why));
        zip_source_free(source);
        memory_free(self);
        self = NULL;
    }
    zip_error_fini(&why);
    *out = self;
    return status;
}

void zip_archive_close(zip_archive *from) {
    if (!from)
        return;
    zip_discard(from->archive);
    memory_free(from);
}

bool zip_archive_has(zip_archive *from, const char *member) {
    return zip_name_locate(from->archive, member, 0) >= 0;
}

static shoal_status take_all(zip_archive *from, zip_file_t *file, const char *member, char *piece,
                             zip_taker *take, void *context, shoal_error *error) {
    for (;;) {
        zip_int64_t got = zip_fread(file, piece, PIECE);
        if (got < 0)
            return fail_damaged(from, member, zip_file_strerror(file), error);
        if (got == 0)
            return SHOAL_OK;
        if ((uint64_t)got > from->left)
            return status_fail(error, SHOAL_BAD_DATA,
                               "%.100s unpacks to far more than its size: as a workbook it is not "
                               "plausible, and it is not read further",
                               from->label);
        from->left -= (uint64_t)got;
        STATUS_TRY(take(context, piece, (size_t)got, error));
    }
}

static shoal_status check_member(const zip_archive *from, const char *member, zip_stat_t *found,
                                 shoal_error *error) {
    if (zip_stat(from->archive, member, 0, found) != 0)
        return status_fail(error, SHOAL_BAD_DATA, "%.100s is not a workbook: it has no part %.80s",
                           from->label, member);
    if ((found->valid & ZIP_STAT_ENCRYPTION_METHOD) && found->encryption_method != ZIP_EM_NONE)
        return status_fail(error, SHOAL_BAD_DATA, "%.100s is encrypted: save it without a password",
                           from->label);
    return SHOAL_OK;
}

shoal_status zip_archive_read(zip_archive *from, const char *member, zip_taker *take, void *context,
                              shoal_error *error) {
    zip_stat_t found;
    STATUS_TRY(check_member(from, member, &found, error));
    zip_file_t *file = zip_fopen_index(from->archive, found.index, 0);
    if (!file)
        return fail_damaged(from, member, zip_strerror(from->archive), error);
    char *piece = memory_new(PIECE, 1);
    shoal_status status =
        piece ? take_all(from, file, member, piece, take, context, error) : status_no_memory(error);
    memory_free(piece);
    zip_fclose(file);
    return status;
}

#else

bool zip_archive_is_built(void) {
    return false;
}

shoal_status zip_archive_open(zip_archive **out, const char *bytes, size_t length,
                              const char *label, shoal_error *error) {
    (void)bytes;
    (void)length;
    *out = NULL;
    return status_fail(error, SHOAL_USAGE, "%.100s: this build opens no zip archives", label);
}

void zip_archive_close(zip_archive *from) {
    (void)from;
}

bool zip_archive_has(zip_archive *from, const char *member) {
    (void)from;
    (void)member;
    return false;
}

shoal_status zip_archive_read(zip_archive *from, const char *member, zip_taker *take, void *context,
                              shoal_error *error) {
    (void)from;
    (void)take;
    (void)context;
    return status_fail(error, SHOAL_USAGE, "%s: this build opens no zip archives", member);
}

#endif
