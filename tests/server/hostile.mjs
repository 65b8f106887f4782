/** What a hostile or careless client, file or neighbour could try: node tests/server/hostile.mjs SHOAL. With SHORT=1 fewer
 * connections and columns, for builds with the sanitizers. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Server, check, filesBelow, finish, shoal, sleep, until, workFolder } from "./support.mjs";

const program = process.argv[2];
const short = process.env.SHORT === "1";
const work = workFolder();
const secret = "a secret that no answer may have";
writeFileSync(join(work, "secret.csv"), `secret\n${secret}\n`);

shoal(program, ["sample", "--rows", "500", "-o", join(work, "people.csv")]);
const tables = join(work, "tables");
mkdirSync(join(tables, ".hidden"), { recursive: true });
mkdirSync(join(tables, "a/b/c/d"), { recursive: true });
for (const name of ["good.csv", ".hidden/no.csv", ".no.csv", "a/b/c/d/too-deep.csv", "<b>.csv", "notes.txt~"]) writeFileSync(join(tables, name), "x,y\n1,2\n3,4\n");
symlinkSync(join(work, "secret.csv"), join(tables, "link.csv"));
symlinkSync(work, join(tables, "outside"));
symlinkSync(tables, join(tables, "loop"));
symlinkSync("good.csv", join(tables, "inside.csv"));
execFileSync("mkfifo", [join(tables, "pipe.csv")]);

const server = await Server.start(program, [join(work, "people.csv"), "--folder", tables, "--upload-limit", "4M"], { home: join(work, "home") });
await server.opened();
const { host, port, token } = server;
const bearer = `Authorization: Bearer ${token}`;
const cookie = `Cookie: shoal-${port}=${token}`;
const own = `Host: ${host}`;

/** Cases of one kind: each is [name, lines of the request, statuses that are right]. */
async function answers(name, cases) {
  await check(name, async () => {
    const problems = [];
    for (const [what, first, headers, ...right] of cases) {
      const { status, text } = await server.lines(`${first} HTTP/1.1`, headers);
      if (!right.includes(status)) problems.push(`${what}: ${status}, expected ${right}: ${text.slice(0, 200)}`);
      if (text.includes(secret)) problems.push(`${what}: the answer has the secret`);
      if (status >= 400 && /access-control|set-cookie/i.test(text)) problems.push(`${what}: headers of a refusal: ${text.slice(0, 400)}`);
    }
    const alive = await server.get("/api/1/session");
    return alive.status === 200 ? problems : [...problems, `afterwards the server answers ${alive.status}`];
  });
}
const about = "GET /api/1/about";
const hostOf = (value) => [`Host: ${value}`, bearer];

await answers("Host: only the server's own names", [
  ["127.0.0.1", about, hostOf(host), 200],
  ["localhost", about, hostOf(`localhost:${port}`), 200],
  ["::1", about, hostOf(`[::1]:${port}`), 200],
  ["none", about, [bearer], 400, 421],
  ["empty", about, hostOf(""), 400, 421],
  ["another name", about, hostOf(`shoal.example:${port}`), 421],
  ["a name that leads here", about, hostOf(`127.0.0.1.nip.example:${port}`), 421],
  ["without a port", about, hostOf("127.0.0.1"), 421],
  ["another port", about, hostOf("127.0.0.1:80"), 421],
  ["a port that begins like it", about, hostOf(`${host}0`), 421],
  ["a name after it", about, hostOf(`${host}.shoal.example`), 400, 421],
  ["a user before it", about, hostOf(`shoal.example@${host}`), 400, 421],
  ["every address", about, hostOf(`0.0.0.0:${port}`), 421],
  ["the same address otherwise written", about, hostOf(`2130706433:${port}`), 421],
  ["with a blank", about, hostOf(`shoal.example ${host}`), 400, 421],
  ["two, the wrong one first", about, [`Host: shoal.example`, own, bearer], 400, 421],
  ["two, the right one first", about, [own, `Host: shoal.example`, bearer], 400, 421],
  ["forwarded", about, [`Host: shoal.example`, `X-Forwarded-Host: ${host}`, bearer], 421],
  ["another one in the line", "GET http://shoal.example/api/1/about", [own, bearer], 400, 404, 421],
]);

