/** What the tests of the server share: one that is started and stopped, requests, and TAP. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import http from "node:http";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

let failures = 0;
const wanted = process.env.ONLY ? new RegExp(process.env.ONLY) : null;

/** One case: the function returns what is wrong, as a text or list of texts; nothing: it holds. */
export async function check(name, test) {
  if (wanted && !wanted.test(name)) return;
  let problems;
  try {
    problems = [(await test()) ?? []].flat();
  } catch (error) {
    problems = [error.stack ?? String(error)];
  }
  for (const problem of problems.slice(0, 20)) console.log(`# ${String(problem).replaceAll("\n", "\n# ")}`);
  console.log(`${problems.length === 0 ? "ok" : "not ok"} ${name}`);
  if (problems.length > 0) failures++;
}

export function finish() {
  process.exitCode = failures === 0 ? 0 : 1;
}

/** A folder of the test's own, removed at the end. */
export function workFolder() {
  const folder = mkdtempSync(join(tmpdir(), "serve-test-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Tries until the function gives something that is true. What takes minutes has failed. */
export async function until(what, test) {
  const deadline = Date.now() + 300_000;
  for (;;) {
    const found = await test();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(10);
  }
}

/** Names of all files below a folder, relative to it. Links are not followed. */
export function filesBelow(folder, above = "") {
  return readdirSync(join(folder, above), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? filesBelow(folder, join(above, entry.name)) : [join(above, entry.name)])).sort();
}

export function shoal(program, args, options = {}) {
  return spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options });
}

const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A server: its address, its token, and requests to it. */
export class Server {
  /** `home` has what it keeps: private folders below run, recent files below state. `token` is that of its file, which it does
   * not print. */
  static async start(program, args = [], { home, env = {}, cwd, token } = {}) {
    mkdirSync(join(home, "run"), { recursive: true, mode: 0o700 });
    mkdirSync(join(home, "state"), { recursive: true, mode: 0o700 });
    const server = new Server();
    server.home = home;
    server.output = "";
    server.child = spawn(program, ["serve", ...args], {
      cwd,
      env: { ...process.env, XDG_RUNTIME_DIR: join(home, "run"), XDG_STATE_HOME: join(home, "state"), HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(server.child);
    server.ended = new Promise((done) => server.child.once("close", (code, signal) => done({ code, signal })));
    server.ended.then(() => running.delete(server.child));
    for (const stream of [server.child.stdout, server.child.stderr]) stream.setEncoding("utf8").on("data", (text) => (server.output += text));
    let over = false;
    server.ended.then(() => (over = true));
    await until("the server says its address", () => over || /Ctrl-C/.test(server.output));
    const url = /http:\/\/([^/\s]+):(\d+)\/(?:\?token=(\S+))?/.exec(server.output);
    if (!url || over) throw new Error(`the server did not start: ${server.output}`);
    [server.url, server.address, server.port, server.token] = [url[0], url[1], Number(url[2]), token ?? url[3]];
    return server;
  }

  get host() {
    return `${this.address}:${this.port}`;
  }

  async stop(signal = "SIGTERM") {
    this.child.kill(signal);
    return this.ended;
  }

  /** {status, headers, body (Buffer), text, json}. Headers that are null are not sent. */
  request(method, path, { body, headers = {}, type } = {}) {
    const bytes = body === undefined ? undefined : typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const sent = { Authorization: `Bearer ${this.token}`, ...(bytes !== undefined && { "Content-Type": type ?? "application/json", "Content-Length": Buffer.byteLength(bytes) }), ...headers };
    for (const name of Object.keys(sent)) if (sent[name] === null) delete sent[name];
    return new Promise((done, failed) => {
      const request = http.request({ host: "127.0.0.1", port: this.port, method, path, headers: sent, agent: false }, (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("error", failed);
        answer.on("end", () => {
          const whole = Buffer.concat(parts);
          done({
            status: answer.statusCode,
            headers: answer.headers,
            body: whole,
            get text() {
              return whole.toString("utf8");
            },
            get json() {
              return JSON.parse(whole.toString("utf8"));
            },
          });
        });
      });
      request.on("error", failed);
      request.end(bytes);
    });
  }

  get(path, options) {
    return this.request("GET", path, options);
  }

  /** Like `request`, and whatever is no success is thrown. */
  async call(method, path, body) {
    const answer = await this.request(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
    return answer.body.length ? answer.json : null;
  }

  async jobEnds(id) {
    return until(`job ${id} ends`, async () => {
      const job = await this.call("GET", `/api/1/jobs/${id}`);
      return ["ended", "failed", "cancelled"].includes(job.state) && job;
    });
  }

  /** Starts a job and waits for its end. */
  async run(path, body) {
    const { job } = await this.call("POST", path, body);
    return this.jobEnds(job.id);
  }

  async upload(name, bytes) {
    const answer = await this.request("POST", `/api/1/uploads?name=${encodeURIComponent(name)}`, { body: Buffer.from(bytes), type: "application/octet-stream" });
    if (answer.status !== 201) throw new Error(`upload ${name}: ${answer.status} ${answer.text}`);
    return answer.json.id;
  }

  /** The table that was named on the command line has been read. */
  async opened() {
    return until("the table is there", async () => {
      const session = await this.call("GET", "/api/1/session");
      const failed = session.jobs.find((job) => job.kind === "open" && job.state === "failed");
      if (failed) throw new Error(`the table was not opened: ${JSON.stringify(failed.error)}`);
      return session.table && session;
    });
  }

  /** The folders that servers of this home have. */
  privateFolders() {
    const folders = [];
    for (const user of readdirSync(join(this.home, "run"))) for (const own of readdirSync(join(this.home, "run", user), { withFileTypes: true })) if (own.isDirectory()) folders.push(join(this.home, "run", user, own.name));
    return folders;
  }

  /** Sends bytes as they are and gives what comes back until the server closes, or until `enough` of it says so. */
  raw(bytes, { end = false, enough = () => false, timeout = 60_000 } = {}) {
    return new Promise((done) => {
      const socket = createConnection({ host: "127.0.0.1", port: this.port });
      let text = "";
      const over = (how) => {
        socket.destroy();
        done({ text, how, status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0) });
      };
      socket.setTimeout(timeout, () => over("timeout"));
      socket.on("error", () => over("error"));
      socket.on("close", () => over("closed"));
      socket.on("data", (part) => {
        text += part.toString("latin1");
        if (enough(text)) over("enough");
      });
      socket.on("connect", () => {
        for (const part of [bytes].flat()) socket.write(part);
        if (end) socket.end();
      });
    });
  }

  /** A request with exactly these lines; the server is asked to close, so that all of the answer comes. */
  lines(first, headers, body = "") {
    return this.raw(Buffer.from([first, ...headers, "Connection: close", "", ""].join("\r\n") + body, "latin1"));
  }
}
