// Starting `shoal serve`, opening its page, and what holds for every page of it.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PATIENCE, settle } from "../web/browser.mjs";

/** A server with a private folder and a state of its own. `address` has the token. */
export async function serve(shoal, words = []) {
  const home = mkdtempSync(join(tmpdir(), "shoal-serve-test-"));
  const child = spawn(shoal, ["serve", ...words], {
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, XDG_STATE_HOME: join(home, "state") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  const ended = new Promise((done) => child.once("exit", done));
  const address = await new Promise((found, fail) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const url = /http:\/\/\S+/.exec(line)?.[0];
      if (url) found(url);
    });
    ended.then((code) => fail(new Error(`shoal serve ended with ${code}: ${said}`)));
  });
  return {
    address,
    home,
    said: () => said,
    async stop() {
      child.kill("SIGTERM");
      const code = await ended;
      rmSync(home, { recursive: true, force: true });
      return code;
    },
  };
}

/** A page of a server, and whatever it should not do: messages, other hosts, breaches of its policy. */
export async function visit(browser, server, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, colorScheme: "light", ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(() => {
    window.breaches = [];
    document.addEventListener("securitypolicyviolation", (event) => window.breaches.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  const page = await context.newPage();
  const problems = [];
  const host = new URL(server.address).host;
  page.on("console", (message) => problems.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.protocol !== "blob:" && url.host !== host) problems.push(`request: ${url.href.slice(0, 200)}`);
  });
  await page.goto(server.address);
  await page.waitForSelector("html[data-ready=yes]");
  return { page, context, problems };
}

export async function quiet({ page, problems }) {
  const breaches = await page.evaluate(() => window.breaches);
  return [...problems, ...breaches.map((breach) => `policy: ${breach}`)];
}

/** Opens a step by its link. */
export async function step(page, id) {
  await page.locator(`.rail a[href="#${id}"]`).click();
  await page.waitForSelector(`html[data-step=${id}]`);
  await settle(page);
}

/** Chooses a file and waits until its columns are there. */
export async function openFile(page, path) {
  await step(page, "open");
  await page.locator("#file").setInputFiles(path);
  await page.waitForSelector("html[data-step=understand]");
  await page.locator("tr[data-column]").first().waitFor();
}

/** Waits until the search has answered the question at hand. */
export async function answered(page, k) {
  await page.waitForSelector(`.outcome[data-state=optimal]${k === undefined ? "" : `[data-k="${k}"]`}`);
}

const axeSource = readFileSync(new URL("../../web/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What axe-core finds wrong, in both themes. */
export async function accessible(page) {
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForSelector(`html[data-theme=${colorScheme}]`);
    await settle(page);
    await page.evaluate(`${axeSource}; undefined`);
    const results = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const one of results.violations)
      found.push(...one.nodes.slice(0, 3).map((node) => `${colorScheme}: ${one.id}: ${node.target.join(" ")}: ${node.failureSummary?.split("\n")[1] ?? ""}`));
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return found;
}

/** Presses the tab key until the focus is where the selector says. */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 400; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the tab key never reaches ${selector}`);
}
