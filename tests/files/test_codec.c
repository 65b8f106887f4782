/* Every codec: round trips, members behind one another, damage, and how bytes are recognized. */
#include "base/memory.h"
#include "files/byte_source.h"
#include "files/decompressor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define EACH_CODEC(by) for (const codec *const *at_ = codec_list, *by = *at_; by; by = *++at_)

static void pack(text *out, const codec *by, const char *bytes, size_t length) {
    text member = {0};
    assert_true(by->encode(&member, bytes, length));
    text_add(out, member.bytes, member.length);
    assert_false(out->failed);
    text_free(&member);
}

/* Feeds `piece` bytes at a time and takes `room` at a time. CODEC_MEMBER_ENDS: the data ended where
 * it may. */
static codec_step unpack(text *out, const codec *by, const char *bytes, size_t length, size_t piece,
                         size_t room) {
    decompressor *stream = decompressor_new(by);
    char made[4096];
    codec_step step = CODEC_GOES_ON;
    size_t at = 0;
    bool moved = true;
    assert_non_null(stream);
    assert_true(room <= sizeof made);
    while (step == CODEC_GOES_ON && (at < length || moved)) {
        size_t offered = length - at < piece ? length - at : piece;
        codec_buffers buffers = {bytes + at, offered, made, room};
        step = decompressor_next(stream, &buffers);
        moved = buffers.input_left < offered || buffers.output_left < room;
        at += offered - buffers.input_left;
        text_add(out, made, room - buffers.output_left);
    }
    if (step == CODEC_GOES_ON && decompressor_complete(stream))
        step = CODEC_MEMBER_ENDS;
    decompressor_free(stream);
    return step;
}

/* Compressible, but not the same all over. */
static text some_text(size_t length) {
    text out = {0};
    for (size_t i = 0; out.length < length; i++)
        text_format(&out, "%zu,%zu,word%zu\n", i, i * i % 1009, i % 7);
    out.length = length;
    return out;
}

static void what_is_packed_comes_back(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 5, 100, 70000, 1 << 20};
    EACH_CODEC(by) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            text plain = some_text(sizes[i]), packed = {0}, back = {0};
            pack(&packed, by, plain.bytes ? plain.bytes : "", plain.length);
            size_t room = sizes[i] > 100 ? 4096 : 3;
            assert_int_equal(unpack(&back, by, packed.bytes, packed.length, sizes[i] / 9 + 1, room),
                             CODEC_MEMBER_ENDS);
            assert_int_equal(back.length, plain.length);
            if (plain.length > 0)
                assert_memory_equal(back.bytes, plain.bytes, plain.length);
            text_free(&plain);
            text_free(&packed);
            text_free(&back);
        }
    }
}

static void the_same_bytes_give_the_same_member(void **state) {
    (void)state;
    EACH_CODEC(by) {
        text plain = some_text(50000), one = {0}, other = {0};
        pack(&one, by, plain.bytes, plain.length);
        pack(&other, by, plain.bytes, plain.length);
        assert_int_equal(one.length, other.length);
        assert_memory_equal(one.bytes, other.bytes, one.length);
        assert_true(one.length < plain.length / 2);
        text_free(&plain);
        text_free(&one);
        text_free(&other);
    }
}

static void members_and_padding_follow_one_another(void **state) {
    (void)state;
    EACH_CODEC(by) {
        for (size_t piece = 1; piece < 64; piece += 7) {
            text packed = {0}, back = {0};
            pack(&packed, by, "a,b\n", 4);
            pack(&packed, by, "", 0);
            pack(&packed, by, "1,2\n", 4);
            text_add(&packed, "\0\0\0\0\0\0\0\0", 8);
            pack(&packed, by, "3,4\n", 4);
            text_add(&packed, "\0\0\0\0", 4);
            assert_int_equal(unpack(&back, by, packed.bytes, packed.length, piece, 3),
                             CODEC_MEMBER_ENDS);
            assert_string_equal(back.bytes, "a,b\n1,2\n3,4\n");
            text_free(&packed);
            text_free(&back);
        }
    }
}