const post = (extra) => [own, ...extra, "Content-Type: application/json", "Content-Length: 2"];
await check("Origin and Sec-Fetch-Site: only its own page", async () => {
  const problems = [];
  const cases = [
    ["own", [bearer, `Origin: http://${host}`], 200],
    ["null", [bearer, "Origin: null"], 403],
    ["empty", [bearer, "Origin: "], 403],
    ["https", [bearer, `Origin: https://${host}`], 403],
    ["another port", [bearer, "Origin: http://127.0.0.1:1"], 403],
    ["another of its names", [bearer, `Origin: http://localhost:${port}`], 403],
    ["a longer one", [bearer, `Origin: http://${host}.shoal.example`], 403],
    ["two of them", [bearer, `Origin: http://${host}`, "Origin: http://shoal.example"], 403, 400],
    ["cross-site", [cookie, "Sec-Fetch-Site: cross-site"], 403],
    ["same-site", [cookie, "Sec-Fetch-Site: same-site"], 403],
    ["same-origin", [cookie, "Sec-Fetch-Site: same-origin"], 200],
    ["none", [cookie, "Sec-Fetch-Site: none"], 200],
  ];
  for (const [what, headers, ...right] of cases) {
    const { status } = await server.lines(`${about} HTTP/1.1`, [own, ...headers]);
    if (!right.includes(status)) problems.push(`GET, ${what}: ${status}, expected ${right}`);
  }
  const changes = [
    ["a cookie without an Origin", [cookie], 403],
    ["a cookie and another Origin", [cookie, "Origin: http://shoal.example"], 403],
    ["a cookie, only the Referer", [cookie, `Referer: http://${host}/`], 403],
    ["a cookie and its Origin", [cookie, `Origin: http://${host}`], 400],
    ["a token without an Origin", [bearer], 400],
  ];
  for (const [what, headers, right] of changes) {
    const { status } = await server.lines("PATCH /api/1/plan HTTP/1.1", post(headers), "{}");
    if (status !== right) problems.push(`PATCH, ${what}: ${status}, expected ${right}`);
  }
  return problems;
});

await answers("tokens and cookies", [
  ["none", about, [own], 401],
  ["the page without one", "GET /", [own], 401],
  ["the script without one", "GET /app.js", [own], 401],
  ["the OpenAPI file without one", "GET /openapi.json", [own], 401],
  ["an unknown path without one", "GET /none", [own], 401],
  ["another method without one", "BREW /api/1/about", [own], 401],
  ["right", about, [own, bearer], 200],
  ["empty", about, [own, "Authorization: Bearer "], 401],
  ["the beginning of it", about, [own, bearer.slice(0, -1)], 401],
  ["more than it", about, [own, `${bearer}0`], 401],
  ["in other capitals", about, [own, `Authorization: Bearer ${token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase()}`], 401],
  ["as a password", about, [own, `Authorization: Basic ${Buffer.from(`shoal:${token}`).toString("base64")}`], 401],
  ["twice, one wrong", about, [own, "Authorization: Bearer no", bearer], 400, 401],
  ["in the query of a call", `${about}?token=${token}`, [own], 401],
  ["in the query of the script", `GET /app.js?token=${token}`, [own], 401],
  ["in the query twice", `GET /?token=no&token=${token}`, [own], 400, 401],
  ["a cookie", about, [own, cookie], 200],
  ["a cookie among others", about, [own, `Cookie: a=b; shoal-${port}=${token}; c=d`], 200],
  ["the cookie of another port", about, [own, `Cookie: shoal-${port + 1}=${token}`], 401],
  ["a cookie whose name ends like it", about, [own, `Cookie: xshoal-${port}=${token}`], 401],
  ["a cookie inside a value", about, [own, `Cookie: a="shoal-${port}=${token}`], 401],
  ["a wrong cookie", about, [own, `Cookie: shoal-${port}=no`], 401],
  ["an empty cookie", about, [own, `Cookie: shoal-${port}=`], 401],
]);

const up = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "%252e%252e%252f", "..%c0%af", "%c0%ae%c0%ae/", "....//", "..;/", "%2e%2e%00/", ".%00./", "%uff0e%uff0e/"];
const targets = ["", "api/1/", "api/1/uploads/", "api/1/releases/", "api/1/releases/001/files/", "api/1/hierarchies/", "api/1/candidates/", "api/1/jobs/"];
await check("paths that lead elsewhere", async () => {
  const problems = [];
  const made = await server.run("/api/1/jobs", { kind: "search", set: { recoding: "lattice", suppression: "10%" } });
  const release = await server.run("/api/1/jobs", { kind: "release", candidate: made.candidate });
  if (release.state !== "ended") problems.push(JSON.stringify(release));
  const paths = [];
  for (const target of targets)
    for (const dots of up) for (const end of [`${dots.repeat(12)}etc/passwd`, `${dots.repeat(3)}secret.csv`, `${dots.repeat(2)}plan.yaml`, `${dots}release.json`, `${dots}about`]) paths.push(`/${target}${end}`);
  paths.push("//api/1/about", "/api//1/about", "/./api/1/about", "/api/1/about/", "/api/1/about%00", "/api/1/about%00.json", "/api/1/about;a=b", "/api/1/%61bout%2f", "/api/1/about%20", "/API/1/ABOUT", "/api/1", "/api/", "/api/01/about", "*", "api/1/about", "/%", "/%2", "/%zz", `/${"a/".repeat(4000)}`, `/${"x".repeat(20_000)}`, "/api/1/releases/001/files/", "/api/1/releases/001/files/.", "/api/1/releases/./files/plan.yaml", "/api/1/releases/001/files//plan.yaml", "/api/1/releases/%30%30%31/files/%2fetc%2fpasswd", "/api/1/releases/001%2ffiles%2fplan.yaml");
  for (const path of paths) {
    const { status, text } = await server.lines(`GET ${path} HTTP/1.1`, [own, bearer]);
    if (![400, 404, 405, 414, 431].includes(status)) problems.push(`${path.slice(0, 100)}: ${status} ${text.slice(0, 100)}`);
    if (text.includes(secret) || /root:.*:0:0:/.test(text)) problems.push(`${path}: a file`);
  }
  return problems;
});

