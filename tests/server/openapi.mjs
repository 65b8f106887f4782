/** Holds the server to server/openapi.json: node tests/server/openapi.mjs SHOAL. Each operation of the file gets good and bad
 * requests, and each answer must be one that the file has for it: status, content type, headers, body. */
import { copyFileSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Schemas } from "./schema.mjs";
import { Server, check, finish, shoal, workFolder } from "./support.mjs";

const program = process.argv[2];
const source = new URL("../../server/", import.meta.url);
const file = JSON.parse(readFileSync(new URL("openapi.json", source), "utf8"));
const schemas = new Schemas(file);
const work = workFolder();

const operations = new Map();
for (const [path, methods] of Object.entries(file.paths)) for (const [method, operation] of Object.entries(methods)) operations.set(operation.operationId, { ...operation, path, method: method.toUpperCase(), good: 0, bad: 0 });

const everyAnswer = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
};
const dataPolicy = "default-src 'none'; sandbox";
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function headerProblems(answer, isPage) {
  const problems = [];
  const wanted = { ...everyAnswer, "content-security-policy": isPage ? pagePolicy : dataPolicy };
  for (const [name, value] of Object.entries(wanted)) if (answer.headers[name] !== value) problems.push(`${name} is ${answer.headers[name]}, not ${value}`);
  return problems;
}

/** The events of a stream, as objects. */
export function eventsOf(text) {
  return text
    .split("\n\n")
    .filter((block) => block.split("\n").some((line) => line.startsWith("data:")))
    .map((block) => {
      const lines = block.split("\n");
      const field = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim()).join("\n");
      return { event: field("event"), id: field("id"), data: JSON.parse(field("data")) };
    });
}

function streamProblems(text, schema) {
  const events = eventsOf(text);
  const problems = events.flatMap(({ event, id, data }) => [...(event === "job" ? [] : [`an event ${event}`]), ...(id === "" ? ["an event without an id"] : []), ...schemas.problems(data, schema, "data")]);
  if (events.length === 0) problems.push("no event");
  else if (!["ended", "failed", "cancelled"].includes(events.at(-1).data.state)) problems.push(`the last event is ${events.at(-1).data.state}`);
  return problems;
}

/** The content type without its parameters. */
const typeOnly = (answer) => answer.headers["content-type"]?.split(";")[0];

function contentProblems(answer, content) {
  const given = answer.headers["content-type"];
  const type = typeOnly(answer);
  if (!content) return answer.body.length || type ? [`a body of type ${type} where the file has none`] : [];
  const described = content[type];
  if (!described) return [`content type ${given}; the file has ${Object.keys(content)}`];
  if (type !== "application/octet-stream" && given !== `${type}; charset=utf-8`) return [`content type ${given}`];
  if (type === "application/json" && described.schema.format !== "binary") return schemas.problems(answer.json, described.schema, "body");
  if (type === "text/event-stream") return streamProblems(answer.text, described.schema);
  return answer.body.length === 0 ? ["the body is empty"] : [];
}

/** What is wrong with an answer, by the file. */
function problemsOf(operation, answer, status) {
  const where = `${operation.operationId}: `;
  if (answer.status !== status) return [`${where}status ${answer.status}, expected ${status}: ${answer.text.slice(0, 300)}`];
  const described = schemas.resolve(operation.responses[status]);
  if (!described) return [`${where}the file has no answer ${status}`];
  const isPage = status === 200 && ["page", "script", "style"].includes(operation.operationId);
  const problems = [...headerProblems(answer, isPage), ...contentProblems(answer, described.content)];
  for (const [name, header] of Object.entries(described.headers ?? {})) {
    const value = answer.headers[name.toLowerCase()];
    problems.push(...(value === undefined ? [`no header ${name}`] : schemas.problems([value].flat()[0], header.schema, name)));
  }
  return problems.map((problem) => where + problem);
}

let server;
const answered = new Map();

