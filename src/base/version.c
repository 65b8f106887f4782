#include <shoal.h>

const char *shoal_version(void) {
    return SHOAL_VERSION;
}