await check("no path of the machine is taken from a client", async () => {
  const problems = [];
  const passwd = "/etc/passwd";
  const { id } = (await server.call("GET", "/api/1/files")).folder[0];
  const asks = [
    ["PATCH", "/api/1/plan", { set: { "attributes.sex.hierarchy": passwd } }],
    ["PATCH", "/api/1/plan", { set: { "attributes.sex.hierarchy": "../people.csv" } }],
    ["PATCH", "/api/1/plan", { set: { "attributes.sex.hierarchy": `places:${passwd}` } }],
    ["PATCH", "/api/1/plan", { set: { hierarchies: "/etc" } }],
    ["PATCH", "/api/1/plan", { set: { "population.file": passwd } }],
    ["POST", "/api/1/jobs", { kind: "search", set: { "attributes.sex.hierarchy": passwd } }],
    ["POST", "/api/1/jobs", { kind: "search", set: { "population.file": passwd } }],
    ["POST", "/api/1/hierarchies/sex/build", { spec: `places:${passwd}` }],
    ["POST", "/api/1/hierarchies/sex/build", { spec: passwd }],
    ["POST", "/api/1/open", { file: passwd }],
    ["POST", "/api/1/open", { file: `../${id}` }],
    ["POST", "/api/1/open", { file: id, "population.file": passwd }],
    ["POST", "/api/1/open", { file: id, hierarchies: "/etc" }],
  ];
  for (const [method, path, body] of asks) {
    const { status, text } = await server.request(method, path, { body });
    if (![400, 404, 422].includes(status)) problems.push(`${method} ${path} ${JSON.stringify(body)}: ${status} ${text.slice(0, 200)}`);
    if (/root:|nologin/.test(text)) problems.push(`${path}: ${text.slice(0, 200)}`);
  }
  return problems;
});

await check("--folder: hidden files, links that lead out, pipes and loops are not offered", async () => {
  const { folder } = await server.call("GET", "/api/1/files");
  const names = folder.map((one) => one.name).sort();
  return names.join() === "<b>.csv,good.csv,inside.csv" || names.join() === "<b>.csv,good.csv" ? [] : `offered: ${names}`;
});

await check("--folder: a file that becomes a link after it was listed is not read", async () => {
  writeFileSync(join(tables, "swapped.csv"), "x,y\n1,2\n");
  const { id } = (await server.call("GET", "/api/1/files")).folder.find((one) => one.name === "swapped.csv");
  renameSync(join(tables, "swapped.csv"), join(work, "gone.csv"));
  symlinkSync(join(work, "secret.csv"), join(tables, "swapped.csv"));
  const answer = await server.request("POST", "/api/1/open", { body: { file: id } });
  if (answer.status === 404) return [];
  const job = answer.status === 202 ? await server.jobEnds(answer.json.job.id) : null;
  return job?.state === "failed" ? [] : `${answer.status} ${answer.text} ${JSON.stringify(job)}`;
});

// Bodies.
const json = [own, bearer, "Content-Type: application/json"];
const octets = [own, bearer, "Content-Type: application/octet-stream"];
const patch = "PATCH /api/1/plan HTTP/1.1";
const uploadTo = "POST /api/1/uploads?name=part.csv HTTP/1.1";
const good = JSON.stringify({ set: { "privacy.k": "3" } });
const requestOf = (first, headers, body) => Buffer.from([first, ...headers, "", ""].join("\r\n") + body, "latin1");

/** How many files the private folder has. */
function privateFiles() {
  const [folder] = server.privateFolders();
  return filesBelow(folder);
}