/** Makes a request of an operation; returns [problems, answer]. */
async function exchange(id, status, { path = {}, query = {}, ...request } = {}) {
  const operation = operations.get(id);
  let to = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? "none"));
  const asked = new URLSearchParams(query).toString();
  if (asked) to += `?${asked}`;
  const answer = await server.request(operation.method, to, request);
  operation[status < 400 ? "good" : "bad"]++;
  if (status < 400) answered.set(id, { path, query, request });
  return [problemsOf(operation, answer, status), answer];
}

/** The same as a case of its own; gives the body of the answer. */
async function expect(name, id, status, options) {
  let answer;
  await check(`${id}: ${name}`, async () => {
    const [problems, got] = await exchange(id, status, options);
    answer = got;
    if (problems.length === 0 && options?.code && got.json.error.code !== options.code) problems.push(`code ${got.json.error.code}, not ${options.code}`);
    const { body } = options ?? {};
    if (status < 400 && body !== undefined && typeof body !== "string" && !Buffer.isBuffer(body)) {
      const schema = schemas.resolve(operations.get(id).requestBody?.content["application/json"]?.schema);
      problems.push(...(schema ? schemas.problems(body, schema, "request") : ["the file has no body for it"]));
    }
    return problems;
  });
  return answer?.status < 300 && typeOnly(answer) === "application/json" && answer.body.length > 0 ? answer.json : answer;
}

const job = async (id) => server.jobEnds(id);

await check("the checker finds what is wrong", () => {
  const person = { type: "object", properties: { age: { type: ["integer", "null"], minimum: 0 }, tags: { type: "array", items: { type: "string", pattern: "^a" }, maxItems: 2 } }, required: ["age"], additionalProperties: false };
  const own = new Schemas({ components: { schemas: { Person: person } } });
  const many = { type: "object", additionalProperties: { $ref: "#/components/schemas/Person" } };
  const right = [[{ age: 7 }, person], [{ age: null, tags: ["a", "ab"] }, person], [{ __proto__x: { age: 1 } }, many], [7, { type: "number" }], [null, { anyOf: [person, { type: "null" }] }], ["é", { type: "string", maxLength: 1 }]];
  const wrong = [[{}, person], [{ age: "7" }, person], [{ age: 7.5 }, person], [{ age: -1 }, person], [{ age: 7, other: 1 }, person], [{ age: 7, tags: ["b"] }, person], [{ age: 7, tags: ["a", "a", "a"] }, person], [{ x: {} }, many], [[], person], [null, person], ["b", { anyOf: [person, { const: "a" }] }], ["c", { enum: ["a", "b"] }], ["", { type: "string", minLength: 1 }], [JSON.parse('{"age": 1, "toString": 1}'), person]];
  const problems = right.filter(([value, schema]) => own.problems(value, schema).length > 0).map(([value]) => `refused: ${JSON.stringify(value)}`);
  problems.push(...wrong.filter(([value, schema]) => own.problems(value, schema).length === 0).map(([value]) => `accepted: ${JSON.stringify(value)}`));
  for (const schema of [{ type: "object" }, { type: "string", uniqueItems: true }]) if (own.problemsOfSchema(schema, "").length === 0) problems.push(`a schema was accepted: ${JSON.stringify(schema)}`);
  return problems;
});

await check("the file itself: references, words, members", () => {
  const problems = [];
  for (const [name, schema] of Object.entries(file.components.schemas)) problems.push(...schemas.problemsOfSchema(schema, name));
  for (const operation of operations.values()) {
    for (const [status, answer] of Object.entries(operation.responses)) for (const [type, { schema }] of Object.entries(schemas.resolve(answer).content ?? {})) problems.push(...schemas.problemsOfSchema(schema, `${operation.operationId} ${status} ${type}`));
    for (const parameter of operation.parameters ?? []) problems.push(...schemas.problemsOfSchema(schemas.resolve(parameter).schema, `${operation.operationId} parameter`));
    const named = (operation.parameters ?? []).map((one) => schemas.resolve(one)).filter((one) => one.in === "path").map((one) => one.name);
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    if (named.sort().join() !== inPath.sort().join()) problems.push(`${operation.operationId}: the path has ${inPath}, the parameters ${named}`);
  }
  const used = new Set([...JSON.stringify(file).matchAll(/"#\/components\/(\w+\/\w+)"/g)].map((match) => match[1]));
  for (const kind of ["schemas", "parameters", "responses"]) for (const name of Object.keys(file.components[kind])) if (!used.has(`${kind}/${name}`)) problems.push(`${kind}/${name} is not used`);
  return problems;
});

