#include "base/memory.h"
#include "measure/generalized_candidates.h"

#define TUPLES_BETWEEN_LOOKS 64
/* Bytes for sets of release tuples that are kept for the values of attributes with few. */
#define KEPT_BYTES ((size_t)64 << 20)

/* One attribute: which release tuples have a label. */
typedef struct postings {
    size_t attribute;
    size_t *first;   /* [labels + 1] */
    uint32_t *tuple; /* [release's tuples] */
    uint64_t *kept;  /* [value * words] sets made so far; NULL: none is kept */
    bool *made;      /* [value] */
} postings;

typedef struct narrowing {
    const candidate_task *task;
    size_t words;      /* of a bit per release tuple */
    postings *step;    /* [attributes] those with few values first */
    uint64_t *left;    /* [(attributes + 1) * words] tuples that fit the first steps */
    uint64_t *scratch; /* [words] */
    uint32_t *order;   /* [people's tuples] sorted by the steps */
    uint32_t *last;    /* [persons] mark of the tuple that counted each of them last; NULL: rows */
    uint32_t mark;
} narrowing;

static void order_steps(narrowing *in) {
    const label_cover *covers = in->task->attack->covers;
    for (size_t i = 0; i < in->task->attack->attributes; i++) {
        size_t at = i;
        for (; at > 0 && covers[in->step[at - 1].attribute].values > covers[i].values; at--)
            in->step[at].attribute = in->step[at - 1].attribute;
        in->step[at].attribute = i;
    }
}

static bool open_postings(postings *out, const narrowing *in, size_t *room) {
    const frequency_set *release = in->task->release;
    const label_cover *cover = &in->task->attack->covers[out->attribute];
    const codes *column = &release->codes[out->attribute];
    out->first = memory_zero((size_t)cover->labels + 2, sizeof *out->first);
    out->tuple = memory_new(release->tuples, sizeof *out->tuple);
    if (!out->first || !out->tuple)
        return false;
    /* Counted one place further on, so that filling in leaves the beginnings where they belong. */
    for (size_t t = 0; t < release->tuples; t++)
        out->first[codes_get(column, t) + 2]++;
    for (size_t l = 2; l <= cover->labels; l++)
        out->first[l] += out->first[l - 1];
    for (size_t t = 0; t < release->tuples; t++)
        out->tuple[out->first[codes_get(column, t) + 1]++] = (uint32_t)t;
    size_t set = in->words * sizeof *out->kept;
    if (set == 0 || cover->values > *room / set)
        return true;
    *room -= cover->values * set;
    out->kept = memory_new(cover->values, set);
    out->made = memory_zero(cover->values, sizeof *out->made);
    return out->kept && out->made;
}

/* Sorts by the last step first; each pass keeps the order of equals. */
static bool sort_people(narrowing *in) {
    const frequency_set *people = in->task->people;
    uint32_t *other = memory_new(people->tuples, sizeof *other);
    bool done = other != NULL;
    for (size_t t = 0; t < people->tuples; t++)
        in->order[t] = (uint32_t)t;
    for (size_t s = in->task->attack->attributes; done && s-- > 0;) {
        size_t attribute = in->step[s].attribute;
        const codes *column = &people->codes[attribute];
        size_t values = in->task->attack->covers[attribute].values;
        size_t *next = memory_zero(values + 1, sizeof *next);
        done = next != NULL;
        for (size_t t = 0; done && t < people->tuples; t++)
            next[codes_get(column, t) + 1]++;
        for (size_t v = 1; done && v < values; v++)
            next[v] += next[v - 1];
        for (size_t t = 0; done && t < people->tuples; t++)
            other[next[codes_get(column, in->order[t])]++] = in->order[t];
        memory_free(next);
        if (done)
            memcpy(in->order, other, people->tuples * sizeof *other);
    }
    memory_free(other);
    return done;
}

static bool open_narrowing(narrowing *in) {
    size_t attributes = in->task->attack->attributes, room = KEPT_BYTES;
    in->words = (in->task->release->tuples + 63) / 64;
    in->step = memory_zero(attributes, sizeof *in->step);
    in->left = memory_new(attributes + 1, in->words * sizeof *in->left);
    in->scratch = memory_new(in->words, sizeof *in->scratch);
    in->order = memory_new(in->task->people->tuples, sizeof *in->order);
    if (in->task->persons)
        in->last = memory_zero(in->task->persons->persons, sizeof *in->last);
    if (!in->step || !in->left || !in->scratch || !in->order || (in->task->persons && !in->last))
        return false;
    order_steps(in);
    for (size_t s = 0; s < attributes; s++)
        if (!open_postings(&in->step[s], in, &room))
            return false;
    memset(in->left, 0, in->words * sizeof *in->left);
    for (size_t t = 0; t < in->task->release->tuples; t++)
        in->left[t / 64] |= UINT64_C(1) << (t % 64);
    return sort_people(in);
}

