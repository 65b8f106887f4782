// Where tables come from and go to, without Shoal: each place makes a source of a table (`fill`),
// names a target, and reads one back (`dump`: the rows as text, null for NULL).
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

const { tools, DUCKDB, CLICKHOUSE, POSTGRESQL, SHOAL_SOURCE } = process.env;
const run = (program, ...given) => execFileSync(program, given, { encoding: "utf8", maxBuffer: 1 << 28,
  stdio: ["ignore", "pipe", "pipe"] });
const lines = (text) => text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
const quoted = (text, mark) => mark + text.replaceAll(mark, mark + mark) + mark;
const cells = (table) => table.columns[0].values.map((_, at) => table.columns.map((column) => column.values[at]));

// ---- CSV: a value without quotes that is empty is null --------------------------------------

export function readCsv(text) {
  const found = [];
  const pattern = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|$)/gy;
  let row = [];
  while (pattern.lastIndex < text.length || row.length > 0) {
    const [, value, end] = pattern.exec(text);
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value === "" ? null : value);
    if (end === ",") continue;
    found.push(row);
    row = [];
  }
  return found.slice(1);
}

const csvText = (table) => [table.columns.map((column) => column.name), ...cells(table)]
  .map((row) => row.map((value) => (value === null ? "" : quoted(value, '"'))).join(",") + "\n").join("");

const csv = {
  name: "csv",
  fill(table) {
    writeFileSync("source.csv", csvText(table));
    return "source.csv";
  },
  target: () => "release.csv",
  dump: () => readCsv(readFileSync("release.csv", "utf8")),
};

// ---- DuckDB ---------------------------------------------------------------------------------

const duckdb = (database, sql) => lines(run(`${tools}/duckdb_query`, DUCKDB, database, sql));
const duckdbTypes = { text: "VARCHAR", integer: "INTEGER", bigint: "BIGINT", date: "DATE", boolean: "BOOLEAN",
  decimal: "DECIMAL(6,2)", decimal38: "DECIMAL(38,10)", double: "DOUBLE", instant: "TIMESTAMPTZ" };
const literal = (value) => (value === null ? "NULL" : quoted(value, "'"));

function duckdbTable(table) {
  const list = table.columns.map((column) => `${quoted(column.name, '"')} ${duckdbTypes[column.type]}`);
  const values = cells(table).map((row) => `(${row.map(literal).join(",")})`);
  return `SET TimeZone='UTC'; CREATE OR REPLACE TABLE "people" (${list.join(",")});` +
    `INSERT INTO "people" VALUES ${values.join(",")};`;
}

const parquet = {
  name: "parquet", tellsEmpty: true,
  fill(table) {
    duckdb(":memory:", `${duckdbTable(table)} COPY "people" TO 'source.parquet' (FORMAT parquet)`);
    return "source.parquet";
  },
  target: () => "release.parquet",
  dump: () => duckdb(":memory:", "SET TimeZone='UTC'; SELECT COLUMNS(*)::VARCHAR FROM 'release.parquet'").slice(1),
};

const duckdbFile = {
  name: "duckdb", tellsEmpty: true,
  fill(table) {
    duckdb("source.db", duckdbTable(table));
    return "duckdb:source.db?table=people";
  },
  target() {
    rmSync("release.db", { force: true });
    return "duckdb:release.db?table=release";
  },
  dump: () => duckdb("release.db", "SET TimeZone='UTC'; SELECT COLUMNS(*)::VARCHAR FROM release").slice(1),
};

// ---- Statistical packages: sources are releases of Shoal, and judged before they are used ----

const days = (count, from) => new Date(Date.UTC(...from) + count * 86400000).toISOString().slice(0, 10);

// Days by their format. Other numbers stay numbers: how many digits are shown is another matter.
function packageValue(value, format) {
  if (typeof value !== "number") return value === "" ? null : value;
  if (/^%t?d/.test(format)) return days(value, [1960, 0, 1]);
  if (/^(E|A|S)?DATE/.test(format)) return days(value / 86400, [1582, 9, 14]);
  return value;
}

const statistics = (name) => ({
  name,
  fill(table, anonymize) {
    const from = parquet.fill(table), out = `source.${name}`;
    rmSync(out, { force: true });
    const failure = anonymize({ ...table, quasi: [table.columns[0].name] }, from, out, 1);
    if (failure) throw new Error(failure);
    return out;
  },
  target: () => `release.${name}`,
  dump() {
    const [, formats, ...found] = lines(run(`${tools}/dump_package`, `release.${name}`));
    return found.map((row) => row.map((value, at) => packageValue(value, formats[at])));
  },
});

const sas = {
  name: "sas",
  fill(table, anonymize) {
    rmSync("source.sas7bdat", { force: true });
    // readstat counts days as the file does that it reads, not as SAS does: they are texts.
    const columns = table.columns.map((column) => (column.type === "date" ? { ...column, type: "text" } : column));
    run("readstat", statistics("sav").fill({ ...table, columns }, anonymize), "source.sas7bdat");
    return "source.sas7bdat";
  },
};