// A server without a table, and a folder to open some from.
mkdirSync(join(work, "tables", "deeper"), { recursive: true });
shoal(program, ["sample", "--rows", "1000", "-o", join(work, "people.csv")]);
copyFileSync(join(work, "people.csv"), join(work, "tables", "people.csv"));
copyFileSync(join(work, "people.csv"), join(work, "tables", "deeper", "again.csv"));
server = await Server.start(program, ["--folder", join(work, "tables")], { home: join(work, "home") });

const noTable = { code: "no_table" };
await expect("nothing is open", "session", 200);
await expect("without a table", "inspection", 409, noTable);
await expect("without a table", "rows", 409, noTable);
await expect("without a table", "plan", 409, noTable);
await expect("without a table", "changePlan", 409, { body: { set: { "privacy.k": "5" } }, ...noTable });
await expect("without a table", "hierarchy", 409, { path: { column: "sex" }, ...noTable });
await expect("without a table", "buildHierarchy", 409, { path: { column: "sex" }, body: { spec: "flat" }, ...noTable });
await expect("without a table", "startJob", 409, { body: { kind: "search" }, ...noTable });

await check("about: what the build knows", async () => {
  const [problems, answer] = await exchange("about", 200);
  const about = answer.json;
  if (about.project.kept) problems.push("a project without a folder of its own is said to be kept");
  for (const kind of ["algorithms", "metrics", "models", "recodings"]) {
    const names = JSON.parse(shoal(program, ["list", kind, "--json"]).stdout).map((one) => one.name);
    if (JSON.stringify(about[kind].map((one) => one.name)) !== JSON.stringify(names)) problems.push(`${kind}: ${about[kind].map((one) => one.name)}, but the command line has ${names}`);
  }
  return problems;
});
for (const id of ["openapi", "openapiBeside"])
  await check(`${id}: it is the file`, async () => {
    const [problems, answer] = await exchange(id, 200);
    if (JSON.stringify(answer.json) !== JSON.stringify(file)) problems.push("the server has another file");
    return problems;
  });

// Files.
const listed = await expect("those of the folder", "files", 200);
await check("files: names and sizes of the folder", () => {
  const names = listed.folder.map((one) => one.name).sort();
  return names.join() === "deeper/again.csv,people.csv" ? [] : `names: ${names}`;
});
const table = readFileSync(join(work, "people.csv"));
const octets = { type: "application/octet-stream" };
const upload = await expect("a table", "upload", 201, { query: { name: "people.csv" }, body: table, ...octets });
await expect("without a name", "upload", 400, { body: table, ...octets });
await expect("with an empty name", "upload", 400, { query: { name: "" }, body: table, ...octets });
await expect("as JSON", "upload", 415, { query: { name: "people.csv" }, body: {} });
const second = await expect("the same name again", "upload", 201, { query: { name: "people.csv" }, body: table, ...octets });
await expect("what was uploaded", "removeUpload", 204, { path: { id: second.id } });
await expect("what is gone", "removeUpload", 404, { path: { id: second.id } });
await expect("a file of the folder", "removeUpload", 404, { path: { id: listed.folder[0].id } });