static void close_narrowing(narrowing *in) {
    for (size_t s = 0; in->step && s < in->task->attack->attributes; s++) {
        memory_free(in->step[s].first);
        memory_free(in->step[s].tuple);
        memory_free(in->step[s].kept);
        memory_free(in->step[s].made);
    }
    memory_free(in->step);
    memory_free(in->left);
    memory_free(in->scratch);
    memory_free(in->order);
    memory_free(in->last);
}

static void add_label(uint64_t *bits, const postings *of, uint32_t label) {
    for (size_t i = of->first[label]; i < of->first[label + 1]; i++)
        bits[of->tuple[i] / 64] |= UINT64_C(1) << (of->tuple[i] % 64);
}

/* The release tuples with a label that covers the value. */
static const uint64_t *tuples_of_value(const narrowing *in, postings *of, uint32_t value) {
    const label_cover *cover = &in->task->attack->covers[of->attribute];
    uint64_t *bits = of->kept ? of->kept + value * in->words : in->scratch;
    if (of->made && of->made[value])
        return bits;
    memset(bits, 0, in->words * sizeof *bits);
    for (size_t i = cover->first[value]; i < cover->first[value + 1]; i++)
        add_label(bits, of, cover->label[i]);
    if (cover->star < cover->labels)
        add_label(bits, of, cover->star);
    if (of->made)
        of->made[value] = true;
    return bits;
}

static void narrow(narrowing *in, size_t step, uint32_t person) {
    uint32_t value = codes_get(&in->task->people->codes[in->step[step].attribute], person);
    const uint64_t *fit = tuples_of_value(in, &in->step[step], value);
    const uint64_t *from = in->left + step * in->words;
    uint64_t *to = in->left + (step + 1) * in->words;
    for (size_t w = 0; w < in->words; w++)
        to[w] = from[w] & fit[w];
}

/* The members of the tuples that are left; *tuples is the number of these. */
static uint64_t count_members(const narrowing *in, size_t *tuples) {
    const uint64_t *left = in->left + in->task->attack->attributes * in->words;
    uint64_t members = 0;
    *tuples = 0;
    for (size_t w = 0; w < in->words; w++)
        for (uint64_t bits = left[w]; bits; bits &= bits - 1, ++*tuples)
            members += in->task->members[w * 64 + (size_t)__builtin_ctzll(bits)];
    return members;
}

/* Those that are different persons. */
static uint64_t count_persons(narrowing *in) {
    const uint64_t *left = in->left + in->task->attack->attributes * in->words;
    uint64_t persons = 0;
    in->mark++;
    for (size_t w = 0; w < in->words; w++)
        for (uint64_t bits = left[w]; bits; bits &= bits - 1)
            persons += person_lists_add(in->task->persons, w * 64 + (size_t)__builtin_ctzll(bits),
                                        in->last, in->mark);
    return persons;
}

/* Tells the caller which tuples are left. False: it has seen enough. */
static bool visit_left(const narrowing *in, size_t people) {
    const uint64_t *left = in->left + in->task->attack->attributes * in->words;
    bool more = true;
    for (size_t w = 0; w < in->words; w++)
        for (uint64_t bits = left[w]; bits && more; bits &= bits - 1)
            more =
                in->task->visit(in->task->context, people, w * 64 + (size_t)__builtin_ctzll(bits));
    return more;
}

/* Steps at the beginning in which two tuples of people have the same values. */
static size_t shared_steps(const narrowing *in, uint32_t one, uint32_t other) {
    size_t step = 0;
    for (; step < in->task->attack->attributes; step++) {
        const codes *column = &in->task->people->codes[in->step[step].attribute];
        if (codes_get(column, one) != codes_get(column, other))
            break;
    }
    return step;
}

shoal_status candidates_by_narrowing(const candidate_task *task, shoal_error *error) {
    narrowing in = {.task = task};
    shoal_status status = open_narrowing(&in) ? SHOAL_OK : status_no_memory(error);
    bool more = true;
    for (size_t i = 0; status == SHOAL_OK && i < task->people->tuples; i++) {
        size_t step = i > 0 ? shared_steps(&in, in.order[i - 1], in.order[i]) : 0;
        for (; step < task->attack->attributes; step++)
            narrow(&in, step, in.order[i]);
        size_t tuples;
        uint64_t members = count_members(&in, &tuples);
        task->candidates[in.order[i]] = in.last && tuples > 1 ? count_persons(&in) : members;
        more = more && (!task->visit || visit_left(&in, in.order[i]));
        if (i % TUPLES_BETWEEN_LOOKS == 0 && candidates_cancelled(task))
            status = candidates_interrupted(error);
    }
    close_narrowing(&in);
    return status;
}
