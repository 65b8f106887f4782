/* sample_write: the register, its hierarchies and its plan as files. */
#include "sample/sample.h"

#include "base/memory.h"
#include "base/threads.h"
#include "files/codec.h"
#include "files/output_name.h"
#include "files/pending_file.h"
#include "sample/sample_register.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_ROWS 10000
#define MOST_THREADS 16

/* ---- The rows, in blocks that threads fill and the caller writes in order ------------------- */

typedef struct row_blocks {
    const sample_register *kind;
    const sample_society *society;
    const sample_options *options;
    uint64_t first; /* block of this round */
    text lines[MOST_THREADS];
    uint64_t rows[MOST_THREADS];
    const codec *packed_by;    /* NULL: not compressed */
    text packed[MOST_THREADS]; /* the blocks compressed; failed when out of memory */
} row_blocks;

static void fill_block(void *context, size_t block, int worker) {
    row_blocks *blocks = context;
    text *lines = &blocks->lines[block];
    (void)worker;
    lines->length = 0;
    blocks->rows[block] =
        blocks->kind->add_block(lines, blocks->society, blocks->options, blocks->first + block);
}

static void pack_block(void *context, size_t block, int worker) {
    row_blocks *blocks = context;
    const text *lines = &blocks->lines[block];
    text *packed = &blocks->packed[block];
    (void)worker;
    packed->failed = !blocks->packed_by->encode(packed, lines->bytes, lines->length);
}

static void cut_lines(text *lines, uint64_t rows) {
    size_t length = 0;
    for (; rows > 0; rows--)
        length += strcspn(lines->bytes + length, "\n") + 1;
    lines->length = length;
}

/* Cuts the blocks to `rows` in all and returns how many blocks that takes. */
static size_t cut_blocks(row_blocks *blocks, size_t count, uint64_t rows) {
    for (size_t block = 0; block < count; block++) {
        if (blocks->rows[block] > rows) {
            if (!blocks->lines[block].failed)
                cut_lines(&blocks->lines[block], rows);
            blocks->rows[block] = rows;
        }
        rows -= blocks->rows[block];
        if (rows == 0)
            return block + 1;
    }
    return count;
}

static shoal_status write_block(pending_file *file, const row_blocks *blocks, size_t block,
                                shoal_error *error) {
    const text *out = blocks->packed_by ? &blocks->packed[block] : &blocks->lines[block];
    if (blocks->lines[block].failed || out->failed)
        return status_no_memory(error);
    return file_write(file, out->bytes, out->length, error);
}

static size_t blocks_for(uint64_t rows, uint64_t rows_of_one, size_t most) {
    uint64_t count = rows / rows_of_one + 1;
    return count < most ? (size_t)count : most;
}

static shoal_status write_blocks(pending_file *file, row_blocks *blocks, uint64_t rows,
                                 thread_pool *pool, shoal_error *error) {
    uint64_t usual = 1; /* the rows of a block as far as is known: those of the last round's */
    for (uint64_t written = 0; written < rows;) {
        size_t count = blocks_for(rows - written, usual, (size_t)threads_count(pool));
        threads_run(pool, count, fill_block, blocks);
        usual = blocks->rows[0];
        blocks->first += count;
        count = cut_blocks(blocks, count, rows - written);
        if (blocks->packed_by)
            threads_run(pool, count, pack_block, blocks);
        for (size_t block = 0; block < count; block++) {
            STATUS_TRY(write_block(file, blocks, block, error));
            written += blocks->rows[block];
        }
    }
    return SHOAL_OK;
}

static int threads_for(uint64_t rows) {
    const uint64_t rows_worth_a_thread = 4096;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t blocks = rows / rows_worth_a_thread + 1;
    int threads = processors < 1 ? 1 : processors < MOST_THREADS ? (int)processors : MOST_THREADS;
    return blocks < (uint64_t)threads ? (int)blocks : threads;
}

static shoal_status write_header(pending_file *file, const char *header, const codec *by,
                                 shoal_error *error) {
    if (!by)
        return file_write(file, header, strlen(header), error);
    text packed = {0};
    shoal_status status = by->encode(&packed, header, strlen(header))
                              ? file_write(file, packed.bytes, packed.length, error)
                              : status_no_memory(error);
    text_free(&packed);
    return status;
}

static shoal_status write_register(pending_file *file, const sample_register *kind,
                                   const sample_society *society, const sample_options *options,
                                   shoal_error *error) {
    uint64_t rows = (uint64_t)options->rows;
    thread_pool *pool = NULL;
    row_blocks blocks = {.kind = kind,
                         .society = society,
                         .options = options,
                         .packed_by = codec_of_suffix(file->path)};
    STATUS_TRY(write_header(file, kind->header, blocks.packed_by, error));
    STATUS_TRY(threads_start(&pool, threads_for(rows), error));
    shoal_status status = write_blocks(file, &blocks, rows, pool, error);
    for (int i = 0; i < MOST_THREADS; i++) {
        text_free(&blocks.lines[i]);
        text_free(&blocks.packed[i]);
    }
    threads_stop(pool);
    return status;
}

/* ---- The files ------------------------------------------------------------------------------ */

/* All are written before the first gets its name, the register last. */
enum { FILE_PLAN = SAMPLE_QUASI, FILE_REGISTER, FILES };