// Opening.
await expect("a file that is not there", "open", 404, { body: { file: "none" } });
await expect("a path", "open", 404, { body: { file: join(work, "people.csv") } });
const opening = await expect("an upload", "open", 202, { body: { file: upload.id } });
await check("open: the job ends well", async () => {
  const ended = await job(opening.job.id);
  return [...schemas.problems(ended, file.components.schemas.Job, "job"), ...(ended.state === "ended" ? [] : [JSON.stringify(ended.error)])];
});
await check("session: what it says while a table is opened fits the file", async () => {
  const { job: again } = await server.call("POST", "/api/1/open", { file: upload.id });
  const problems = [];
  for (let over = false; !over && problems.length === 0; ) {
    const [found, answer] = await exchange("session", 200);
    const at = answer.json?.jobs.find((one) => one.id === again.id);
    over = at?.state !== "running" && at?.state !== "waiting";
    if (over && answer.json.opening) found.push("it is still shown as being opened");
    problems.push(...found);
  }
  return problems;
});
const session = await expect("with a table", "session", 200);
await check("session: the table", () => (session.table?.rows === 1000 && session.table.columns.length === 13 && session.table.name === "people.csv" ? [] : JSON.stringify(session.table)));

await check("inspection: as the command line writes it", async () => {
  const [problems, answer] = await exchange("inspection", 200);
  const made = join(work, "inspect.json");
  shoal(program, ["inspect", join(work, "people.csv"), "--result", made, "--progress", "none"]);
  const expected = JSON.parse(readFileSync(made, "utf8"));
  const keys = (value) => Object.keys(value).sort().join();
  if (keys(answer.json) !== keys(expected)) problems.push(`keys ${keys(answer.json)}, expected ${keys(expected)}`);
  if (JSON.stringify(answer.json.columns) !== JSON.stringify(expected.columns)) problems.push("the columns differ");
  return problems;
});

// Rows.
const lines = table.toString().trim().split("\n").slice(1);
await check("rows: they are those of the file", async () => {
  const [problems, answer] = await exchange("rows", 200, { query: { from: "990", count: "100" } });
  const got = answer.json;
  if (got.from !== 990 || got.rows.length !== 10) problems.push(`from ${got.from}, ${got.rows.length} rows`);
  if (got.rows.some((row, i) => row.join() !== lines[990 + i])) problems.push("other values");
  return problems;
});
await expect("without parameters", "rows", 200);
await check("rows: of what is being opened, which is nothing", async () => {
  const [problems, answer] = await exchange("rows", 200, { query: { of: "opening", from: "7" } });
  return [...problems, ...(answer.json.from === 0 && answer.json.rows.length === 0 ? [] : [`answered ${JSON.stringify(answer.json)}`])];
});
await expect("of something else", "rows", 400, { query: { of: "table" }, code: "value_invalid" });
await expect("after the last", "rows", 200, { query: { from: "1000000", count: "1000" } });
for (const query of [{ from: "-1" }, { from: "x" }, { count: "1001" }, { count: "1e3" }, { from: "99999999999999999999" }, { from: "" }, { count: " 1" }]) await expect(JSON.stringify(query), "rows", 400, { query });

// The plan.
const plan = await expect("as the inspection suggests", "plan", 200);
const others = ["occupation", "country", "marital_status", "household_size", "employment"];
const changed = await expect("roles and k", "changePlan", 200, {
  body: { set: { "privacy.k": "5", suppression: "2%", recoding: "lattice", "attributes.birth_date.role": "quasi", "attributes.sex.role": "quasi", "attributes.postcode.role": "quasi", "attributes.education.role": null, ...Object.fromEntries(others.map((name) => [`attributes.${name}.role`, "plain"])) } },
});
await check("changePlan: what was set, and a later revision", () => {
  const problems = [];
  if (changed.revision <= plan.revision) problems.push(`revision ${changed.revision} after ${plan.revision}`);
  if (changed.keys["privacy.k"] !== "5") problems.push(JSON.stringify(changed.keys));
  if (changed.attributes.sex?.role !== "quasi" || changed.attributes.education?.role !== "plain") problems.push(JSON.stringify(changed.attributes));
  return problems;
});
for (const [name, set] of Object.entries({
  "a k that is none": { "privacy.k": "many" },
  "an unknown key": { "privacy.kk": "5" },
  "an unknown role": { "attributes.sex.role": "prince" },
  "one good and one bad key": { "privacy.k": "7", suppression: "200%" },
}))
  await expect(name, "changePlan", 422, { body: { set } });