await check("bodies that end early change nothing and leave no file", async () => {
  const problems = [];
  const before = await server.get("/api/1/plan");
  const files = privateFiles().sort().join();
  for (const [first, headers] of [[patch, json], [uploadTo, octets]])
    for (const part of ["", "{", good.slice(0, -2)]) {
      await server.raw(requestOf(first, [...headers, "Content-Length: 1000"], part), { end: true, timeout: 3000 });
      await server.raw(requestOf(first, [...headers, "Transfer-Encoding: chunked"], `3e8\r\n${part}`), { end: true, timeout: 3000 });
      if (part) await server.raw(requestOf(first, [...headers, "Transfer-Encoding: chunked"], `${part.length.toString(16)}\r\n${part}\r\n`), { end: true, timeout: 3000 });
    }
  const megabyte = Buffer.alloc(1 << 20, "1,2\n");
  for (let i = 0; i < 8; i++)
    await new Promise((done) => {
      const socket = createConnection(port, "127.0.0.1", () => {
        socket.write(requestOf(uploadTo, [...octets, `Content-Length: ${3 << 20}`], ""));
        socket.write(megabyte, () => (i % 2 ? socket.resetAndDestroy() : socket.destroy(), done()));
      });
      socket.on("error", () => {});
    });
  await until("no part of an upload is left", () => privateFiles().sort().join() === files);
  const after = await server.get("/api/1/plan");
  if (after.text !== before.text) problems.push("the plan has changed");
  if ((await server.call("GET", "/api/1/files")).uploads.length !== 0) problems.push("an upload that broke off is offered");
  return problems;
});

await check("bodies that are too long, or say strange things about their length", async () => {
  const problems = [];
  const nine = "9".repeat(9 << 20);
  const cases = [
    ["announced", requestOf(patch, [...json, `Content-Length: ${9 << 20}`, "Connection: close"], ""), [413]],
    ["sent", requestOf(patch, [...json, `Content-Length: ${nine.length}`, "Connection: close"], nine), [413]],
    ["chunked", requestOf(patch, [...json, "Transfer-Encoding: chunked", "Connection: close"], `${nine.length.toString(16)}\r\n${nine}\r\n0\r\n\r\n`), [413]],
    ["upload announced", requestOf(uploadTo, [...octets, "Content-Length: 5000000000", "Connection: close"], ""), [413]],
    ["upload sent", requestOf(uploadTo, [...octets, `Content-Length: ${nine.length}`, "Connection: close"], nine), [413]],
    ["upload chunked", requestOf(uploadTo, [...octets, "Transfer-Encoding: chunked", "Connection: close"], `${nine.length.toString(16)}\r\n${nine}\r\n0\r\n\r\n`), [413]],
    ["more than numbers hold", requestOf(patch, [...json, "Content-Length: 99999999999999999999999", "Connection: close"], good), [400, 413]],
    ["less than nothing", requestOf(patch, [...json, "Content-Length: -1", "Connection: close"], good), [400]],
    ["hexadecimal", requestOf(patch, [...json, "Content-Length: 0x10", "Connection: close"], good), [400]],
    ["two lengths", requestOf(patch, [...json, "Content-Length: 2", "Content-Length: 27", "Connection: close"], good), [400]],
    ["a length and chunks", requestOf(patch, [...json, "Content-Length: 4", "Transfer-Encoding: chunked", "Connection: close"], "0\r\n\r\n"), [400]],
    ["a chunk of no size", requestOf(patch, [...json, "Transfer-Encoding: chunked", "Connection: close"], "zz\r\n{}\r\n0\r\n\r\n"), [400]],
    ["a chunk larger than memory", requestOf(patch, [...json, "Transfer-Encoding: chunked", "Connection: close"], "ffffffffffffffffff\r\n{}\r\n"), [400, 413]],
    ["another encoding", requestOf(patch, [...json, "Transfer-Encoding: gzip", "Connection: close"], good), [400, 415, 501]],
    ["compressed", requestOf(patch, [...json, "Content-Encoding: gzip", `Content-Length: ${gzipSync(good).length}`, "Connection: close"], gzipSync(good).toString("latin1")), [400, 415]],
  ];
  for (const [what, bytes, right] of cases) {
    const { status, how, text } = await server.raw(bytes, { timeout: 20_000 });
    // A server may also hang up on a client that goes on sending: the answer may then be lost on the way.
    if (!right.includes(status) && !(how === "error" && status === 0)) problems.push(`${what}: ${status} (${how}), expected ${right}: ${text.slice(0, 300)}`);
  }
  const after = await server.call("GET", "/api/1/plan");
  if (after.keys["privacy.k"] === "3") problems.push("one of them changed the plan");
  if ((await server.call("GET", "/api/1/files")).uploads.length !== 0) problems.push("an upload that was too long is offered");
  if (privateFiles().some((name) => name.endsWith(".csv") && statSync(join(server.privateFolders()[0], name), { throwIfNoEntry: false })?.size > 4 << 20)) problems.push("an upload that was too long is kept");
  return problems;
});

await check("chunked bodies that are right are taken", async () => {
  const chunks = [...good].map((one) => `1\r\n${one}\r\n`).join("");
  const { status, text } = await server.lines(patch, [...json, "Transfer-Encoding: chunked"], `${chunks}0\r\n\r\n`);
  const expect = await server.lines(patch, [...json, `Content-Length: ${good.length}`, "Expect: 100-continue"], good);
  return [...(status === 200 ? [] : [`chunked: ${text.slice(0, 200)}`]), ...(/HTTP\/1.1 200/.test(expect.text) ? [] : [`100-continue: ${expect.text.slice(0, 200)}`])];
});

