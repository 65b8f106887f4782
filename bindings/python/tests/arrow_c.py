"""The Arrow C structs by hand (ctypes), as objects that speak the PyCapsule protocol; and DuckDB's C
library behind the same protocol."""

import ctypes as c

capsule_new = c.pythonapi.PyCapsule_New
capsule_new.restype, capsule_new.argtypes = c.py_object, [c.c_void_p, c.c_char_p, c.c_void_p]
capsule_pointer = c.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype, capsule_pointer.argtypes = c.c_void_p, [c.py_object, c.c_char_p]


class Schema(c.Structure):
    pass


class Array(c.Structure):
    pass


class Stream(c.Structure):
    pass


ReleaseSchema = c.CFUNCTYPE(None, c.POINTER(Schema))
ReleaseArray = c.CFUNCTYPE(None, c.POINTER(Array))
GetSchema = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Schema))
GetNext = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Array))
GetError = c.CFUNCTYPE(c.c_void_p, c.POINTER(Stream))
ReleaseStream = c.CFUNCTYPE(None, c.POINTER(Stream))

Schema._fields_ = [
    ("format", c.c_char_p), ("name", c.c_char_p), ("metadata", c.c_char_p), ("flags", c.c_int64),
    ("n_children", c.c_int64), ("children", c.POINTER(c.POINTER(Schema))),
    ("dictionary", c.POINTER(Schema)), ("release", ReleaseSchema), ("private_data", c.c_void_p),
]  # fmt: skip
Array._fields_ = [
    ("length", c.c_int64), ("null_count", c.c_int64), ("offset", c.c_int64),
    ("n_buffers", c.c_int64), ("n_children", c.c_int64), ("buffers", c.POINTER(c.c_void_p)),
    ("children", c.POINTER(c.POINTER(Array))), ("dictionary", c.POINTER(Array)),
    ("release", ReleaseArray), ("private_data", c.c_void_p),
]  # fmt: skip
Stream._fields_ = [
    ("get_schema", GetSchema), ("get_next", GetNext), ("get_last_error", GetError),
    ("release", ReleaseStream), ("private_data", c.c_void_p),
]  # fmt: skip

RELEASED = {"schema": 0, "array": 0, "stream": 0}
# A table may keep the memory of a batch until it is freed, long after the batch itself is gone. Real
# producers count references; these simply stay.
ALIVE = []


@ReleaseSchema
def release_schema(schema):
    RELEASED["schema"] += 1
    schema.contents.release = ReleaseSchema()


@ReleaseArray
def release_array(array):
    RELEASED["array"] += 1
    array.contents.release = ReleaseArray()