static void what_follows_must_be_a_member(void **state) {
    (void)state;
    EACH_CODEC(by) {
        text packed = {0}, back = {0};
        pack(&packed, by, "a,b\n", 4);
        text_add_string(&packed, "and some more text, not compressed");
        assert_int_equal(unpack(&back, by, packed.bytes, packed.length, 1000, 1000), CODEC_DAMAGED);
        text_free(&packed);
        text_free(&back);
    }
}

static void data_that_is_cut_off_is_not_complete(void **state) {
    (void)state;
    EACH_CODEC(by) {
        text plain = some_text(300), packed = {0};
        pack(&packed, by, plain.bytes, plain.length);
        for (size_t length = 0; length < packed.length; length++) {
            text back = {0};
            assert_int_equal(unpack(&back, by, packed.bytes, length, 1000, 1000), CODEC_GOES_ON);
            text_free(&back);
        }
        text_free(&plain);
        text_free(&packed);
    }
}

/* Some bits mean nothing to a reader, such as the time in the header of gzip. */
static void a_changed_byte_never_changes_the_text(void **state) {
    (void)state;
    EACH_CODEC(by) {
        size_t found = 0;
        text plain = some_text(300), packed = {0};
        pack(&packed, by, plain.bytes, plain.length);
        for (size_t i = 0; i < packed.length * 8; i++) {
            text back = {0};
            packed.bytes[i / 8] ^= (char)(1 << i % 8);
            codec_step step = unpack(&back, by, packed.bytes, packed.length, 1000, 1000);
            packed.bytes[i / 8] ^= (char)(1 << i % 8);
            if (step != CODEC_MEMBER_ENDS)
                found++;
            else
                assert_true(back.length == plain.length &&
                            memcmp(back.bytes, plain.bytes, plain.length) == 0);
            text_free(&back);
        }
        print_message("%s: %zu of %zu changed bits are found\n", by->name, found,
                      packed.length * 8);
        assert_true(found > packed.length * 6);
        text_free(&plain);
        text_free(&packed);
    }
}

/* Headers that ask for a window of 2 GiB and a dictionary of 1.5 GiB. */
static void decoders_take_only_so_much_memory(void **state) {
    (void)state;
    static const char zstd[] = "\x28\xB5\x2F\xFD\x00\xA8\x01\x00\x00";
    static const char xz[] = "\xFD\x37\x7A\x58\x5A\x00\x00\x04\xE6\xD6\xB4\x46"
                             "\x02\x00\x21\x01\x25\x00\x00\x00\x3B\x78\x7B\x41";
    text back = {0};
    assert_int_equal(unpack(&back, &codec_zstd, zstd, sizeof zstd - 1, 100, 100), CODEC_TOO_LARGE);
    assert_int_equal(unpack(&back, &codec_xz, xz, sizeof xz - 1, 100, 100), CODEC_TOO_LARGE);
    text_free(&back);
}

static void frames_without_data_are_skipped(void **state) {
    (void)state;
    text packed = {0}, back = {0};
    text_add(&packed, "\x5A\x2A\x4D\x18\x03\x00\x00\x00xyz", 11);
    assert_ptr_equal(codec_of_magic(packed.bytes, 6), &codec_zstd);
    pack(&packed, &codec_zstd, "a,b\n", 4);
    assert_int_equal(unpack(&back, &codec_zstd, packed.bytes, packed.length, 5, 5),
                     CODEC_MEMBER_ENDS);
    assert_string_equal(back.bytes, "a,b\n");
    text_free(&packed);
    text_free(&back);
}

/* ---- Recognizing --------------------------------------------------------------------------- */

static void codecs_are_found_by_magic_and_by_suffix(void **state) {
    (void)state;
    static const struct {
        const char *path;
        const char *codec;
        size_t stem;
    } cases[] = {
        {"a.csv", NULL, 5},          {"a.csv.gz", "gzip", 5}, {"b/a.csv.zst", "zstd", 7},
        {"a.xz", "xz", 1},           {".gz", NULL, 3},        {"gz", NULL, 2},
        {"a.csv.gz.zst", "zstd", 8}, {"a.GZ", NULL, 4},       {"", NULL, 0},
        {"a.zst/b.csv", NULL, 11},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const codec *by = codec_of_suffix(cases[i].path);
        assert_int_equal(by == NULL, cases[i].codec == NULL);
        if (by)
            assert_string_equal(by->name, cases[i].codec);
        assert_int_equal(codec_stem(cases[i].path), cases[i].stem);
    }
    EACH_CODEC(by) {
        text packed = {0};
        pack(&packed, by, "a\n", 2);
        assert_ptr_equal(codec_of_magic(packed.bytes, CODEC_MAGIC_MOST), by);
        assert_null(codec_of_magic(packed.bytes, 1));
        text_free(&packed);
    }
    assert_null(codec_of_magic("id,age", 6));
}