await check("changePlan: all or nothing", async () => {
  const [problems, answer] = await exchange("plan", 200);
  if (answer.json.yaml !== changed.yaml || answer.json.revision !== changed.revision) problems.push("a refused change has changed the plan");
  return problems;
});

// Hierarchies.
const sex = { path: { column: "sex" } };
const shown = await expect("built", "hierarchy", 200, sex);
await check("hierarchy: values and counts", () => {
  const rows = shown.values.reduce((sum, one) => sum + one.rows, 0);
  return rows === 1000 && shown.values.every((one) => one.labels.length === shown.height + 1) ? [] : JSON.stringify(shown);
});
await expect("of no column", "hierarchy", 404, { path: { column: "none" } });
await expect("by a specification", "buildHierarchy", 200, { path: { column: "household_size" }, body: { spec: "ranges:2,4" } });
await expect("by an unknown specification", "buildHierarchy", 422, { path: { column: "household_size" }, body: { spec: "castles" } });
await expect("that files of the machine would be read for", "buildHierarchy", 422, { path: { column: "sex" }, body: { spec: "places:/etc/passwd" } });
await expect("of no column", "buildHierarchy", 404, { path: { column: "none" }, body: { spec: "flat" } });
const values = [["female", "person", "*"], ["male", "person", "*"]];
const broken = [["female", "person", "*"], ["female", "other", "*"]];
await expect("values", "putHierarchy", 200, { ...sex, body: { values } });
await expect("CSV", "putHierarchy", 200, { ...sex, body: "female;person\nmale;person\n", type: "text/csv" });
await expect("a value in two ways", "putHierarchy", 422, { ...sex, body: { values: broken } });
await expect("lines of different lengths", "putHierarchy", 422, { ...sex, body: { values: [["female", "*"], ["male", "person", "*"]] } });
await expect("of no column", "putHierarchy", 404, { path: { column: "none" }, body: { values } });
await check("checkHierarchy: problems are counted, remarks are not", async () => {
  const [problems, answer] = await exchange("checkHierarchy", 200, { ...sex, body: { values: broken } });
  if (!(answer.json.problems >= 1 && answer.json.findings.length >= 1)) problems.push(answer.text);
  const [more, good] = await exchange("checkHierarchy", 200, { ...sex, body: { values } });
  if (good.json.problems !== 0) more.push(good.text);
  return [...problems, ...more];
});
await expect("of no column", "checkHierarchy", 404, { path: { column: "none" }, body: { values } });
await expect("back to auto", "removeHierarchy", 200, sex);
await expect("of no column", "removeHierarchy", 404, { path: { column: "none" } });
await expect("for the release", "putHierarchy", 200, { ...sex, body: { values } });