await check("what is no HTTP", async () => {
  const problems = [];
  const texts = ["\r\n\r\n", "GARBAGE\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", "\0".repeat(1000), `GET / HTTP/1.1\r\n${"A".repeat(200_000)}`, `GET / HTTP/1.1\r\n${own}\r\n${"X-A: b\r\n".repeat(20_000)}\r\n`, `GET / HTTP/1.1\r\n${own}\r\nX: a\0b\r\n\r\n`, `GET / HTTP/1.1\r\n${own}\r\n folded\r\n\r\n`, `GET / HTTP/1.1\n${own}\n\n`, `GET / HTTP/1.1\r\nHost : ${host}\r\n${bearer}\r\n\r\n`, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"];
  for (const text of texts) {
    const { status } = await server.raw(Buffer.from(text, "latin1"), { end: true, timeout: 2000 });
    if (status >= 200 && status < 400) problems.push(`${JSON.stringify(text.slice(0, 40))}: ${status}`);
  }
  const alive = await server.get("/api/1/session");
  return alive.status === 200 ? problems : [...problems, `afterwards ${alive.status}`];
});

await check("several requests on one connection are answered in order, each by its own rights", async () => {
  const one = (headers) => [`${about} HTTP/1.1`, own, ...headers, "", ""].join("\r\n");
  const { text } = await server.raw(Buffer.from(one([bearer]) + one([]) + one([bearer]) + one(["Connection: close"])));
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]).join();
  // It may hang up after a refusal, but never mix them up.
  return statuses.length >= 7 && "200,401,200,401".startsWith(statuses) ? [] : `statuses ${statuses}`;
});

await check("HEAD is GET without a body", async () => {
  const { status, text } = await server.lines("HEAD /api/1/about HTTP/1.1", [own, bearer]);
  const refused = await server.lines("HEAD /api/1/about HTTP/1.1", [own]);
  const body = text.split("\r\n\r\n")[1];
  return [...(status === 200 && body === "" ? [] : [text]), ...(refused.status === 401 ? [] : [refused.text])];
});

// Names and values.
const nasty = [
  "<script>alert(1)</script>", "'\"><img src=x onerror=alert(1)>", "a/b", "../../../escape", "..", ".", "a\\b", "%2e%2e%2f", "${HOME}`id`$(id)", "a;b&c|d", "x".repeat(3000),
  "tab\there", "\u0001\u001b[31m\u007f", "\u202egnp.exe", "\u2028\u2029", "日本語", "__proto__", "constructor", "attributes.x.role", "-o", "~", "con", " blanks ", "null", "#", "a: b", "- a", "&x *y", "[1]", "{a: b}",
];
const quoted = (value) => `"${value.replaceAll('"', '""')}"`;
const odd = [nasty.map(quoted).join()];
for (let i = 0; i < 60; i++) odd.push(nasty.map((name, column) => quoted(column % 3 === 0 ? nasty[(i + column) % nasty.length] : String(i % (column + 2)))).join());

await check("names and values full of markup and control characters arrive as they are", async () => {
  const problems = [];
  const id = await server.upload("<b>odd\r\nSet-Cookie: a=b</b>.csv", `${odd.join("\n")}\n`);
  const opened = await server.run("/api/1/open", { file: id });
  if (opened.state !== "ended") return JSON.stringify(opened);
  const { table } = await server.call("GET", "/api/1/session");
  if (JSON.stringify(table.columns) !== JSON.stringify(nasty)) nasty.forEach((name, i) => name !== table.columns[i] && problems.push(`${JSON.stringify(name)} became ${JSON.stringify(table.columns[i])}`));
  const { rows } = await server.call("GET", "/api/1/rows?from=0&count=60");
  if (rows[0][0] !== nasty[0] || rows[1][0] !== nasty[1]) problems.push(JSON.stringify(rows[0][0]));
  for (const path of ["/api/1/inspection", "/api/1/plan", "/api/1/files"]) {
    const answer = await server.get(path);
    if (answer.status !== 200 || !answer.headers["content-type"].startsWith("application/json")) problems.push(`${path}: ${answer.status}`);
    answer.json;
  }
  return problems;
});

await check("hierarchies of columns with names like paths stay in the project", async () => {
  const problems = [];
  const project = join(work, "people.project");
  const outside = () => filesBelow(work).filter((name) => !name.startsWith("people.project/") && !name.startsWith("home/run/")).join("\n");
  const before = outside();
  for (const [place, name] of nasty.entries()) {
    const column = name === "." || name === ".." || name.length > 300 ? `~${place}` : encodeURIComponent(name);
    const { values } = await server.call("GET", `/api/1/hierarchies/${column}`).catch((error) => (problems.push(error.message.slice(0, 300)), { values: [] }));
    if (values.length === 0) continue;
    const body = { values: values.map(({ labels }) => [labels[0], "*"]) };
    const answer = await server.request("PUT", `/api/1/hierarchies/${column}`, { body });
    if (![200, 422].includes(answer.status)) problems.push(`${name.slice(0, 50)}: ${answer.status} ${answer.text.slice(0, 200)}`);
    const shown = await server.request("GET", `/api/1/hierarchies/${column}`);
    if (answer.status === 200 && (shown.status !== 200 || shown.json.height !== 1)) problems.push(`${name.slice(0, 50)}: ${shown.text.slice(0, 200)}`);
  }
  const after = outside();
  if (after !== before) problems.push(`files appeared:\n${after}\n-- before:\n${before}`);
  for (const name of readdirSync(join(project, "hierarchies"))) if (!statSync(join(project, "hierarchies", name)).isFile()) problems.push(`${name} is no file`);
  return problems;
});

