/** kill -9 while a release is made: node tests/server/kill.mjs SHOAL KILL.SO. The server dies at its n-th call that changes a file
 * (tests/faults/kill.c) after the release was asked for, for many n, and now and then at a moment of chance. The project is
 * whole each time, and the next server removes what the dead one left. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Server, check, filesBelow, finish, shoal, until, workFolder } from "./support.mjs";

const [program, preload] = process.argv.slice(2);
const short = process.env.SHORT === "1";
const work = workFolder();
const home = join(work, "home");
const table = join(work, "people.csv");
const project = join(work, "people.project");
const began = join(work, "began");

shoal(program, ["sample", "--rows", "2000", "-o", table]);

const hash = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** What is wrong with the project's folder. With `settled` nothing that is left over may be there either. */
function projectProblems(settled) {
  const problems = [];
  const releases = join(project, "releases");
  for (const name of existsSync(releases) ? readdirSync(releases) : []) {
    if (!/^\d{3,}$/.test(name)) {
      if (settled) problems.push(`left over: releases/${name}`);
      continue;
    }
    const folder = join(releases, name);
    if (!existsSync(join(folder, "release.json"))) {
      problems.push(`releases/${name} has no release.json: ${filesBelow(folder)}`);
      continue;
    }
    const { files } = JSON.parse(readFileSync(join(folder, "release.json"), "utf8"));
    for (const file of files) if (!existsSync(join(folder, file.name)) || hash(join(folder, file.name)) !== file.sha256) problems.push(`releases/${name}/${file.name} is not what release.json says`);
    const listed = [...files.map((file) => file.name), "release.json"].sort().join();
    if (filesBelow(folder).join() !== listed) problems.push(`releases/${name} has ${filesBelow(folder)}, but release.json lists ${listed}`);
    const verdict = shoal(program, ["verify", join(folder, "people.csv"), "-p", join(folder, "plan.yaml")]);
    if (verdict.status !== 0) problems.push(`releases/${name} does not hold: ${verdict.stdout}${verdict.stderr}`);
  }
  const plan = shoal(program, ["anonymize", table, "-p", join(project, "plan.yaml"), "--dry-run", "--progress", "none", "-o", join(work, "never.csv")]);
  if (plan.status !== 0) problems.push(`plan.yaml: ${plan.stderr}`);
  if (settled) {
    const known = new Set(["plan.yaml", "plan.previous.yaml", "input.json", "hierarchies", "releases"]);
    for (const name of readdirSync(project)) if (!known.has(name)) problems.push(`left over: ${name}`);
    for (const name of existsSync(join(project, "hierarchies")) ? readdirSync(join(project, "hierarchies")) : []) if (!name.endsWith(".csv")) problems.push(`left over: hierarchies/${name}`);
  }
  return problems;
}

const settings = {
  set: { "privacy.k": "5", suppression: "5%", recoding: "lattice", "attributes.birth_date.role": "quasi", "attributes.sex.role": "quasi", "attributes.postcode.role": "quasi", "attributes.education.role": null, "attributes.occupation.role": null, "attributes.country.role": null, "attributes.marital_status.role": null, "attributes.household_size.role": null, "attributes.employment.role": null, "attributes.income.role": null },
};
const sanitized = process.env.ASAN_OPTIONS ? { ASAN_OPTIONS: `${process.env.ASAN_OPTIONS}:verify_asan_link_order=0` } : {};

/** A server that has a candidate; its death begins to count when the file `began` is there. */
async function ready(at) {
  rmSync(began, { force: true });
  const env = at ? { LD_PRELOAD: preload, KILL_AT: String(at), KILL_WHEN: began, ...sanitized } : {};
  const server = await Server.start(program, [table], { home, env });
  await server.opened();
  await server.call("PATCH", "/api/1/plan", settings);
  await server.call("PUT", "/api/1/hierarchies/sex", { values: [["female", "*"], ["male", "*"]] });
  const search = await server.run("/api/1/jobs", { kind: "search" });
  if (!search.candidate) throw new Error(JSON.stringify(search));
  server.candidate = search.candidate;
  return server;
}

async function killedAt(at) {
  const server = await ready(at);
  writeFileSync(began, "");
  let job = null;
  try {
    job = await server.run("/api/1/jobs", { kind: "release", candidate: server.candidate });
  } catch {
    // It has died.
  }
  const lived = job !== null;
  const { signal } = lived ? await server.stop("SIGKILL") : await server.ended;
  if (signal !== "SIGKILL") throw new Error(`ended with ${signal}: ${server.output.slice(-2000)}`);
  return { lived, job };
}

// Each of the first calls, then every few, until the release is there before the server dies.
let lived = 0;
let died = 0;
mkdirSync(home, { recursive: true });
for (let at = 1; lived < 2 && at < 100_000; at += Math.ceil(at / (short ? 2 : 16))) {
  await check(`killed at call ${at} of a release`, async () => {
    const outcome = await killedAt(at);
    if (outcome.lived) lived++;
    else died++;
    const problems = projectProblems(false);
    if (outcome.job && outcome.job.state !== "ended") problems.push(JSON.stringify(outcome.job));
    const next = await Server.start(program, [table], { home });
    await next.opened();
    const folders = next.privateFolders();
    if (folders.length !== 1) problems.push(`private folders: ${folders}`);
    const listed = (await next.call("GET", "/api/1/releases")).releases;
    if (listed.some((one) => !one.whole)) problems.push("a release is not whole");
    await next.stop();
    if (next.privateFolders().length !== 0) problems.push(`left: ${next.privateFolders()}`);
    return [...problems, ...projectProblems(true)];
  });
}

await check("killed at moments of chance, several releases under way", async () => {
  const problems = [];
  for (let round = 0; round < (short ? 2 : 10); round++) {
    const server = await ready(0);
    const before = existsSync(join(project, "releases")) ? readdirSync(join(project, "releases")).length : 0;
    for (let i = 0; i < 4; i++) await server.call("POST", "/api/1/jobs", { kind: "release", candidate: server.candidate });
    const made = () => (existsSync(join(project, "releases")) ? readdirSync(join(project, "releases")).filter((name) => round % 2 === 0 || /^\d+$/.test(name)).length : 0);
    await until("one is being made, or there", () => made() > before);
    for (let i = 0; i < round * 3; i++) await server.get("/api/1/jobs");
    await server.stop("SIGKILL");
    problems.push(...projectProblems(false));
  }
  const next = await Server.start(program, [table], { home });
  await next.opened();
  await next.stop();
  return [...problems, ...projectProblems(true)];
});

await check("servers died before the release was there, and after", () => (died >= 5 && lived >= 1 ? [] : `${died} before, ${lived} after`));

await check("the project can be used by the command line afterwards", () => {
  const [first] = readdirSync(join(project, "releases")).sort();
  const again = shoal(program, ["anonymize", table, "-p", join(project, "releases", first, "plan.yaml"), "--progress", "none", "-o", join(work, "again.csv")]);
  return again.status === 0 && hash(join(work, "again.csv")) === hash(join(project, "releases", first, "people.csv")) ? [] : again.stderr || "other bytes";
});
finish();
