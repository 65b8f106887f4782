// What a person reads in a report: orders, dates, figures, sentences, the first screen.
import { statSync } from "node:fs";
import { join } from "node:path";
import { launch, open, reportChecks } from "./browser.mjs";

const folder = process.argv[2];
const browser = await launch();
let failed = 0;

function tell(name, problems) {
  for (const problem of problems) console.log(`# ${problem}`);
  console.log(`${problems.length === 0 ? "ok" : "not ok"} readable: ${name}`);
  if (problems.length > 0) failed++;
}

const expect = (condition, otherwise) => (condition ? [] : [otherwise]);
const same = (found, wanted, what) => expect(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)}`);

const pages = {};
for (const name of ["visits", "raw", "wide", "wide_release", "small", "lattice", "gomm", "assess", "persons", "visitors", "accepted", "unnamed"]) pages[name] = await open(browser, join(folder, `${name}.html`));
const figure = (page, title) => page.locator("figure").filter({ has: page.locator("h3", { hasText: new RegExp(`^${title}$`) }) });

/** The labels of the ticks of a chart, in their order. */
function labels(of) {
  return of.locator("[aria-label$='tick label'] text").allTextContents();
}

/** The cells of a table by its caption: rows of texts. */
function table(page, caption) {
  return page.evaluate((wanted) => {
    const found = [...document.querySelectorAll("table")].find((each) => each.caption?.textContent.startsWith(wanted));
    return found ? [...found.querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.textContent)) : [];
  }, caption);
}

// ---- Charts ----

for (const name of ["visits", "lattice", "wide"]) {
  const sizes = figure(pages[name].page, "Rows by the size of their class");
  const found = await sizes.evaluate((node) => ({
    says: node.querySelector(".says").textContent,
    axis: node.textContent.includes("(log)"),
    lengths: [...node.querySelectorAll("[aria-label=rect] rect, [aria-label=rect] path")].map((bar) => {
      const box = bar.getBBox();
      return [box.width, box.height];
    }),
  }));
  await sizes.locator("summary").click();
  await sizes.locator("tbody tr").first().waitFor();
  const rows = await sizes.locator("tbody tr").evaluateAll((all) =>
    all.map((row) => Number(row.querySelector("td.number, th.number")?.dataset.value ?? [...row.querySelectorAll("[data-value]")].pop().dataset.value)),
  );
  const drawn = rows.filter((value) => value > 0);
  const longest = Math.max(...drawn);
  const side = new Set(found.lengths.map(([width]) => width.toFixed(1))).size > new Set(found.lengths.map(([, height]) => height.toFixed(1))).size ? 0 : 1;
  const pixels = found.lengths.map((box) => box[side]).filter((length) => length > 0.01);
  const most = Math.max(...pixels);
  const wrong = drawn.length === pixels.length ? drawn.filter((value, at) => Math.abs(pixels[at] / most - value / longest) > 0.01) : ["bars"];
  tell(`${name}: lengths of bars are rows`, [
    ...expect(!found.axis, "a logarithmic axis"),
    ...expect(!/right|left|down|below/.test(found.says), found.says),
    ...expect(wrong.length === 0, `${wrong.length} of ${drawn.length} bars have another length (${pixels.length} drawn)`),
  ]);
}

tell("ranges are in their order", [
  ...same((await labels(figure(pages.raw.page, "age"))).filter((text) => text.startsWith("[")), ["[40-50)", "[50-60)", "[60-70)", "[70-80)", "[80-90)", "[100-110)"], "ages"),
]);
tell("codes have a bar each", [
  ...same((await labels(figure(pages.raw.page, "admission"))).filter((text) => /^[1-8]$/.test(text)), ["1", "2", "3", "4", "5", "6", "7", "8"], "codes"),
  ...same(await figure(pages.raw.page, "admission").locator("[aria-label=rect] :is(rect, path)").count(), 8, "bars"),
]);
tell("counts are bars, not lines", [
  ...same(await figure(pages.raw.page, "lab_tests").locator("[aria-label=line]").count(), 0, "lines"),
  ...expect((await figure(pages.raw.page, "lab_tests").locator("[aria-label=rect] :is(rect, path)").count()) > 20, "few bars"),
]);
const dates = await labels(figure(pages.raw.page, "admitted"));
tell("dates are dates", [
  ...expect(["2000", "2004", "2006"].filter((year) => dates.includes(year)).length > 1, dates.join(" ")),
  ...expect(!(await pages.raw.page.content()).includes("since 1970"), "days since 1970"),
]);
await figure(pages.raw.page, "admitted").locator("summary").click();
tell("dates are dates in the numbers too", [
  ...expect(/^(1999|2000)-\d\d-\d\d$/.test(await figure(pages.raw.page, "admitted").locator("tbody tr").first().locator("td, th").first().textContent()), "no date"),
]);
const lattice = (await figure(pages.small.page, "The lattice: every way to generalize").locator(".says").textContent()) ?? "";
tell("the labels of the lattice are explained", expect(/in this order: birth_date, sex and marital_status/.test(lattice), lattice));

// ---- Texts ----

for (const [name, { page }] of Object.entries(pages)) {
  const text = await page.evaluate(() => document.body.innerText);
  tell(`${name}: every sentence is whole`, [
    ...expect(!/\(\d+ characters\)/.test(text), text.match(/.{60}\(\d+ characters\)/)?.[0]),
    ...expect(!text.includes("\ufffd"), "a replacement character"),
  ]);
  const long = await page.evaluate(() => {
    const digits = (number) => number.replace(/[^\d.]/g, "").replace(/^0*\.?0*/, "").replace(".", "").length;
    return [...document.querySelectorAll("td.number, .verdict li, main > section > p")]
      .flatMap((node) => node.textContent.match(/(?<![\w.-])\d[\d,]*\.\d+(?![\w.-])/g) ?? [])
      .filter((number) => digits(number) > 4 && !/^\d{2,3}\.\d{1,3}$/.test(number));
  });
  tell(`${name}: figures are rounded`, expect(long.length === 0, long.slice(0, 5).join(" ")));
}
tell("Latin-1 is read", [
  ...expect((await pages.raw.page.evaluate(() => document.body.textContent)).includes("Málaga"), "no Málaga"),
  ...same((await labels(figure(pages.raw.page, "diagnosis"))).filter((text) => /Ri|Cor|Asma/.test(text)).sort(), ["Asma", "Corazón", "Riñón"], "diagnoses"),
]);

// ---- Tables ----

for (const name of ["visits", "assess", "wide"]) {
  const rows = (await table(pages[name].page, "Risk of re-identification")).slice(1);
  tell(`${name}: an attacker has one line`, same(rows.map((row) => row[0].split(":")[0]), ["prosecutor", "journalist", "marketer"], "attackers"));
}
for (const name of ["visits", "lattice"]) {
  const { page } = pages[name];
  const changed = await table(page, "Quasi-identifiers");
  const spread = await table(page, "Distributions before and after");
  const [before, after] = [changed[0].indexOf("values before"), changed[0].indexOf("labels after")];
  const differing = changed.slice(1).filter((row) => {
    const other = spread.find((each) => each[0] === row[0]);
    return row[before] !== other[2] || row[after] !== other[3];
  });
  tell(`${name}: one count of the same thing`, expect(differing.length === 0 && before > 0, differing.map((row) => row[0]).join(" ")));
  const destroyed = spread.slice(1).filter((row) => row[4] === "1" || row[4] === "100 %");
  tell(`${name}: generalizing is no distance`, expect(destroyed.length === 0 && spread.length > 3, destroyed.map((row) => row[0]).join(" ")));
}
const untouched = await table(pages.visits.page, "Metrics");
tell("no losses of numbers that nobody changed", expect(untouched.length > 3 && !untouched.some((row) => /^(il\d|id|sse)$/.test(row[0])), untouched.map((row) => row[0]).join(" ")));
const metrics = [...untouched, ...(await table(pages.gomm.page, "Metrics"))].filter((row) => row[0] !== "metric");
tell("every metric says what it measures", expect(metrics.some((row) => row[0] === "il1") && metrics.every((row) => row[1].length > 15), metrics.filter((row) => row[1].length <= 15).join(" ")));
for (const name of ["wide", "wide_release"]) {
  const { page } = pages[name];
  // Charts of all attributes together are others.
  const charts = await page.evaluate(() => [...document.querySelectorAll("#s-utility figure.chart")]
    .filter((each) => !/Changed cells|Errors of tables/.test(each.textContent)).length);
  const said = await page.evaluate(() => document.body.innerText.match(/Charts are drawn for the first (\d+) of (\d+) attributes/)?.slice(1));
  tell(`${name}: as many charts as it says`, same(said?.map(Number), [charts, name === "wide" ? 50 : 28], "said"));
}

// ---- The first screen ----

for (const name of ["visits", "lattice", "assess"]) {
  const { page } = pages[name];
  const bottoms = await page.evaluate(() => ["asked", "holds", "left", "unseen", "lost"].map((id) => document.querySelector(`#summary-${id} h3`)?.getBoundingClientRect().bottom + scrollY));
  tell(`${name}: the first screen has it all`, expect(bottoms.every((bottom) => bottom < 900), bottoms.join(" ")));
}
const lost = await pages.visits.page.locator("#summary-lost li").allTextContents();
tell("what was lost, a sentence for each column", [
  ...expect(lost.some((line) => /^age: 20-year bands; [\d.]+\s% hidden$/.test(line)), lost.join(" | ")),
  ...expect(lost.some((line) => /hidden|unchanged/.test(line)), lost.join(" | ")),
]);
tell("green only where nothing is left to worry about", [
  ...(await Promise.all(
    Object.entries(pages).map(async ([name, { page }]) => {
      const open = await page.locator("#summary-left li:is(.warn, .bad)").count();
      const good = await page.locator(".verdict.good").count();
      const advised = await page.locator("#summary-left li:is(.warn, .bad)").evaluateAll((all) => all.every((item) => item.textContent.length > 20));
      return [...expect(!(open > 0 && good > 0), `${name} is green with ${open} warnings`), ...expect(advised, `${name}: a warning without a sentence`)];
    }),
  )).flat(),
]);