class Batch:
    """A struct of columns of strings or of dictionaries. Python keeps everything alive; the release
    functions only count. A column is a list of str and None; ("d", values, codes) is a dictionary."""

    def __init__(self, columns, offset=0):
        ALIVE.append(self)
        self.keep = []
        fields = [self._schema(name, column) for name, column in columns.items()]
        arrays = [self._column(column, offset) for column in columns.values()]
        self.rows = arrays[0].length if arrays else 0
        self.schema = self._parent(Schema, fields, format=b"+s", name=b"", release=release_schema)
        buffers = self._pointers([None])
        self.array = self._parent(
            Array, arrays, length=self.rows, n_buffers=1, buffers=buffers, release=release_array
        )

    def _held(self, thing):
        self.keep.append(thing)
        return thing

    def _parent(self, kind, children, **fields):
        pointers = self._held((c.POINTER(kind) * max(1, len(children)))(*map(c.pointer, children)))
        return self._held(kind(n_children=len(children), children=pointers, **fields))

    def _schema(self, name, column):
        if isinstance(column, tuple):
            values = self._held(Schema(format=b"u", name=b"", release=release_schema))
            return self._held(
                Schema(format=b"i", name=name.encode(), flags=2, dictionary=c.pointer(values),
                       release=release_schema)
            )  # fmt: skip
        return self._held(Schema(format=b"u", name=name.encode(), flags=2, release=release_schema))

    def _pointers(self, addresses):
        return self._held((c.c_void_p * len(addresses))(*addresses))

    def _buffer(self, data):
        return c.addressof(self._held(c.create_string_buffer(data, max(1, len(data)))))

    def _column(self, column, offset):
        if isinstance(column, tuple):
            _, values, codes = column
            array = self._numbers(codes, offset)
            array.dictionary = c.pointer(self._texts(values, 0))
            return array
        return self._texts(column, offset)

    def _validity(self, values):
        bits = bytearray((len(values) + 7) // 8)
        for place, value in enumerate(values):
            bits[place // 8] |= (value is not None) << place % 8
        return self._buffer(bytes(bits))

    def _texts(self, values, offset):
        encoded = [b"" if value is None else value.encode() for value in values]
        ends = [sum(map(len, encoded[:i])) for i in range(len(encoded) + 1)]
        offsets = self._held((c.c_int32 * len(ends))(*ends))
        buffers = [self._validity(values), c.addressof(offsets), self._buffer(b"".join(encoded))]
        return self._array(values, offset, buffers)

    def _numbers(self, codes, offset):
        numbers = self._held((c.c_int32 * max(1, len(codes)))(*[code or 0 for code in codes]))
        return self._array(codes, offset, [self._validity(codes), c.addressof(numbers)])

    def _array(self, values, offset, buffers):
        return self._held(
            Array(length=len(values) - offset, null_count=-1, offset=offset, n_buffers=len(buffers),
                  buffers=self._pointers(buffers), release=release_array)
        )  # fmt: skip

    def __arrow_c_array__(self, requested_schema=None):
        return (
            capsule_new(c.addressof(self.schema), b"arrow_schema", None),
            capsule_new(c.addressof(self.array), b"arrow_array", None),
        )


class Batches:
    """A stream of batches; with `fails`, it ends with an error instead."""

    def __init__(self, *batches, fails=None):
        ALIVE.append(self)
        self.batches, self.fails, self.given = batches, fails, 0
        self.why = c.create_string_buffer(fails or b"")
        self.stream = Stream(
            get_schema=GetSchema(self._schema),
            get_next=GetNext(self._next),
            get_last_error=GetError(lambda stream: c.addressof(self.why)),
            release=ReleaseStream(self._release),
        )

    def _schema(self, stream, out):
        c.memmove(out, c.byref(self.batches[0].schema), c.sizeof(Schema))
        return 0

    def _next(self, stream, out):
        if self.given == len(self.batches):
            c.memset(out, 0, c.sizeof(Array))
            return 5 if self.fails else 0
        c.memmove(out, c.byref(self.batches[self.given].array), c.sizeof(Array))
        self.given += 1
        return 0

    def _release(self, stream):
        RELEASED["stream"] += 1
        stream.contents.release = ReleaseStream()

    def __arrow_c_stream__(self, requested_schema=None):
        return capsule_new(c.addressof(self.stream), b"arrow_array_stream", None)


def read_stream(capsule):
    """The rows of a stream of strings and dictionaries, as a consumer of the protocol sees them."""
    stream = c.cast(capsule_pointer(capsule, b"arrow_array_stream"), c.POINTER(Stream)).contents
    schema = Schema()
    assert stream.get_schema(c.byref(stream), c.byref(schema)) == 0
    fields = [schema.children[i].contents for i in range(schema.n_children)]
    columns = {field.name.decode(): [] for field in fields}
    unused = {}
    while True:
        array = Array()
        assert stream.get_next(c.byref(stream), c.byref(array)) == 0
        if not array.release:
            break
        for place, field in enumerate(fields):
            name = field.name.decode()
            values, spare = _read_column(field, array.children[place].contents)
            columns[name] += values
            unused.setdefault(name, set()).update(spare)
        array.release(c.byref(array))
    schema.release(c.byref(schema))
    return columns, unused


def _is_valid(array, row):
    if array.null_count == 0 or not array.buffers[0]:
        return True
    bits = c.cast(array.buffers[0], c.POINTER(c.c_uint8))
    place = array.offset + row
    return bool(bits[place // 8] >> place % 8 & 1)


_NUMBERS = {
    b"c": c.c_int8, b"s": c.c_int16, b"i": c.c_int32, b"l": c.c_int64, b"C": c.c_uint8,
    b"S": c.c_uint16, b"I": c.c_uint32, b"L": c.c_uint64, b"g": c.c_double, b"f": c.c_float,
    b"tdD": c.c_int32,
}  # fmt: skip


def _read_column(field, array):
    if field.dictionary:
        texts, _ = _read_column(field.dictionary.contents, array.dictionary.contents)
        codes = _read_numbers(field.format, array)
        used = {code for code in codes if code is not None}
        spare = {text for code, text in enumerate(texts) if code not in used and text is not None}
        return [None if code is None else texts[code] for code in codes], spare
    if field.format in (b"u", b"U"):
        return _read_texts(field.format, array), ()
    return _read_numbers(field.format, array), ()


def _read_numbers(form, array):
    numbers = c.cast(array.buffers[1], c.POINTER(_NUMBERS[form]))
    return [
        numbers[array.offset + row] if _is_valid(array, row) else None for row in range(array.length)
    ]


def _read_texts(form, array):
    if array.length == 0:
        return []
    offsets = c.cast(array.buffers[1], c.POINTER(c.c_int64 if form == b"U" else c.c_int32))
    at = array.offset
    return [
        c.string_at(array.buffers[2] + offsets[at + row], offsets[at + row + 1] - offsets[at + row]).decode()
        if _is_valid(array, row)
        else None
        for row in range(array.length)
    ]


class _Result(c.Structure):
    _fields_ = [("data", c.c_uint64 * 8)]


class DuckDB:
    """A database in memory, through the C library."""

    def __init__(self, library):
        self.c = c.CDLL(str(library))
        self.c.duckdb_value_varchar.restype = c.c_void_p
        self.c.duckdb_value_varchar.argtypes = [c.c_void_p, c.c_uint64, c.c_uint64]
        self.c.duckdb_row_count.restype = self.c.duckdb_column_count.restype = c.c_uint64
        self.c.duckdb_result_error.restype = self.c.duckdb_query_arrow_error.restype = c.c_char_p
        self.c.duckdb_arrow_row_count.restype = c.c_uint64
        self.c.duckdb_arrow_row_count.argtypes = [c.c_void_p]
        self.c.duckdb_free.argtypes = [c.c_void_p]
        self.database, self.connection = c.c_void_p(), c.c_void_p()
        assert self.c.duckdb_open(None, c.byref(self.database)) == 0
        assert self.c.duckdb_connect(self.database, c.byref(self.connection)) == 0

    def close(self):
        self.c.duckdb_disconnect(c.byref(self.connection))
        self.c.duckdb_close(c.byref(self.database))

    def rows(self, query):
        """The rows of a query as texts."""
        result = _Result()
        status = self.c.duckdb_query(self.connection, query.encode(), c.byref(result))
        assert status == 0, self.c.duckdb_result_error(c.byref(result))
        found = [
            tuple(self._text(result, column, row) for column in range(self.c.duckdb_column_count(c.byref(result))))
            for row in range(self.c.duckdb_row_count(c.byref(result)))
        ]
        self.c.duckdb_destroy_result(c.byref(result))
        return found

    def _text(self, result, column, row):
        if self.c.duckdb_value_is_null(c.byref(result), c.c_uint64(column), c.c_uint64(row)) & 1:
            return None
        pointer = self.c.duckdb_value_varchar(c.addressof(result), column, row)
        text = c.string_at(pointer).decode()
        self.c.duckdb_free(pointer)
        return text

    def scan(self, name, capsule):
        """A view of a stream, which must live as long as the view is used."""
        pointer = c.c_void_p(capsule_pointer(capsule, b"arrow_array_stream"))
        return self.c.duckdb_arrow_scan(self.connection, name.encode(), pointer)

    def relation(self, query):
        """The answer of a query, as an object with __arrow_c_stream__."""
        return Relation(self, query)


class Relation:
    """Batches of DuckDB's own making."""

    def __init__(self, database, query):
        ALIVE.append(self)
        self.c = database.c
        self.result = c.c_void_p()
        status = self.c.duckdb_query_arrow(database.connection, query.encode(), c.byref(self.result))
        assert status == 0, self.c.duckdb_query_arrow_error(self.result)
        self.stream = Stream(
            get_schema=GetSchema(self._schema),
            get_next=GetNext(self._next),
            get_last_error=GetError(lambda stream: None),
            release=ReleaseStream(self._release),
        )

    def _schema(self, stream, out):
        pointer = c.cast(out, c.c_void_p)
        return self.c.duckdb_query_arrow_schema(self.result, c.byref(pointer))

    def _next(self, stream, out):
        c.memset(out, 0, c.sizeof(Array))
        pointer = c.cast(out, c.c_void_p)
        return self.c.duckdb_query_arrow_array(self.result, c.byref(pointer))

    def _release(self, stream):
        self.c.duckdb_destroy_arrow(c.byref(self.result))
        stream.contents.release = ReleaseStream()

    def __arrow_c_stream__(self, requested_schema=None):
        return capsule_new(c.addressof(self.stream), b"arrow_array_stream", None)