/* ---- Through a source of bytes --------------------------------------------------------------- */

static shoal_status read_all(text *out, const char *bytes, size_t length, size_t piece,
                             shoal_error *error) {
    byte_source *from = NULL;
    char made[64];
    assert_int_equal(byte_source_open_memory(&from, bytes, length, "t", NULL), SHOAL_OK);
    shoal_status status = SHOAL_OK;
    for (size_t got = piece; status == SHOAL_OK && got == piece;) {
        status = byte_source_read(from, made, piece, &got, error);
        if (status == SHOAL_OK)
            text_add(out, made, got);
    }
    if (status == SHOAL_OK)
        assert_int_equal(byte_source_bytes(from), length);
    byte_source_close(from);
    return status;
}

static void sources_unpack_on_the_way(void **state) {
    (void)state;
    text plain = some_text(1000);
    for (size_t piece = 1; piece < 64; piece += 5) {
        for (size_t length = 0; length < 20; length++) {
            text back = {0};
            assert_int_equal(read_all(&back, plain.bytes, length, piece, NULL), SHOAL_OK);
            assert_int_equal(back.length, length);
            if (length > 0)
                assert_memory_equal(back.bytes, plain.bytes, length);
            text_free(&back);
        }
        EACH_CODEC(by) {
            text packed = {0}, back = {0};
            pack(&packed, by, plain.bytes, plain.length);
            assert_int_equal(read_all(&back, packed.bytes, packed.length, piece, NULL), SHOAL_OK);
            assert_int_equal(back.length, plain.length);
            assert_memory_equal(back.bytes, plain.bytes, plain.length);
            text_free(&packed);
            text_free(&back);
        }
    }
    text_free(&plain);
}

static void sources_say_what_is_wrong(void **state) {
    (void)state;
    EACH_CODEC(by) {
        text packed = {0}, back = {0}, expected = {0};
        shoal_error error;
        pack(&packed, by, "a,b\n1,2\n", 8);
        assert_int_equal(read_all(&back, packed.bytes, packed.length - 1, 9, &error),
                         SHOAL_BAD_DATA);
        text_format(&expected, "t: the %s data ends too early: the file is cut off", by->name);
        assert_string_equal(error.message, expected.bytes);
        packed.bytes[packed.length - 2] ^= 0x40;
        assert_int_equal(read_all(&back, packed.bytes, packed.length, 9, &error), SHOAL_BAD_DATA);
        expected.length = 0;
        text_format(&expected, "t: damaged %s data", by->name);
        assert_string_equal(error.message, expected.bytes);
        text_free(&packed);
        text_free(&back);
        text_free(&expected);
    }
    text back = {0};
    shoal_error error;
    assert_int_equal(read_all(&back, "\x28\xB5\x2F\xFD\x00\xA8\x01\x00\x00", 9, 9, &error),
                     SHOAL_BAD_DATA);
    assert_string_equal(error.message, "t: decompressing the zstd data takes more than 128 MiB of "
                                       "memory: compress it again with a smaller window");
    text_free(&back);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_packed_comes_back),
        cmocka_unit_test(the_same_bytes_give_the_same_member),
        cmocka_unit_test(members_and_padding_follow_one_another),
        cmocka_unit_test(what_follows_must_be_a_member),
        cmocka_unit_test(data_that_is_cut_off_is_not_complete),
        cmocka_unit_test(a_changed_byte_never_changes_the_text),
        cmocka_unit_test(decoders_take_only_so_much_memory),
        cmocka_unit_test(frames_without_data_are_skipped),
        cmocka_unit_test(codecs_are_found_by_magic_and_by_suffix),
        cmocka_unit_test(sources_unpack_on_the_way),
        cmocka_unit_test(sources_say_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
