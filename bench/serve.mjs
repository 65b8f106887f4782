// node serve.mjs SHOAL DATA WORK PEOPLE: called by serve.sh, which says what is measured.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../tests/web/browser.mjs";
import { answered, openFile, serve, visit } from "../tests/serve/server.mjs";

const [shoal, data, work, people] = process.argv.slice(2);
const repeats = Number(process.env.REPEATS);
const browser = await launch();

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
function tell(name, values, limit) {
  const found = median(values);
  console.log(`${name.padEnd(58)} ${found.toFixed(0).padStart(6)} ms, ${(found / limit).toFixed(2)} of ${limit.toFixed(0)} ms`);
}

/** Milliseconds inside the page from `act` until `done` holds, looked at in every frame. */
function timed(page, act, done) {
  return page.evaluate(
    ([begin, until]) =>
      new Promise((resolve) => {
        const holds = new Function(`return ${until}`);
        const began = performance.now();
        new Function(begin)();
        const look = () => (holds() ? resolve(performance.now() - began) : requestAnimationFrame(look));
        look();
      }),
    [act, done],
  );
}

/** ---- Adult ---- */

const folder = join(work, "adult.project");
mkdirSync(folder);
const quasi = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"];
writeFileSync(
  join(folder, "plan.yaml"),
  `attributes:\n${quasi.map((name) => `  ${name}: {role: quasi}\n`).join("")}  occupation: {role: sensitive}\nhierarchies: ${join(data, "adult/hierarchies")}\nprivacy: {k: 5}\nsuppression: 5%\n`,
);
const server = await serve(shoal, ["--project", folder]);
// The measuring code is made of texts, which the page's policy would not let run.
const { page, context } = await visit(browser, server, { bypassCSP: true });
await openFile(page, join(data, "adult/adult.csv"));
await page.locator(".risk[aria-busy=false] .verdict-line").waitFor();
await page.evaluate(() => (location.hash = "#ask"));
await answered(page);

const shown = {
  understand: "document.querySelector('tr[data-column]') && document.querySelector('.verdict-line')",
  generalize: "document.querySelector('[role=treeitem]')",
  ask: "document.querySelector('.outcome .levels')",
  compare: "document.querySelector('.side-by-side') && document.querySelector('.before-after .vrow:not(.waiting) .vnumber')",
  release: "document.querySelector('.release-summary') && document.querySelector('.history, .help')",
};
for (const [id, until] of Object.entries(shown)) {
  const values = [];
  for (let i = 0; i < repeats; i++) {
    await page.evaluate(() => (location.hash = "#open"));
    await page.waitForSelector("html[data-step=open]");
    values.push(await timed(page, `location.hash = "#${id}"`, `document.documentElement.dataset.step === "${id}" && ${until}`));
  }
  tell(`Adult: ${id} is shown`, values, 100);
}

await page.evaluate(() => (location.hash = "#understand"));
await page.locator(".risk[aria-busy=false] .verdict-line").waitFor();
const roles = [];
for (let i = 0; i < repeats; i++) {
  const to = i % 2 === 0 ? "plain" : "quasi";
  const text = await page.locator(".risk-body").innerText();
  roles.push(
    await timed(
      page,
      `const s = document.querySelector('tr[data-column="race"] select'); s.value = "${to}"; s.dispatchEvent(new Event("change"));`,
      `document.querySelector(".risk").getAttribute("aria-busy") === "false" && document.querySelector(".risk-body").innerText !== ${JSON.stringify(text)}`,
    ),
  );
}
tell("Adult: a role is changed, the risk is new (a whole assessment)", roles, 100);

await page.evaluate(() => (location.hash = "#ask"));
await answered(page);
const moves = [];
for (let i = 0; i < repeats * 2; i++) {
  const k = [6, 12, 3, 20, 8][i % 5] + (i >= 5 ? 1 : 0);
  moves.push(
    await timed(
      page,
      `const f = document.querySelector('input[aria-label="k: the smallest group, exact"]'); f.value = "${k}"; f.dispatchEvent(new Event("input"));`,
      `document.querySelector('.outcome[data-state=optimal][data-k="${k}"]')`,
    ),
  );
}
tell("Adult: k is moved, the new proven optimum is shown", moves, 300);
await context.close();
await server.stop();

/** ---- A million rows ---- */

const large = await serve(shoal, ["--folder", work]);
const visited = await visit(browser, large, { bypassCSP: true });
await visited.page.locator(".file", { hasText: "people.csv" }).first().waitFor();
// Both moments of the same opening, each seen in the first frame that has it.
const opening = await visited.page.evaluate(
  () =>
    new Promise((resolve) => {
      const began = performance.now();
      let rows = null;
      [...document.querySelectorAll(".file")].find((one) => one.textContent.includes("people.csv")).click();
      const look = () => {
        const columns = document.documentElement.dataset.step === "understand" && document.querySelector("tr[data-column]");
        if (columns || document.querySelector(".preview .vrow:not(.waiting):not(.vhead)")) rows ??= performance.now() - began;
        if (columns) resolve({ rows, columns: performance.now() - began });
        else requestAnimationFrame(look);
      };
      look();
    }),
);
const many = Number(people).toLocaleString("en");
tell(`${many} people: read and its rows shown`, [opening.rows], Number(process.env.READ) * 2000);
tell(`${many} people: its columns and suggestions shown`, [opening.columns], Number(process.env.INSPECT) * 2000);
await visited.context.close();
await large.stop();
await browser.close();