await check("releases of odd names: the headers of a download are in order", async () => {
  const problems = [];
  const roles = Object.fromEntries(nasty.map((name, i) => [`attributes.${name}.role`, i === 6 || i === 7 ? "quasi" : null]));
  await server.call("PATCH", "/api/1/plan", { set: { ...roles, "privacy.k": "2", suppression: "100%", recoding: null } });
  const made = await server.run("/api/1/jobs", { kind: "search" });
  if (!made.candidate) return JSON.stringify(made);
  for (const name of ["x\r\nSet-Cookie: a=b", 'a"; filename="b', "../../up", "/etc/cron.d/x", "..", ".", "", "release.json", "plan", "a/b", "\0", "x".repeat(5000), "日本", "<b>"]) {
    const answer = await server.request("POST", "/api/1/jobs", { body: { kind: "release", candidate: made.candidate, name } });
    if (answer.status !== 202) {
      if (![400, 422].includes(answer.status)) problems.push(`${JSON.stringify(name.slice(0, 40))}: ${answer.status}`);
      continue;
    }
    const job = await server.jobEnds(answer.json.job.id);
    if (job.state !== "ended" && job.state !== "failed") problems.push(JSON.stringify(job));
  }
  const { releases } = await server.call("GET", "/api/1/releases");
  for (const { id, files, whole } of releases) {
    if (!whole) problems.push(`${id} is not whole`);
    for (const { name } of files) {
      const answer = await server.get(`/api/1/releases/${id}/files/${encodeURIComponent(name)}`);
      if (answer.status !== 200 || answer.headers["set-cookie"]) problems.push(`${id}/${name}: ${answer.status}`);
      if (!/^attachment; filename=("[^"\\]*"|[^";\s]+)(; filename\*=UTF-8''[\w%.~-]+)?$/.test(answer.headers["content-disposition"] ?? "")) problems.push(`${id}/${name}: ${answer.headers["content-disposition"]}`);
    }
  }
  if (existsSync(join(work, "up.csv")) || existsSync(join(work, "people.project/up.csv"))) problems.push("a release left its folder");
  return problems;
});

const columns = short ? 20_000 : 1_000_000;
await check(`a table of ${columns} columns is read or refused, and the server goes on`, async () => {
  const header = Array.from({ length: columns }, (_, i) => `c${i}`).join();
  const line = Array.from({ length: columns }, (_, i) => i % 10).join();
  const wide = await Server.start(program, [], { home: join(work, "wide") });
  const id = await wide.upload("wide.csv", `${header}\n${line}\n${line}\n`);
  const job = await wide.run("/api/1/open", { file: id });
  const problems = [];
  if (job.state === "failed" ? !job.error?.message : job.state !== "ended") problems.push(JSON.stringify(job).slice(0, 1000));
  for (const path of ["/api/1/session", "/api/1/about", "/api/1/rows?count=2"]) {
    const answer = await wide.get(path);
    if (![200, 409].includes(answer.status)) problems.push(`${path}: ${answer.status}`);
    answer.json;
  }
  console.log(`# ${columns} columns: ${job.state} ${job.error?.message ?? ""} ${job.seconds} s`);
  const { code, signal } = await wide.stop();
  if (code !== 0 && code !== 130 && signal !== "SIGTERM") problems.push(`ended with ${code} ${signal}: ${wide.output.slice(-1000)}`);
  return problems;
});

await check("files that unpack to much more, or to nothing, fail cleanly", async () => {
  const problems = [];
  const bomb = gzipSync(Buffer.alloc(short ? 20 << 20 : 300 << 20, "0"));
  const files = { "bomb.csv.gz": bomb, "not.csv.gz": "no gzip", "half.csv.gz": bomb.subarray(0, bomb.length / 2), "empty.csv": "", "one.csv": "\0", "no.xlsx": "PK\u0003\u0004", "no.parquet": "PAR1PAR1", "no.sav": "$FL2", "no.dta": "<stata_dta>", "noname": "a,b\n1,2\n", "a.exe": "MZ", "duckdb:x?table=y": "a\n1\n", "postgresql://h/d?table=t": "a\n1\n", "-": "a\n1\n", "*.csv": "a\n1\n" };
  for (const [name, bytes] of Object.entries(files)) {
    const answer = await server.request("POST", `/api/1/uploads?name=${encodeURIComponent(name)}`, { body: Buffer.from(bytes), type: "application/octet-stream" });
    if (answer.status !== 201) {
      if (![400, 415, 422].includes(answer.status)) problems.push(`${name}: ${answer.status} ${answer.text}`);
      continue;
    }
    const job = await server.run("/api/1/open", { file: answer.json.id });
    if (job.state === "failed" ? !job.error?.message || job.error.message.includes("/run/") : job.state !== "ended") problems.push(`${name}: ${JSON.stringify(job)}`);
    await server.call("DELETE", `/api/1/uploads/${answer.json.id}`);
  }
  return problems;
});