// Jobs.
const search = await expect("a search", "startJob", 202, { body: { kind: "search", set: { "privacy.k": "4" } } });
await check("events: until the end", async () => {
  const [problems, answer] = await exchange("events", 200, { path: { id: search.job.id } });
  const last = eventsOf(answer.text).at(-1)?.data;
  if (last?.state !== "ended" || !last.candidate) problems.push(JSON.stringify(last));
  return problems;
});
await expect("of a job that has ended", "events", 200, { path: { id: search.job.id } });
const searched = await expect("that ended", "job", 200, { path: { id: search.job.id } });
await expect("all", "jobs", 200);
await check("result: that of anonymize", async () => {
  const [problems, answer] = await exchange("result", 200, { path: { id: search.job.id } });
  return [...problems, ...schemas.problems(answer.json, file.components.schemas.ReleaseResult, "result")];
});
const kinds = { risk: "Assessment", compare: "Assessment", explore: "Exploration", release: "ReleaseResult" };
const bodies = { risk: { set: { "attributes.sex.role": "quasi" } }, compare: { candidate: searched.candidate }, explore: { k: "2,5", suppression: "0,2%" }, release: { candidate: searched.candidate, name: "safe", accept: ["near_unique", "sensitive_not_stated"] } };
const ended = {};
for (const [kind, schema] of Object.entries(kinds)) {
  const started = await expect(kind, "startJob", 202, { body: { kind, ...bodies[kind] } });
  await check(`result: of ${kind}`, async () => {
    ended[kind] = await job(started.job.id);
    if (ended[kind].state !== "ended") return JSON.stringify(ended[kind]);
    const [problems, answer] = await exchange("result", 200, { path: { id: started.job.id } });
    return [...problems, ...schemas.problems(answer.json, file.components.schemas[schema], "result"), ...schemas.problems(ended[kind], file.components.schemas.Job, "job")];
  });
}
await expect("of no kind", "startJob", 400, { body: { kind: "open" } });
await expect("a release of nothing", "startJob", 404, { body: { kind: "release", candidate: "none" } });
await expect("a comparison with nothing", "startJob", 404, { body: { kind: "compare", candidate: "none" } });
await expect("a release that accepts what is no warning", "startJob", 422, { body: { kind: "release", candidate: searched.candidate, accept: ["none"] }, code: "warning_unknown" });
await expect("a release that accepts a text", "startJob", 400, { body: { kind: "release", candidate: searched.candidate, accept: "near_unique" }, code: "member_invalid" });
await expect("a release without a candidate", "startJob", 400, { body: { kind: "release" } });
await expect("a search with a wrong key", "startJob", 422, { body: { kind: "search", set: { "privacy.kk": "4" } } });
await check("a search without an answer fails with the library's code", async () => {
  const failed = await server.run("/api/1/jobs", { kind: "search", set: { "privacy.k": "2000" } });
  return failed.state === "failed" && failed.error?.code && failed.candidate === null ? schemas.problems(failed, file.components.schemas.Job, "job") : JSON.stringify(failed);
});
const long = { recoding: "local", "search.time_limit": "600", suppression: "0" };
for (const keep of [true, false])
  await check(`stop: keep ${keep}`, async () => {
    const { job: begun } = await server.call("POST", "/api/1/jobs", { kind: "search", set: long });
    const [early, before] = await exchange("result", 409, { path: { id: begun.id } });
    if (keep) await job_has_best(begun.id);
    const [problems] = await exchange("stop", 200, { path: { id: begun.id }, body: { keep } });
    const over = await job(begun.id);
    if (over.state !== (keep ? "ended" : "cancelled") || (over.candidate !== null) !== keep) problems.push(JSON.stringify(over));
    return [...early, ...problems, ...(before ? [] : ["no answer"])];
  });
async function job_has_best(id) {
  for (;;) {
    const now = await server.call("GET", `/api/1/jobs/${id}`);
    if (now.best !== null || now.state === "failed" || now.state === "ended") return now;
  }
}

// Candidates.
const mine = { path: { id: searched.candidate } };
const candidate = await expect("with its result and plan", "candidate", 200, mine);
await check("candidate: what was asked", () => (candidate.k === 4 && candidate.levels.sex !== undefined && candidate.has_rows ? [] : JSON.stringify(candidate).slice(0, 600)));
const pinned = await expect("named and pinned", "changeCandidate", 200, { ...mine, body: { pinned: true, name: "the <b>first</b>" } });
await check("changeCandidate: as asked", () => (pinned.pinned && pinned.name === "the <b>first</b>" ? [] : JSON.stringify(pinned)));
await check("candidateRows: before is the original", async () => {
  const [problems, answer] = await exchange("candidateRows", 200, { ...mine, query: { from: "10", count: "5" } });
  const got = answer.json;
  const header = table.toString().split("\n")[0].split(",");
  for (const { row, before, after } of got.rows) {
    if (before.length !== got.columns.length || after.length !== got.columns.length) problems.push("rows of another width than the columns");
    const original = lines[row].split(",");
    got.columns.forEach((name, i) => before[i] !== original[header.indexOf(name)] && problems.push(`row ${row}, ${name}: ${before[i]}`));
  }
  if (got.from !== 10 || got.rows.length !== 5) problems.push(`from ${got.from}, ${got.rows.length} rows`);
  if (got.columns.includes("name")) problems.push("an identifier is among the columns of the release");
  return problems;
});
await expect("count out of range", "candidateRows", 400, { ...mine, query: { count: "1001" } });