for (const name of ["persons", "visitors"]) {
  const { page } = pages[name];
  const said = await page.locator("#summary-asked, #summary-holds").allTextContents();
  tell(`${name}: classes are counted in persons`, [
    ...expect(/Persons: 900 in 1,500 rows/.test(said[0]), said[0]),
    ...expect(/at least 5 persons with the same/.test(said[0]), said[0]),
    ...expect(/smallest of \d+ classes? has \d+ persons?/.test(said[1]), said[1]),
    ...expect((await table(page, "Equivalence classes")).some((row) => row[0] === "k: persons in the smallest class"), "no k in persons"),
  ]);
}
const accepted = await pages.accepted.page.locator("#summary-left li").allTextContents();
tell("what was accepted is shown as accepted", expect(accepted.some((line) => line.startsWith("Accepted by the plan: ")), accepted.join(" | ")));
tell("naming no sensitive attribute is never green", [
  ...same(await pages.unnamed.page.locator(".verdict:is(.warn, .bad)").count(), 1, "amber or red"),
  ...expect(/sensitive/.test((await pages.unnamed.page.locator("#summary-left li.warn").allTextContents()).join()), "nothing said"),
]);

// ---- Size, and what holds for every report ----

for (const name of ["wide", "wide_release", "wide_inspect", "raw", "visits"]) {
  const size = statSync(join(folder, `${name}.html`)).size;
  // Attacks are measured on a release alone, with each of its columns.
  const limit = name === "wide_release" ? 550_000 : 400_000;
  tell(`${name}: below ${limit / 1000} KB`, expect(size < limit, `${size} bytes`));
}
for (const name of ["visits", "raw", "wide", "wide_release"])
  for (const [what, check] of Object.entries(reportChecks)) tell(`${name}: ${what}`, await check(pages[name]).catch((error) => [error.message]));

await browser.close();
process.exit(failed === 0 ? 0 : 1);
