#include "io/sha256.h"

#include "base/memory.h"

#include <openssl/evp.h>

struct sha256 {
    EVP_MD_CTX *state;
    bool failed;
};

shoal_status sha256_new(sha256 **out, shoal_error *error) {
    sha256 *hash = memory_zero(1, sizeof *hash);
    if (hash)
        hash->state = EVP_MD_CTX_new();
    if (!hash || !hash->state || EVP_DigestInit_ex(hash->state, EVP_sha256(), NULL) != 1) {
        sha256_free(hash);
        return status_no_memory(error);
    }
    *out = hash;
    return SHOAL_OK;
}

void sha256_add(sha256 *hash, const void *bytes, size_t length) {
    if (!hash->failed && EVP_DigestUpdate(hash->state, bytes, length) != 1)
        hash->failed = true;
}

shoal_status sha256_finish(sha256 *hash, char out[65], shoal_error *error) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int length = 0;
    if (hash->failed || EVP_DigestFinal_ex(hash->state, digest, &length) != 1 || length != 32) {
        hash->failed = true;
        return status_fail(error, SHOAL_IO, "cannot compute a SHA-256 hash: libcrypto failed");
    }
    for (size_t i = 0; i < 32; i++) {
        out[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    out[64] = '\0';
    return SHOAL_OK;
}

void sha256_free(sha256 *hash) {
    if (!hash)
        return;
    EVP_MD_CTX_free(hash->state);
    memory_free(hash);
}
