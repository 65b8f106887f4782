/* Runs a fuzzer's entry point on every file of a folder, so that its corpus is an ordinary test. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        return 1;
    }
    size_t size = (size_t)ftell(file);
    rewind(file);
    /* Exactly as long as the file: the sanitizer sees a read of one byte too many. */
    uint8_t *data = malloc(size ? size : 1);
    if (!data || fread(data, 1, size, file) != size) {
        perror(path);
        return 1;
    }
    fclose(file);
    /* Said before the call, so that a crash leaves the name of its cause behind. */
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 0;
}

static int visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    struct dirent **entries;
    int count = scandir(argv[1], &entries, visible, alphasort);
    if (count < 0) {
        perror(argv[1]);
        return 2;
    }
    int failures = 0;
    for (int i = 0; i < count; i++) {
        failures += replay_file(argv[1], entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    printf("%d files\n", count);
    return failures ? 1 : 0;
}