// Many and slow.
const many = short ? 1000 : 10_000;
await check(`${many} connections at once: it answers afterwards`, async () => {
  const sockets = [];
  let connected = 0;
  for (let i = 0; i < many; i++) {
    const socket = createConnection({ port, host: "127.0.0.1" });
    sockets.push(new Promise((done) => {
      socket.on("connect", () => (connected++, socket.write(i % 2 ? `GET /api/1/ab` : requestOf(`${about} HTTP/1.1`, [own, bearer], "")), done(socket)));
      socket.on("error", () => done(socket));
      socket.on("data", () => {});
    }));
    if (i % 500 === 499) await sleep(0);
  }
  const open = await Promise.all(sockets.map((one) => Promise.race([one, sleep(30_000)])));
  for (const socket of open) socket?.destroy();
  const answer = await until("it answers", () => server.get("/api/1/about").catch(() => null));
  return answer.status === 200 && connected > 0 ? [] : `${connected} connected, then ${answer.status}`;
});

await check("slow clients do not keep others waiting", async () => {
  const slow = [];
  for (let i = 0; i < 100; i++) {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.on("error", () => {});
    socket.write(i % 3 === 0 ? "G" : i % 3 === 1 ? requestOf(uploadTo, [...octets, "Content-Length: 1000000"], "1") : requestOf("GET /api/1/inspection HTTP/1.1", [own, bearer], ""));
    socket.pause();
    slow.push(socket);
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.get("/api/1/about")));
  for (const socket of slow) socket.destroy();
  await until("the parts of uploads are gone", () => !privateFiles().some((name) => name.includes("incoming")));
  return answers.every(({ status }) => status === 200) ? [] : answers.map(({ status }) => status).join();
});