// Releases.
const releases = await expect("one", "releases", 200);
const release = releases.releases?.[0];
await check("releases: what was made", () => (releases.releases?.length === 1 && release.whole && release.id === ended.release?.release && release.files.some((one) => one.name === "safe.csv") ? [] : JSON.stringify(releases)));
for (const one of release?.files ?? [])
  await check(`download: ${one.name} has the hash that is listed`, async () => {
    const { createHash } = await import("node:crypto");
    const operation = operations.get("download");
    const answer = await server.get(`/api/1/releases/${release.id}/files/${encodeURIComponent(one.name)}`);
    operation.good++;
    answered.set("download", { path: { id: release.id, name: one.name }, query: {}, request: {} });
    const problems = problemsOf(operation, answer, 200);
    if (createHash("sha256").update(answer.body).digest("hex") !== one.sha256 || answer.body.length !== one.bytes) problems.push("other bytes");
    return problems;
  });
const kept = release?.files.find((one) => one.name.startsWith("hierarchies/"))?.name.slice("hierarchies/".length);
await expect("of the release", "downloadHierarchy", 200, { path: { id: release?.id, name: kept } });
await expect("no such hierarchy", "downloadHierarchy", 404, { path: { id: release?.id, name: "none.csv" } });
await expect("no such release", "downloadHierarchy", 404, { path: { id: "999", name: kept } });
await expect("no such file", "download", 404, { path: { id: release?.id, name: "none.csv" } });
await expect("no such release", "download", 404, { path: { id: "999", name: "safe.csv" } });

// The page.
await expect("with a cookie", "page", 200, { headers: { Authorization: null, Cookie: `shoal-${server.port}=${server.token}` } });
await expect("with the token", "page", 303, { query: { token: server.token }, headers: { Authorization: null } });
await expect("with a wrong token", "page", 401, { query: { token: server.token.slice(1) }, headers: { Authorization: null } });
await expect("of the page", "script", 200);
await expect("of the page", "style", 200);

// What every operation refuses.
for (const operation of operations.values()) {
  const id = operation.operationId;
  const { path = {}, query = {}, request = {} } = answered.get(id) ?? {};
  const body = operation.requestBody?.content["application/octet-stream"] ? { body: "x", ...octets } : request.body === undefined ? {} : { body: request.body, type: request.type };
  await check(`${id}: refuses strangers`, async () => {
    const problems = [];
    const bad = { Authorization: { 401: "Bearer no" }, Host: { 421: "shoal.example:80" }, Origin: { 403: "http://shoal.example" }, "Sec-Fetch-Site": { 403: "cross-site" } };
    for (const [header, byStatus] of Object.entries(bad))
      for (const [status, value] of Object.entries(byStatus)) {
        const asked = id === "page" ? {} : query;
        problems.push(...(await exchange(id, Number(status), { path, query: asked, ...body, headers: { [header]: value } }))[0].map((problem) => `${header}: ${problem}`));
      }
    return problems;
  });
  if (operation.path.includes("{"))
    await check(`${id}: of what is not there`, async () => (await exchange(id, 404, { path: { id: "none", column: "no column", name: "none" }, query, ...body }))[0]);
  const json = operation.requestBody?.content["application/json"];
  if (json) await check(`${id}: bodies that are wrong`, () => wrongBodies(operation, path, schemas.resolve(json.schema), request.body));
}

