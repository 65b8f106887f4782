import { readFileSync, statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { launch, open, reportChecks } from "./browser.mjs";

const folder = process.argv[2];
let failed = 0;

function tell(name, problems) {
  for (const problem of problems) console.log(`# ${problem}`);
  console.log(`${problems.length === 0 ? "ok" : "not ok"} ${name}`);
  if (problems.length > 0) failed++;
}

const everyRelease = ["risk", "guidance", "transformation", "search", "linkage", "utility", "audit"];
const everyAssessment = ["risk", "guidance", "models", "combinations", "utility", "audit"];

/** What a page must show: anchors of sections, titles of charts. */
const expected = {
  lattice: { sections: [...everyRelease, "models"], charts: ["Rows by the size of their class", "Loss per attribute", "Convergence"] },
  small: { sections: everyRelease, charts: ["Convergence", "The lattice: every way to generalize"] },
  models: { sections: [...everyRelease, "models"], charts: ["Correlations before", "Correlations after"] },
  cut: { sections: everyRelease, charts: ["Convergence", "Loss per attribute"] },
  nsga2: { sections: everyRelease, charts: ["The front", "The front and the preference"] },
  gomm: {
    sections: everyRelease,
    charts: ["Cost of the population", "Groups of attributes", "Operations: utilization", "Operations: lifetime", "Operations: efficacy", "Operations: efficiency"],
  },
  assess: { sections: [...everyAssessment, "linkage"], charts: ["Rows by the size of their class", "Correlations after"] },
  alone: { sections: everyAssessment, charts: ["Rows by the size of their class", "Correlations"] },
  explore: {
    sections: ["recoding-1", "recoding-2", "costs", "release"],
    charts: ["loss by k and suppression, recoding lattice", "loss by k and suppression, recoding cut"],
    verdict: /k and suppression/,
  },
  inspect: { sections: ["roles", "combinations", "columns", "values", "plan", "audit"], charts: ["sex", "birth_date"], verdict: /single out [\d.]+ % of the rows/ },
};

async function shows({ page }, { sections, charts, verdict = /anonymous|protected/i }) {
  const found = await page.evaluate(() => ({
    charts: [...document.querySelectorAll("figure h3")].map((title) => title.textContent),
    keys: document.querySelectorAll("[data-key]").length,
    headline: document.querySelector("#verdict")?.textContent ?? "",
  }));
  const problems = [];
  for (const id of sections) if ((await page.locator(`#s-${id}`).count()) !== 1) problems.push(`no section ${id}`);
  for (const chart of charts) if (!found.charts.includes(chart)) problems.push(`no chart ${chart}`);
  if (found.keys < 30) problems.push(`only ${found.keys} numbers can be looked up in the result`);
  if (!verdict.test(found.headline)) problems.push(`verdict: ${found.headline}`);
  return problems;
}

/** The result in the page is the file that was asked for, but for the time it took. */
async function carriesResult({ page }, name) {
  const inside = JSON.parse(await page.locator("#result").textContent());
  const beside = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  return isDeepStrictEqual(inside, beside) ? [] : ["the page carries another result"];
}

const browser = await launch();
for (const [name, content] of Object.entries(expected)) {
  const file = join(folder, `${name}.html`);
  const opened = await open(browser, file);
  tell(`report ${name}: what belongs into it`, await shows(opened, content));
  tell(`report ${name}: the result`, await carriesResult(opened, name));
  for (const [what, check] of Object.entries(reportChecks))
    tell(`report ${name}: ${what}`, await check(opened).catch((error) => [error.message]));
  tell(`report ${name}: small`, statSync(file).size < 600_000 ? [] : [`${statSync(file).size} bytes`]);
  await opened.context.close();
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
