/* The functions of libcrypto that allocate nothing: others, when memory is short, do not always
 * come back. */
#define OPENSSL_API_COMPAT 0x10100000L

#include "files/sha256.h"

#include "base/memory.h"

#include <openssl/sha.h>

struct sha256 {
    SHA256_CTX state;
    bool failed;
};

shoal_status sha256_new(sha256 **out, shoal_error *error) {
    sha256 *hash = memory_zero(1, sizeof *hash);
    if (!hash)
        return status_no_memory(error);
    hash->failed = SHA256_Init(&hash->state) != 1;
    *out = hash;
    return SHOAL_OK;
}

void sha256_add(sha256 *hash, const void *bytes, size_t length) {
    if (!hash->failed && SHA256_Update(&hash->state, bytes, length) != 1)
        hash->failed = true;
}

shoal_status sha256_finish(sha256 *hash, char out[65], shoal_error *error) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    if (hash->failed || SHA256_Final(digest, &hash->state) != 1) {
        hash->failed = true;
        return status_fail(error, SHOAL_IO, "cannot compute a SHA-256 hash: libcrypto failed");
    }
    for (size_t i = 0; i < sizeof digest; i++) {
        out[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    out[64] = '\0';
    return SHOAL_OK;
}

void sha256_free(sha256 *hash) {
    memory_free(hash);
}
