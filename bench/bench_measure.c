/* Runs a command and writes its seconds and its peak memory in KiB to a file:
 * bench_measure FILE COMMAND… */
#include "base/clock.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: bench_measure FILE COMMAND...\n");
        return 1;
    }
    double begin = clock_seconds();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status = 0;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child) {
        perror("bench_measure");
        return 1;
    }
    double seconds = clock_seconds() - begin;
    FILE *out = fopen(argv[1], "w");
    if (out == NULL || fprintf(out, "%.3f %ld\n", seconds, used.ru_maxrss) < 0 ||
        fclose(out) != 0) {
        perror(argv[1]);
        return 1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