// Neighbours on the same machine.
await check("the private folder and the list of recent files are nobody else's", () => {
  const problems = [];
  const [folder] = server.privateFolders();
  for (const one of [folder, join(folder, "..")]) if ((statSync(one).mode & 0o777) !== 0o700) problems.push(`${one}: mode ${(statSync(one).mode & 0o777).toString(8)}`);
  for (const name of filesBelow(folder)) {
    const mode = statSync(join(folder, name)).mode & 0o777;
    if (mode & 0o077) problems.push(`${name}: mode ${mode.toString(8)}`);
  }
  const recent = join(server.home, "state/shoal/recent.json");
  if (!existsSync(recent)) problems.push("no list of recent files");
  else if ((statSync(recent).mode & 0o777) !== 0o600) problems.push("others can read the list of recent files");
  return problems;
});
await check("the token is in no list of processes and no log", () => {
  const line = readFileSync(`/proc/${server.child.pid}/cmdline`, "latin1") + readFileSync(`/proc/${server.child.pid}/environ`, "latin1");
  const times = server.output.split(token).length - 1;
  return [...(line.includes(token) ? ["the process shows its token"] : []), ...(times === 1 ? [] : [`printed ${times} times`]), ...(server.output.includes("alert(1)") ? ["values of the table are in the log"] : [])];
});
await check("--open: what other users see in the list of processes opens nothing twice", async () => {
  const bin = join(work, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "xdg-open"), `#!/bin/sh\necho "$1" > '${work}/opened.tmp' && mv '${work}/opened.tmp' '${work}/opened'\n`, { mode: 0o755 });
  const opening = await Server.start(program, ["--open"], { home: join(work, "opening"), env: { PATH: `${bin}:${process.env.PATH}` } });
  await until("the browser is started", () => existsSync(join(work, "opened")));
  const url = new URL(readFileSync(join(work, "opened"), "utf8").trim());
  const once = url.searchParams.get("token");
  const problems = [];
  if (url.host !== opening.host || !once || once === opening.token) problems.push(`opened ${url}`);
  const asBearer = await opening.get("/api/1/about", { headers: { Authorization: `Bearer ${once}` } });
  const first = await opening.get(`/?token=${once}`, { headers: { Authorization: null } });
  const second = await opening.get(`/?token=${once}`, { headers: { Authorization: null } });
  if (asBearer.status !== 401 || first.status !== 303 || second.status !== 401) problems.push(`statuses ${asBearer.status}, ${first.status}, ${second.status}`);
  const { signal, code } = await opening.stop();
  if (code !== 0) problems.push(`ended with ${code} ${signal}`);
  return problems;
});
await check("a project has one server at a time", async () => {
  const project = join(work, "shared.project");
  const home = join(work, "shared");
  const first = await Server.start(program, ["--project", project], { home });
  const second = await Server.start(program, ["--project", project], { home }).catch((error) => error);
  const problems = [];
  if (second instanceof Server) (problems.push("a second one started"), await second.stop());
  await first.stop("SIGKILL");
  const third = await Server.start(program, ["--project", project], { home }).catch((error) => error);
  if (third instanceof Server) await third.stop();
  else problems.push(`after a crash: ${third.message}`);
  return problems;
});
await check("a folder that somebody else made beforehand is not used", async () => {
  const problems = [];
  const uid = process.getuid();
  const victim = join(work, "victim");
  mkdirSync(join(victim, "precious"), { recursive: true });
  writeFileSync(join(victim, "precious/file"), "x");
  for (const [name, prepare] of [
    ["a link", (run) => symlinkSync(victim, join(run, `shoal-serve-${uid}`))],
    ["open to all", (run) => (mkdirSync(join(run, `shoal-serve-${uid}`)), execFileSync("chmod", ["777", join(run, `shoal-serve-${uid}`)]))],
    ["a file", (run) => writeFileSync(join(run, `shoal-serve-${uid}`), "x")],
  ]) {
    const home = join(work, `planted ${name}`);
    mkdirSync(join(home, "run"), { recursive: true });
    prepare(join(home, "run"));
    const planted = await Server.start(program, [], { home }).catch((error) => error);
    if (planted instanceof Server) {
      const entry = join(home, "run", `shoal-serve-${uid}`);
      const safe = name === "open to all" && (statSync(entry).mode & 0o777) === 0o700;
      if (!safe) problems.push(`${name}: it started all the same`);
      await planted.stop();
    } else if (!/shoal/.test(planted.message)) problems.push(planted.message);
  }
  if (!existsSync(join(victim, "precious/file"))) problems.push("files of others were removed");
  return problems;
});
await check("--listen and --token-file: only together, and only a secret file", async () => {
  const problems = [];
  const env = { ...process.env, XDG_RUNTIME_DIR: join(work, "home/run"), XDG_STATE_HOME: join(work, "home/state") };
  const tokenFile = (name, text, mode) => (writeFileSync(join(work, name), text, { mode }), execFileSync("chmod", [mode.toString(8), join(work, name)]), join(work, name));
  const long = "0123456789abcdef0123456789abcdef";
  const cases = [
    ["--listen alone", ["--listen", "0.0.0.0"]],
    ["readable by others", ["--listen", "127.0.0.1", "--token-file", tokenFile("t1", long, 0o644)]],
    ["short", ["--listen", "127.0.0.1", "--token-file", tokenFile("t2", "short", 0o600)]],
    ["empty", ["--listen", "127.0.0.1", "--token-file", tokenFile("t3", "", 0o600)]],
    ["with other characters", ["--listen", "127.0.0.1", "--token-file", tokenFile("t4", `${long};\t${long}`, 0o600)]],
    ["not there", ["--listen", "127.0.0.1", "--token-file", join(work, "none")]],
    ["no address", ["--listen", "nowhere.invalid", "--token-file", tokenFile("t5", long, 0o600)]],
    ["a port that is taken", ["--port", String(port)]],
    ["a port that is none", ["--port", "70000"]],
    ["a folder that is none", ["--folder", join(work, "people.csv")]],
    ["an input that is none", [join(work, "none.csv")]],
  ];
  for (const [name, args] of cases) {
    const { status, stderr, signal } = shoal(program, ["serve", ...args], { env, timeout: 20_000 });
    if (!(status >= 1 && status <= 4) || signal || !stderr) problems.push(`${name}: ${status} ${signal} ${stderr}`);
  }
  const other = await Server.start(program, ["--listen", "127.0.0.1", "--token-file", tokenFile("t6", `${long}\n`, 0o600)], { home: join(work, "listen"), token: long }).catch((error) => error);
  if (other instanceof Error) return [...problems, other.message];
  if (other.output.includes(long)) problems.push("the token of the file is printed");
  if (!/plain HTTP/.test(other.output)) problems.push("it does not say that it is plain HTTP");
  const { status } = await other.get("/api/1/about");
  if (status !== 200) problems.push(`with the token of the file: ${status}`);
  await other.stop();
  return problems;
});

await check("the server has lived through all of it, and ends in order", async () => {
  const { code, signal } = await server.stop();
  const left = server.privateFolders();
  return [...(code === 0 || code === 130 || signal === "SIGTERM" ? [] : [`ended with ${code} ${signal}: ${server.output.slice(-3000)}`]), ...left.map((one) => `left: ${one}`)];
});
finish();
