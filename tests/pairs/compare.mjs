// Tables from every source to every sink: node compare.mjs [PATTERN]. What arrives must be what arrives
// as CSV from CSV, cell by cell, and what passes through must be what was there. Tables that are about
// names or shapes go from every source to CSV, from CSV to every sink, and to the kind they come from.
// Speaks TAP.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tables } from "./tables.mjs";
import { sinks, sources } from "./places.mjs";

const wanted = process.argv[2] ?? "";
const [csv] = sources;

function plan(table, k) {
  const attributes = Object.fromEntries(table.columns.map(({ name }) =>
    [name, { role: table.quasi.includes(name) ? "quasi" : "plain" }]));
  return { version: 1, attributes, privacy: { k }, suppression: 0.5, missing: { tokens: [""] }, order: "input" };
}

// What Shoal says when it fails, or null.
function anonymize(table, source, target, k = 3) {
  const given = plan(table, k);
  if (source.endsWith(".csv")) given.input = { delimiter: ",", header: "yes", trim: "no" };
  writeFileSync("plan.yaml", JSON.stringify(given));
  const run = spawnSync(process.env.shoal, ["anonymize", source, "-p", "plan.yaml", "-o", target,
    "--progress", "none"], { encoding: "utf8" });
  return run.status === 0 ? null : `status ${run.status ?? run.signal}: ${run.stderr}`;
}

// A number of a statistical package is that of the text.
const same = (found, expected) => found === expected ||
  (typeof found === "number" && expected !== null && expected !== "" && Number(expected) === found);

// The rows that are expected of a pair, of the release through CSV and of the table itself.
function expected(table, reference, source, sink) {
  return reference.map((row, at) => row.map((value, column) => {
    const { name, values } = table.columns[column];
    const given = table.quasi.includes(name) ? value : values[at];
    if (given !== null && given !== "") return given;
    return source.tellsEmpty && sink.tellsEmpty && !table.quasi.includes(name) ? given : null;
  }));
}

const sorted = (rows) => [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

function differences(found, wantedRows, sink) {
  if (found.length !== wantedRows.length) return [`${found.length} rows, not ${wantedRows.length}`];
  const complaints = [];
  for (let row = 0; row < found.length; row++) {
    if (found[row].length !== wantedRows[row].length) return [`row ${row} has ${found[row].length} columns`];
    for (let column = 0; column < found[row].length; column++) {
      const value = !sink.tellsEmpty && found[row][column] === "" ? null : found[row][column];
      const should = wantedRows[row][column];
      if (!same(value, should))
        complaints.push(`row ${row}, column ${column}: ${JSON.stringify(value)}, not ${JSON.stringify(should)}`);
    }
  }
  return complaints;
}

function report(title, complaints) {
  for (const line of complaints.slice(0, 5)) console.log(`  ${line.slice(0, 600)}`);
  console.log(`${complaints.length ? "not ok" : "ok"} pairs: ${title}`);
}

function attempt(table, source, sink, from, reference) {
  const target = sink.target();
  rmSync(target, { force: true, recursive: true });
  const failure = anonymize(table, from, target);
  const refusal = table.refusedBy?.[sink.name];
  if (refusal) return failure && refusal.test(failure) ? [] : [failure ?? "was not refused"];
  if (failure) return [failure];
  const order = source.hasNoOrder ? sorted : (rows) => rows;
  return differences(order(sink.dump()), order(expected(table, reference, source, sink)), sink);
}

for (const [number, table] of tables.entries()) {
  mkdirSync(`${number}`);
  process.chdir(`${number}`);
  const failure = anonymize(table, csv.fill(table), csv.target());
  const reference = failure ? [] : csv.dump();
  report(`${table.title}: csv itself`, failure ? [failure] : reference.length === 60 ? [] : ["rows are missing"]);
  for (const source of failure ? [] : sources) {
    const title = (sink) => `${table.title}: ${source.name} to ${sink.name}`;
    const chosen = sinks.filter((sink) => title(sink).includes(wanted) &&
      (table.everyPair || source === csv || sink === csv || sink === source));
    if (table.refusedBy?.[source.name] || chosen.length === 0) continue;
    const from = source.fill(table, anonymize);
    for (const sink of chosen)
      report(title(sink), attempt(table, source, sink, from, reference));
  }
  process.chdir("..");
}
