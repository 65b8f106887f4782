#include "server/file_hash.h"

#include <openssl/evp.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE ((size_t)1 << 18)

static void print_digest(char out[FILE_HASH_SIZE], const unsigned char *digest) {
    for (size_t i = 0; i < 32; i++)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

static shoal_status hash_bytes(EVP_MD_CTX *hash, int file, char *piece, int64_t *bytes,
                               const char *path, const volatile int *cancel, shoal_error *error) {
    ssize_t count;
    *bytes = 0;
    while ((count = read(file, piece, PIECE)) > 0) {
        if (cancel && *cancel)
            return refuse(error, SHOAL_INTERRUPTED, "cancelled", NULL, "cancelled");
        if (EVP_DigestUpdate(hash, piece, (size_t)count) != 1)
            return refuse_no_memory(error);
        *bytes += count;
    }
    return count == 0 ? SHOAL_OK : refuse_io(error, "read", path);
}

static shoal_status hash_open(char out[FILE_HASH_SIZE], int64_t *bytes, int file, const char *path,
                              const volatile int *cancel, shoal_error *error) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    EVP_MD_CTX *hash = EVP_MD_CTX_new();
    char *piece = malloc(PIECE);
    shoal_status status = SHOAL_OK;
    if (!hash || !piece || EVP_DigestInit_ex(hash, EVP_sha256(), NULL) != 1)
        status = refuse_no_memory(error);
    if (status == SHOAL_OK)
        status = hash_bytes(hash, file, piece, bytes, path, cancel, error);
    if (status == SHOAL_OK && EVP_DigestFinal_ex(hash, digest, NULL) != 1)
        status = refuse_no_memory(error);
    if (status == SHOAL_OK)
        print_digest(out, digest);
    EVP_MD_CTX_free(hash);
    free(piece);
    return status;
}

shoal_status file_hash(char out[FILE_HASH_SIZE], int64_t *bytes, const char *path,
                       const volatile int *cancel, shoal_error *error) {
    struct stat found;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    out[0] = '\0';
    if (file < 0)
        return refuse_io(error, "read", path);
    shoal_status status = fstat(file, &found) == 0 && S_ISREG(found.st_mode)
                              ? hash_open(out, bytes, file, path, cancel, error)
                              : refuse(error, SHOAL_IO, "io", NULL, "%.150s is not a file", path);
    close(file);
    return status;
}
