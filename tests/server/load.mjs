/** Many clients while a search runs: node tests/server/load.mjs SHOAL. Half of them poll, half listen to events. Every answer is
 * right, nothing is lost, and the last event of each stream is the end state. */
import http from "node:http";
import { join } from "node:path";
import { Server, check, finish, shoal, workFolder } from "./support.mjs";

const program = process.argv[2];
const short = process.env.SHORT === "1";
const clients = short ? 40 : 200;
const work = workFolder();
shoal(program, ["sample", "--rows", "5000", "-o", join(work, "people.csv")]);
const server = await Server.start(program, [join(work, "people.csv")], { home: join(work, "home") });
await server.opened();
await server.call("PATCH", "/api/1/plan", { set: { "privacy.k": "5", suppression: "0" } });
const states = ["waiting", "running", "ended"];

/** The events of a job, one by one as they come, until the stream ends. */
function listen(id, headers = {}) {
  return new Promise((done, failed) => {
    const request = http.get({ host: "127.0.0.1", port: server.port, path: `/api/1/jobs/${id}/events`, agent: false, headers: { Authorization: `Bearer ${server.token}`, ...headers } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => (text += part));
      answer.on("error", failed);
      answer.on("end", () => {
        const blocks = text.split("\n\n").filter((block) => /^data:/m.test(block));
        done({ status: answer.statusCode, whole: text.endsWith("\n\n"), events: blocks.map((block) => ({ id: Number(/^id: ?(.*)$/m.exec(block)?.[1]), job: JSON.parse(/^data: ?(.*)$/m.exec(block)[1]) })) });
      });
    });
    request.on("error", failed);
  });
}

/** What is wrong with what a client saw of a job: states and counts only go forward. */
function courseProblems(seen, name) {
  const problems = [];
  for (let i = 1; i < seen.length; i++) {
    if (states.indexOf(seen[i].state) < states.indexOf(seen[i - 1].state)) problems.push(`${name}: ${seen[i].state} after ${seen[i - 1].state}`);
    if (seen[i].evaluations < seen[i - 1].evaluations) problems.push(`${name}: ${seen[i].evaluations} evaluations after ${seen[i - 1].evaluations}`);
    if (seen[i].best > seen[i - 1].best && seen[i - 1].best !== null && seen[i].best !== null) problems.push(`${name}: best ${seen[i].best} after ${seen[i - 1].best}`);
  }
  return problems;
}

/** Asks again and again, also for other things, until the job has ended. */
async function poll(id, number) {
  const seen = [];
  const problems = [];
  for (;;) {
    const job = await server.get(`/api/1/jobs/${id}`);
    if (job.status !== 200 || job.json.id !== id) problems.push(`poller ${number}: ${job.status} ${job.text.slice(0, 100)}`);
    seen.push(job.json);
    if (!["waiting", "running"].includes(job.json.state)) break;
    const first = (number * 7) % 4000;
    const { status, json } = await server.get(`/api/1/rows?from=${first}&count=3`);
    if (status !== 200 || json.from !== first || json.rows.length !== 3) problems.push(`poller ${number}: rows ${status}`);
  }
  return [...problems, ...courseProblems(seen, `poller ${number}`), ...(seen.at(-1).state === "ended" ? [] : [`poller ${number}: ${JSON.stringify(seen.at(-1))}`])];
}

await check(`${clients} clients poll and listen while a search runs`, async () => {
  const { job } = await server.call("POST", "/api/1/jobs", { kind: "search", set: { recoding: "local", "search.time_limit": "0", "search.evaluations": short ? "100000" : "2000000" } });
  const pollers = Array.from({ length: clients / 2 }, (_, i) => poll(job.id, i));
  const listeners = Array.from({ length: clients / 2 }, () => listen(job.id));
  const problems = (await Promise.all(pollers)).flat();
  const streams = await Promise.all(listeners);
  const last = JSON.stringify(await server.call("GET", `/api/1/jobs/${job.id}`));
  let events = 0;
  for (const [i, { status, whole, events: seen }] of streams.entries()) {
    events += seen.length;
    if (status !== 200 || !whole || seen.length === 0) problems.push(`listener ${i}: status ${status}, ${seen.length} events, whole: ${whole}`);
    else if (JSON.stringify(seen.at(-1).job) !== last) problems.push(`listener ${i}: the last event is ${JSON.stringify(seen.at(-1).job)}, the end state ${last}`);
    if (seen.some((event, at) => at > 0 && !(event.id > seen[at - 1].id))) problems.push(`listener ${i}: ids ${seen.map((event) => event.id)}`);
    problems.push(...courseProblems(seen.map((event) => event.job), `listener ${i}`));
  }
  console.log(`# ${events} events in ${streams.length} streams`);
  const ended = JSON.parse(last);
  if (ended.state !== "ended" || !ended.candidate) problems.push(last);
  return problems;
});