// ---- Workbooks ------------------------------------------------------------------------------

const xml = (text) => text.replace(/[&<>"\r]/g, (mark) => `&#${mark.codePointAt(0)};`);
const cell = (text) => (text === null ? "<c/>"
  : `<c t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`);

const xlsx = {
  name: "xlsx",
  fill(table) {
    const body = [table.columns.map((column) => column.name), ...cells(table)]
      .map((row) => `<row>${row.map(cell).join("")}</row>`).join("");
    const space = "http://schemas.openxmlformats.org";
    writeFileSync("sheet.xml", `<worksheet xmlns="${space}/spreadsheetml/2006/main"><sheetData>${body}</sheetData></worksheet>`);
    const package_ = `${space}/package/2006/relationships`, office = `${space}/officeDocument/2006/relationships`;
    run("node", `${SHOAL_SOURCE}/tests/cli/workbook.mjs`, "source.xlsx",
      "_rels/.rels", `<Relationships xmlns="${package_}"><Relationship Id="r1" Target="xl/workbook.xml" Type="${office}/officeDocument"/></Relationships>`,
      "xl/workbook.xml", `<workbook xmlns="${space}/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels", `<Relationships xmlns="${package_}"><Relationship Id="r1" Target="worksheets/sheet1.xml" Type="${office}/worksheet"/></Relationships>`,
      "xl/worksheets/sheet1.xml", "@sheet.xml");
    return "source.xlsx";
  },
};

// ---- Servers --------------------------------------------------------------------------------

const postgresqlTypes = { ...duckdbTypes, text: "text", double: "double precision" };
const sql = (command) => run("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", POSTGRESQL, "-c", "set timezone to 'UTC'", "-c", "set client_min_messages to warning", "-c", command);

const postgresql = {
  name: "postgresql", tellsEmpty: true, hasNoOrder: true,
  fill(table) {
    const list = table.columns.map((column) => `${quoted(column.name, '"')} ${postgresqlTypes[column.type]}`);
    writeFileSync("loaded.csv", csvText(table));
    sql(`drop table if exists people; create table people (${list.join(",")})`);
    sql("\\copy people from 'loaded.csv' csv header");
    return `${POSTGRESQL}?table=public.people`;
  },
  target() {
    sql("drop table if exists release");
    return `${POSTGRESQL}?table=public.release`;
  },
  dump: () => readCsv(sql("copy (select * from release) to stdout csv header force quote *")
    .replace(/(^|,)t(?=,|\n)/g, "$1true")),
};

const at = CLICKHOUSE ? new URL(CLICKHOUSE.replace("clickhouse:", "http:")) : null;
function ask(query, body = "") {
  const url = `http://127.0.0.1:${at.port}/?query=${encodeURIComponent(query)}`;
  writeFileSync("request", body);
  return run("curl", "-sS", "--fail-with-body", "--data-binary", "@request", url);
}

// Version 18 has no booleans, and no days before 1970: these are texts.
const clickhouseTypes = { ...duckdbTypes, text: "String", integer: "Int32", bigint: "Int64", date: "String",
  boolean: "String", decimal: "Decimal(6,2)", decimal38: "Decimal(38,10)", double: "Float64", instant: "String" };
const escaped = (text) => text.replace(/[\\\t\n\r]/g, (mark) => `\\${{ "\\": "\\", "\t": "t", "\n": "n", "\r": "r" }[mark]}`);
const unescaped = (text) => text.replace(/\\(.)/gs, (_, mark) => ({ t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", 0: "\0" })[mark] ?? mark);
const tick = (name) => "`" + name.replace(/[\\`]/g, (mark) => `\\${mark}`) + "`";

const clickhouse = {
  name: "clickhouse", tellsEmpty: true, hasNoOrder: true,
  fill(table) {
    const list = table.columns.map((column) => `${tick(column.name)} Nullable(${clickhouseTypes[column.type]})`);
    ask("DROP TABLE IF EXISTS people");
    ask(`CREATE TABLE people (${list.join(",")}) ENGINE = TinyLog`);
    ask("INSERT INTO people FORMAT TabSeparated", cells(table)
      .map((row) => row.map((value) => (value === null ? "\\N" : escaped(value))).join("\t") + "\n").join(""));
    return `${CLICKHOUSE}/?table=default.people`;
  },
  target() {
    ask("DROP TABLE IF EXISTS release");
    return `${CLICKHOUSE}/?table=default.release`;
  },
  // Not through toString: version 18 is wrong about long decimals.
  dump: () => ask("SELECT * FROM release FORMAT TabSeparated").split("\n").slice(0, -1)
    .map((line) => line.split("\t").map((value) => (value === "\\N" ? null : unescaped(value)))),
};

const places = [csv, xlsx, parquet, duckdbFile, statistics("sav"), statistics("dta"),
  ...(process.env.READSTAT ? [sas] : []), ...(POSTGRESQL ? [postgresql] : []), ...(CLICKHOUSE ? [clickhouse] : [])];
export const sources = places;
export const sinks = places.filter((place) => place.target);
