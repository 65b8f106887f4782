#include "recognize/name_concept.h"

static const char *const names[] = {
#define X(NAME, name, phrase) name,
    NAME_CONCEPTS(X)
#undef X
};

static const char *const phrases[] = {
#define X(NAME, name, phrase) phrase,
    NAME_CONCEPTS(X)
#undef X
};

const char *name_concept_name(name_concept of) {
    return names[of];
}

const char *name_concept_phrase(name_concept of) {
    return phrases[of];
}

concept_found name_concept_find(const char *name) {
    (void)name;
    return (concept_found){CONCEPT_NONE, ""};
}

bool name_is_generic(const char *name) {
    return name[0] == 'c' && name[1] >= '0' && name[1] <= '9';
}