await check("who comes too late, or again, gets the end state at once", async () => {
  const { jobs } = await server.call("GET", "/api/1/jobs");
  const problems = [];
  for (const job of jobs)
    for (const headers of [{}, { "Last-Event-ID": "1" }, { "Last-Event-ID": "99999999999999999999" }, { "Last-Event-ID": "x" }]) {
      const { events } = await listen(job.id, headers);
      if (events.length !== 1 || JSON.stringify(events[0].job) !== JSON.stringify(job)) problems.push(`${job.id}: ${events.length} events`);
    }
  return problems;
});

await check("the limit of waiting jobs is said, and what was accepted runs", async () => {
  const problems = [];
  const long = { kind: "search", set: { recoding: "local", "search.time_limit": "600" } };
  const asked = await Promise.all(Array.from({ length: 40 }, () => server.request("POST", "/api/1/jobs", { body: long })));
  const taken = asked.filter(({ status }) => status === 202).map(({ json }) => json.job.id);
  const refused = asked.filter(({ status }) => status !== 202);
  if (refused.some(({ status, json }) => status !== 409 || json.error.code !== "too_many_jobs")) problems.push(`refused with ${refused[0].text}`);
  if (taken.length < 16 || taken.length > 18) problems.push(`${taken.length} were taken`);
  if (new Set(taken).size !== taken.length) problems.push("ids came twice");
  const { jobs } = await server.call("GET", "/api/1/jobs");
  const runs = jobs.filter((job) => job.state === "running").length;
  if (runs > 2) problems.push(`${runs} run at a time`);
  const listeners = taken.map((id) => listen(id));
  await Promise.all(taken.map((id) => server.call("POST", `/api/1/jobs/${id}/stop`, { keep: false })));
  for (const { events } of await Promise.all(listeners)) if (events.at(-1)?.job.state !== "cancelled") problems.push(JSON.stringify(events.at(-1)));
  return problems;
});

await check("live searches: only the last one of many counts", async () => {
  const jobs = [];
  for (let k = 2; k < 30; k++) jobs.push((await server.call("POST", "/api/1/jobs", { kind: "search", live: true, set: { "privacy.k": String(k), recoding: "lattice", suppression: "2%" } })).job.id);
  const ends = await Promise.all(jobs.map((id) => server.jobEnds(id)));
  const last = ends.at(-1);
  const candidate = await server.call("GET", `/api/1/candidates/${last.candidate}`);
  const problems = ends.filter((job) => !["ended", "cancelled"].includes(job.state)).map((job) => JSON.stringify(job));
  return [...problems, ...(candidate.k === 29 ? [] : [`k ${candidate.k}`])];
});

await check("changes of the plan by many at once: each is whole, and the revision counts them", async () => {
  const before = (await server.call("GET", "/api/1/plan")).revision;
  const answers = await Promise.all(Array.from({ length: clients }, (_, i) => server.request("PATCH", "/api/1/plan", { body: { set: { "privacy.k": String(2 + i), suppression: `${i % 100}%` } } })));
  const problems = answers.filter(({ status }) => status !== 200).map(({ text }) => text);
  for (const { json } of answers) {
    const k = Number(json.keys["privacy.k"]) - 2;
    const suppression = Number.parseFloat(json.keys.suppression ?? "0");
    const share = json.keys.suppression?.endsWith("%") ? suppression / 100 : suppression;
    if (Math.abs(share - (k % 100) / 100) > 1e-9) problems.push(`k ${k + 2} with suppression ${json.keys.suppression}`);
  }
  const after = (await server.call("GET", "/api/1/plan")).revision;
  if (after - before !== clients) problems.push(`revision ${before} became ${after}`);
  if (new Set(answers.map(({ json }) => json.revision)).size !== clients) problems.push("two changes have the same revision");
  return problems;
});

await check("a server that is told to end while clients listen ends them and itself", async () => {
  const { job } = await server.call("POST", "/api/1/jobs", { kind: "search", set: { recoding: "local", "search.time_limit": "600" } });
  const listeners = Array.from({ length: 20 }, () => listen(job.id).catch((error) => error));
  await server.jobEnds("none").catch(() => {});
  const { code, signal } = await server.stop();
  await Promise.all(listeners);
  const left = server.privateFolders();
  return [...(code === 0 || code === 130 || signal === "SIGTERM" ? [] : [`ended with ${code} ${signal}: ${server.output.slice(-2000)}`]), ...left.map((one) => `left: ${one}`)];
});
finish();