/** What no schema allows, made from the schema: it must be refused with 400, and another type with 415. */
async function wrongBodies(operation, path, schema, good) {
  const id = operation.operationId;
  const object = typeof good === "object" ? good : {};
  const problems = [];
  const ask = async (status, body, type, what) => problems.push(...(await exchange(id, status, { path, body, type }))[0].map((problem) => `${what}: ${problem}`));
  await ask(415, JSON.stringify(object), "text/plain", "text/plain");
  await ask(415, JSON.stringify(object), "application/x-www-form-urlencoded", "a form");
  for (const text of ["{", "nonsense", "[]", '"text"', "7", "null", '{"a":1}{"a":1}', '{"a":}', "\ufeff", "{\"\ud800\":1}", "[".repeat(100_000)]) await ask(400, text, undefined, text.slice(0, 20));
  if (schema.additionalProperties === false) await ask(400, { ...object, extra: "1" }, undefined, "an unknown member");
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = object;
    await ask(400, rest, undefined, `without ${name}`);
  }
  for (const name of Object.keys(schema.properties ?? {})) for (const value of [{ deep: [7] }, [[]], 7.5]) await ask(400, { ...object, [name]: value }, undefined, `${name} is ${JSON.stringify(value)}`);
  return problems;
}

await expect("gone after this", "removeCandidate", 204, mine);
await expect("what is gone", "candidate", 404, mine);
await expect("twice", "removeCandidate", 404, mine);

await check("every operation has good and bad requests here", () => [...operations.values()].filter((one) => one.good < 1 || one.bad < 2).map((one) => `${one.operationId}: ${one.good} good, ${one.bad} bad`));

/** A path of the file with something in place of its parameters. */
const concrete = (path) => path.replace(/\{\w+\}/g, "x");

for (const [path, methods] of Object.entries(file.paths))
  await check(`${path}: other methods are 405 with those of the file`, async () => {
    const problems = [];
    const known = Object.keys(methods).map((one) => one.toUpperCase());
    const allowed = [...known, ...(known.includes("GET") ? ["HEAD"] : [])].sort().join();
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"].filter((one) => !known.includes(one))) {
      const answer = await server.request(method, concrete(path));
      const allow = (answer.headers.allow ?? "").split(/, */).sort().join();
      if (answer.status !== 405 || allow !== allowed) problems.push(`${method}: ${answer.status}, Allow ${allow}, the file has ${allowed}`);
      else problems.push(...schemas.problems(answer.json, file.components.schemas.Error, method));
    }
    return problems;
  });

// The routes that the source has, against those of the file.
await check("the source has no route that the file has not", () => {
  const problems = [];
  const inFile = new Set(Object.keys(file.paths).map((path) => path.replace(/\{\w+\}/g, "*")));
  const found = [];
  for (const name of readdirSync(source).filter((one) => one.endsWith(".c")))
    for (const match of readFileSync(new URL(name, source), "utf8").matchAll(/^\s*(?:ROUTE\(|\{)"(?:GET|POST|PUT|PATCH|DELETE)",\s*"([^"]*)"/gm)) found.push(match[1]);
  for (const route of found) if (!inFile.has(route) && !inFile.has(`/api/1/${route.replace(/^\//, "")}`)) problems.push(`the file has no ${route}`);
  return problems;
});
const templates = Object.keys(file.paths).map((path) => new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`));
await check("neighbours of every path are 404", async () => {
  const problems = [];
  for (const path of Object.keys(file.paths))
    for (const other of [`${concrete(path)}/`, `${concrete(path)}/more`, `${concrete(path)}x/y/z`, concrete(path).replace("/api/1/", "/api/2/"), concrete(path).toUpperCase()]) {
      if (templates.some((one) => one.test(other))) continue;
      const answer = await server.get(other);
      if (answer.status !== 404 || typeOnly(answer) !== "application/json") problems.push(`${other}: ${answer.status}`);
    }
  return problems;
});

await check("the server ends in order and leaves nothing in its private folder", async () => {
  const { code, signal } = await server.stop();
  const left = server.privateFolders();
  return [...(code === 0 || code === 130 || signal === "SIGTERM" ? [] : [`ended with ${code} ${signal}: ${server.output.slice(-2000)}`]), ...left.map((one) => `left: ${one}`)];
});
finish();
