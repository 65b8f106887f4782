// Opening pages in Debian's chromium, and what holds for every report.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "../../web/node_modules/playwright-core/index.mjs";

const programs = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export async function launch() {
  const executablePath = programs.find((path) => existsSync(path));
  if (!executablePath) throw new Error("no chromium: scripts/dependencies test installs it");
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: asRoot ? ["--no-sandbox"] : [] });
}

/** What a page must come to sooner or later may take as long as this: machines are busy. */
export const PATIENCE = 120_000;

/** After what was begun in this frame, and what that begins in the next. */
export async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
}

/** Gives the window another width and waits until all is drawn again. */
export async function resize(page, size) {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => innerWidth === width, size.width);
  await settle(page);
}

/** Opens a file and notes whatever it should not do: errors, requests, breaches of its policy. */
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(() => {
    window.breaches = [];
    document.addEventListener("securitypolicyviolation", (event) => window.breaches.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  const page = await context.newPage();
  const address = pathToFileURL(file).href;
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== address) problems.push(`request: ${request.url().slice(0, 200)}`);
  });
  await page.goto(address);
  await page.waitForSelector("html[data-ready]").catch(() => problems.push("never finished drawing"));
  return { page, context, problems };
}

/** ---- Checks: each returns what is wrong, nothing when all is well ---- */

export async function quiet({ page, problems }) {
  const breaches = await page.evaluate(() => window.breaches);
  return [...problems, ...breaches.map((breach) => `policy: ${breach}`)];
}

export function chartsHaveMarks({ page }) {
  return page.evaluate(() =>
    [...document.querySelectorAll("figure")].flatMap((figure, at) => {
      const name = `chart ${at + 1} (${(figure.querySelector("h3")?.textContent ?? "").slice(0, 60)})`;
      if (figure.querySelector(".plot .none")) return [];
      const svg = figure.querySelector(".plot svg");
      if (!svg) return [`${name} was not drawn`];
      const marks = svg.querySelectorAll(
        ":is([aria-label=line],[aria-label=area],[aria-label=bar],[aria-label=rect],[aria-label=dot],[aria-label=cell],[aria-label=rule],[aria-label=tick]) :is(path,rect,circle,line)",
      );
      const label = svg.closest("[aria-label]")?.getAttribute("aria-label");
      return [
        ...(marks.length === 0 ? [`${name} has no marks`] : []),
        ...(label ? [] : [`${name} has no label`]),
        ...(/NaN|undefined|Infinity/.test([...svg.querySelectorAll("[d],[x],[cx]")].map((e) => e.outerHTML.slice(0, 300)).join("")) ? [`${name} has places that are no numbers`] : []),
      ];
    }),
  );
}

/** Every number with a key is the one the result has there. Names in keys may hold dots. */
export function keysAgree({ page }) {
  return page.evaluate(() => {
    const result = JSON.parse(document.getElementById("result").textContent);
    const missing = Symbol("missing");
    const at = (from, parts) => {
      if (parts.length === 0) return from;
      if (from === null || typeof from !== "object") return missing;
      for (let length = parts.length; length > 0; length--) {
        const name = parts.slice(0, length).join(".");
        if (!Object.hasOwn(from, name)) continue;
        const found = at(from[name], parts.slice(length));
        if (found !== missing) return found;
      }
      return missing;
    };
    return [...document.querySelectorAll("[data-key]")].flatMap((cell) => {
      const key = cell.dataset.key;
      const value = at(result, key.replace(/\[(\d+)\]/g, ".$1").split("."));
      if (value === missing) return [`the result has no ${key}`];
      const expected = value === null ? "" : String(Number(value));
      return expected === cell.dataset.value ? [] : [`${key}: page ${cell.dataset.value}, result ${String(value)}`];
    });
  });
}

export async function fitsWidths(opened, widths = [360, 768, 1280]) {
  const { page } = opened;
  const before = page.viewportSize();
  const problems = [];
  for (const width of widths) {
    await resize(page, { width, height: 800 });
    const found = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, inner: innerWidth }));
    if (found.wide > found.inner) problems.push(`at ${width} px the page is ${found.wide} px wide`);
    const out = await page.evaluate(() =>
      [...document.querySelectorAll(".plot svg, .plot figure, pre, table, h1, h2, p, li")]
        .filter((e) => !e.closest(".scroll, details") && e.getBoundingClientRect().right > innerWidth + 1)
        .map((e) => `${e.tagName.toLowerCase()} ${(e.textContent ?? "").slice(0, 40)}`)
        .slice(0, 3),
    );
    problems.push(...out.map((what) => `at ${width} px out of sight: ${what}`));
    const silent = await page.evaluate(() =>
      [...document.querySelectorAll(".table > .scroll")]
        .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.checkVisibility() && !e.nextElementSibling?.checkVisibility())
        .map((e) => e.getAttribute("aria-label")?.slice(0, 40)),
    );
    problems.push(...silent.map((what) => `at ${width} px nothing tells that a table scrolls: ${what}`));
    const narrow = await page.evaluate(() =>
      [...document.querySelectorAll("td, tbody th")]
        .filter((e) => e.checkVisibility() && (e.textContent ?? "").length > 40 && e.offsetWidth < 120)
        .map((e) => `${e.offsetWidth} px for ${e.textContent?.slice(0, 40)}`)
        .slice(0, 3),
    );
    problems.push(...narrow.map((what) => `at ${width} px a column is too narrow: ${what}`));
  }
  await resize(page, before);
  return problems;
}

export async function prints({ page }) {
  const pdf = await page.pdf({ format: "A4" });
  return pdf.subarray(0, 5).toString() === "%PDF-" ? [] : ["no PDF"];
}

/** Moves over the middle of the shapes of a chart until a tip appears; its text, or null. */
export async function tipOf(page, figure) {
  await figure.scrollIntoViewIfNeeded();
  const places = await figure.evaluate((node) =>
    [...node.querySelectorAll(":is([aria-label=bar],[aria-label=rect],[aria-label=dot],[aria-label=cell],[aria-label=line]) :is(path,rect,circle)")]
      .map((shape) => {
        const box = shape.getBoundingClientRect();
        if (!shape.closest("[aria-label=line]")) return [box.x + box.width / 2, box.y + box.height / 2];
        const point = shape.getPointAtLength(shape.getTotalLength() / 3).matrixTransform(shape.getScreenCTM());
        return [point.x, point.y];
      })
      .filter(([, y]) => y > 0 && y < innerHeight)
      .slice(0, 12),
  );
  for (const [x, y] of places) {
    await page.mouse.move(x - 2, y - 1);
    await page.mouse.move(x, y);
    await settle(page);
    const text = await figure.evaluate((node) => [...node.querySelectorAll("[aria-label=tip] tspan")].map((line) => line.textContent).join(" "));
    if (text) return text;
  }
  return null;
}

export async function tipsShow({ page }) {
  const problems = [];
  const figures = page.locator("figure:has(.plot svg)");
  for (let at = 0; at < Math.min(await figures.count(), 24); at++) {
    if ((await tipOf(page, figures.nth(at))) === null) problems.push(`chart ${at + 1} shows nothing when hovered`);
  }
  return problems;
}

export async function background(page) {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

/** Everything that holds for any report. */
export const reportChecks = {
  "charts have marks": chartsHaveMarks,
  "numbers agree with the result": keysAgree,
  "hovering shows numbers": tipsShow,
  "fits phones and desks": fitsWidths,
  "prints": prints,
  "is quiet: no errors, no requests, no breaches": quiet,
};
