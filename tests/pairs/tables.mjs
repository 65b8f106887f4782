// The tables that go from every source to every sink. A table is columns with a type and values as
// text, as every engine prints them; null is NULL. `quasi` are generalized, the others pass through.
// `refusedBy` has what sinks say that cannot take such a table; such a source cannot be made either.
const rows = 60;
const numbers = Array.from({ length: rows }, (_, row) => row);
const cycle = (values) => numbers.map((row) => values[row % values.length]);
const column = (name, type, values) => ({ name, type, values });
const row = column("row", "integer", numbers.map(String));

const wild = [
  'plain', 'a "quoted" word', "it's", "two\nlines", "carriage\r\nreturn", "tab\there",
  "a,b;c|d", "back\\slash \\n \\N \\.", "\\N", "NULL", "null", "žluťoučký kůň", "日本語", "😀 emoji",
  "'); DROP TABLE people; --", "${HOME} `id` $(id)", "%s %n %d", "=1+1", "{\"a\": [1, 2]}", "--", "#",
  "x".repeat(2000), "\u00a0nbsp", "e\u0301", "0x1F", "1e5", "007", "-0", "+1", "1.50", "true", "2020-02-30",
];

export const tables = [
  {
    title: "texts that mean harm",
    everyPair: true,
    columns: [row, column("age", "integer", numbers.map((n) => String(20 + (n % 9)))),
      column("note", "text", cycle(wild)),
      column("gaps", "text", cycle(["x", null, "y", null, "z"])),
      column("both", "text", cycle(["x", null, "", "y", "", null, '""']))],
    quasi: ["age"],
  },
  {
    title: "values with a type",
    everyPair: true,
    columns: [row,
      column("age", "integer", cycle(["-3", "0", "17", null, "42", "17", "0", "42"])),
      column("born", "date", cycle(["1969-12-31", "1900-01-01", "2024-02-29", null, "1582-10-15"])),
      column("active", "boolean", cycle(["true", "false", null])),
      column("fee", "decimal", cycle(["1.50", "-0.01", null, "100.00"])),
      column("big", "bigint", cycle(["9223372036854775807", "-9223372036854775807", "0", null])),
      column("exact", "decimal38", cycle(["1234567890123456789012345678.0123456789",
        "-9999999999999999999999999999.9999999999", "0.0000000001", null])),
      column("real", "double", cycle(["0.1", "-2.5", "3.141592653589793", null])),
      column("seen", "instant", cycle(["2024-03-31 01:30:00+00", "1969-07-20 20:17:40+00", null])),
      column("day", "date", cycle(["1969-12-31", "0001-01-01", "9999-12-31", null]))],
    quasi: ["age", "born", "active", "fee"],
  },
  {
    title: "names that mean harm",
    columns: [row,
      ...["select", "Order", "a b", 'say "hi"', "x'; DROP TABLE people; --", "žena", "a.b", "$1", "%s", "`tick`",
        "back\\slash", "[x]", "-"].map((name) => column(name, "text", cycle(["p", "q", "r", null])))],
    quasi: ["select", 'say "hi"', "x'; DROP TABLE people; --"],
    refusedBy: { sav: /SPSS cannot have a variable/, dta: /Stata cannot have a variable/, sas: true },
  },
  {
    title: "words of SQL as names",
    columns: [row, ...["select", "FROM", "Group", "user", "primary", "žena"]
      .map((name) => column(name, "text", cycle(["p", "q", "r", null])))],
    quasi: ["select", "Group"],
    refusedBy: { sas: true },
  },
  { title: "one column", columns: [column("only", "text", cycle(["a", "b", "c"]))], quasi: ["only"] },
  {
    title: "three hundred columns",
    columns: [row, ...Array.from({ length: 299 }, (_, at) => column(`c${at}`, at % 2 ? "text" : "integer",
      numbers.map((n) => ((n * (at + 1)) % 13 === 0 ? null : String((n * (at + 3)) % 17)))))],
    quasi: ["c0", "c1"],
  },
];