typedef struct sample_files {
    pending_file file[FILES];
    text folder; /* STEM.hierarchies */
    size_t name; /* where in `folder` its last part begins */
    bool folder_is_new;
} sample_files;

/* Without the suffix: "a.b/people" of "a.b/people.csv" and of "a.b/people.csv.gz". */
static size_t stem_length(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t name = slash == NULL ? 0 : (size_t)(slash + 1 - path);
    size_t end = name + codec_stem(path + name);
    for (size_t dot = end - 1; dot > name; dot--)
        if (path[dot] == '.')
            return dot;
    return end;
}

static shoal_status stage_text(pending_file *file, const char *path, text *content,
                               shoal_error *error) {
    shoal_status status =
        content->failed || path == NULL ? status_no_memory(error) : file_open(file, path, error);
    if (status == SHOAL_OK)
        status = file_write(file, content->bytes, content->length, error);
    text_free(content);
    return status;
}

static shoal_status stage_hierarchies(sample_files *files, const sample_register *kind,
                                      const sample_society *society, shoal_error *error) {
    files->folder_is_new = mkdir(files->folder.bytes, 0777) == 0;
    if (!files->folder_is_new && errno != EEXIST)
        return status_io(error, "create", files->folder.bytes);
    for (int i = 0; i < SAMPLE_QUASI; i++) {
        text path = {0}, content = {0};
        text_format(&path, "%s/%s.csv", files->folder.bytes, kind->quasi[i]);
        kind->add_hierarchy(&content, society, i);
        shoal_status status =
            stage_text(&files->file[i], path.failed ? NULL : path.bytes, &content, error);
        text_free(&path);
        STATUS_TRY(status);
    }
    return SHOAL_OK;
}

static shoal_status stage_plan(sample_files *files, const sample_register *kind, const char *path,
                               shoal_error *error) {
    text plan = {0}, content = {0};
    text_add(&plan, path, stem_length(path));
    text_add_string(&plan, ".plan.yaml");
    kind->add_plan(&content, files->folder.bytes + files->name);
    shoal_status status =
        stage_text(&files->file[FILE_PLAN], plan.failed ? NULL : plan.bytes, &content, error);
    text_free(&plan);
    return status;
}

static shoal_status name_folder(sample_files *files, const char *path, shoal_error *error) {
    const char *slash = strrchr(path, '/');
    files->name = slash == NULL ? 0 : (size_t)(slash + 1 - path);
    text_add(&files->folder, path, stem_length(path));
    text_add_string(&files->folder, ".hierarchies");
    return files->folder.failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status write_files(sample_files *files, const char *path,
                                const sample_society *society, const sample_options *options,
                                shoal_error *error) {
    const sample_register *kind = options->visits > 0 ? &sample_stays : &sample_people;
    bool alone = strcmp(path, "-") == 0;
    pending_file *table = &files->file[FILE_REGISTER];
    STATUS_TRY(file_open(table, path, error));
    STATUS_TRY(write_register(table, kind, society, options, error));
    if (!alone) {
        STATUS_TRY(name_folder(files, path, error));
        STATUS_TRY(stage_hierarchies(files, kind, society, error));
        STATUS_TRY(stage_plan(files, kind, path, error));
    }
    for (int i = alone ? FILE_REGISTER : 0; i < FILES; i++)
        STATUS_TRY(file_publish(&files->file[i], error));
    return SHOAL_OK;
}

/* A folder that was there before keeps what it had or got; one made here goes with its files. */
static void discard_folder(sample_files *files) {
    if (!files->folder_is_new)
        return;
    for (int i = 0; i < SAMPLE_QUASI; i++) {
        if (files->file[i].path != NULL)
            unlink(files->file[i].path);
        file_close(&files->file[i]);
    }
    rmdir(files->folder.bytes);
}

shoal_status sample_write(const char *path, const sample_options *options, shoal_error *error) {
    sample_options wanted = options ? *options : (sample_options){0};
    if (path == NULL || *path == '\0')
        return status_fail(error, SHOAL_USAGE, "no file named for the sample register");
    STATUS_TRY(output_name_check(path, OUTPUT_TEXT, error));
    if (wanted.rows < 0)
        return status_fail(error, SHOAL_USAGE, "%lld rows asked for: give a positive number",
                           (long long)wanted.rows);
    if (wanted.visits != 0 && (wanted.visits < 1000 || wanted.visits > SAMPLE_MOST_VISITS))
        return status_fail(error, SHOAL_USAGE, "%u.%03u visits asked for: give 1 to %d",
                           wanted.visits / 1000, wanted.visits % 1000, SAMPLE_MOST_VISITS / 1000);
    if (wanted.rows == 0)
        wanted.rows = DEFAULT_ROWS;
    sample_society *society = NULL;
    STATUS_TRY(sample_society_new(&society, error));
    sample_files files = {0};
    for (int i = 0; i < FILES; i++)
        files.file[i] = PENDING_FILE_NONE;
    shoal_status status = write_files(&files, path, society, &wanted, error);
    if (status != SHOAL_OK)
        discard_folder(&files);
    for (int i = 0; i < FILES; i++)
        file_close(&files.file[i]);
    text_free(&files.folder);
    sample_society_free(society);
    return status;
}
