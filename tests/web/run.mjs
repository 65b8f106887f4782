import { statSync } from "node:fs";
import { join } from "node:path";
import { background, launch, open, reportChecks, resize, settle, tipOf } from "./browser.mjs";

const folder = process.argv[2];
const file = (name) => join(folder, `${name}.html`);
const browser = await launch();
let failed = 0;

/** One case: `check` returns what is wrong. */
async function test(name, check) {
  const problems = (await check().catch((error) => [error.message])) ?? [];
  for (const problem of problems) console.log(`# ${problem}`);
  console.log(`${problems.length === 0 ? "ok" : "not ok"} ${name}`);
  if (problems.length > 0) failed++;
}

/** The same with a page of its own. */
function testPage(name, page, options, check) {
  return test(name, async () => {
    const opened = await open(browser, file(page), options);
    const problems = await check(opened);
    await opened.context.close();
    return problems;
  });
}

const expect = (condition, otherwise) => (condition ? [] : [otherwise]);
const texts = (page, selector) => page.locator(selector).allTextContents();

// ---- What holds for every report ----

for (const name of ["everything", "hostile", "large", "empty"]) {
  const opened = await open(browser, file(name));
  for (const [what, check] of Object.entries(reportChecks)) await test(`${name}: ${what}`, () => check(opened));
  await opened.context.close();
}

// ---- Everything ----

await testPage("every kind of block is there", "everything", {}, async ({ page }) => {
  const counts = { ".verdict": 1, ".note": 3, pre: 1, ".link a": 1, ".claim": 3, table: 1, "figure.chart": 7, "figure.boxes": 1, "figure.heat": 2, "figure.lattice": 1 };
  const problems = [];
  for (const [selector, count] of Object.entries(counts)) {
    const found = await page.locator(selector).count();
    if (found !== count) problems.push(`${selector}: ${found} instead of ${count}`);
  }
  return problems;
});

await testPage("hovering a point shows its note", "everything", {}, async ({ page }) => {
  const tip = await tipOf(page, page.locator("figure", { hasText: "The front" }));
  return expect(/point \d+: k 5/.test(tip ?? ""), `shown: ${tip}`);
});

await testPage("what is shown lies on the colour of the page", "everything", { colorScheme: "dark" }, async ({ page }) => {
  const figure = page.locator("figure", { hasText: "The front" });
  await tipOf(page, figure);
  const fill = await figure.locator("[aria-label=tip] path").first().evaluate((path) => getComputedStyle(path).fill);
  const surface = await figure.evaluate((node) => getComputedStyle(node).backgroundColor);
  return expect(fill === surface, `${fill} on ${surface}`);
});

await testPage("a touch shows it too", "everything", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async ({ page }) => {
  const figure = page.locator("figure", { hasText: "The front" });
  await figure.scrollIntoViewIfNeeded();
  const box = await figure.locator("[aria-label=dot] path, [aria-label=dot] circle").nth(3).boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await settle(page);
  const tip = (await figure.locator("[aria-label=tip] tspan").allTextContents()).join(" ");
  return expect(/point \d+/.test(tip), `shown: ${tip}`);
});

await testPage("the button changes the theme", "everything", { colorScheme: "light" }, async ({ page }) => {
  const light = await background(page);
  await page.getByRole("button", { name: "Switch to dark colours" }).click();
  const dark = await background(page);
  await page.getByRole("button", { name: "Switch to light colours" }).click();
  return [...expect(light !== dark, "the background stays"), ...expect((await background(page)) === light, "no way back")];
});

await testPage("the theme follows the system", "everything", { colorScheme: "light" }, async ({ page }) => {
  const light = await background(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForSelector("html[data-theme=dark]");
  return expect(light !== (await background(page)), "the background stays");
});

await testPage("paper is light, whatever the theme", "everything", { colorScheme: "dark" }, async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const hidden = await page.locator(".theme").isHidden();
  return [...expect((await background(page)) === "rgb(255, 255, 255)", "dark paper"), ...expect(hidden, "a button on paper")];
});

for (const colorScheme of ["light", "dark"]) {
  await testPage(`text stands out enough: ${colorScheme}`, "everything", { colorScheme }, ({ page }) =>
    page.evaluate(() => {
      const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
      const light = ([r, g, b]) =>
        [r, g, b]
          .map((c) => c / 255)
          .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
          .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
      const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
          const colour = parse(getComputedStyle(at).backgroundColor);
          if (colour.length < 4 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
      };
      const found = new Set();
      for (const element of document.querySelectorAll("p, h1, h2, h3, li, td, th, a, b, summary, caption, code, .badge, .brand")) {
        const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) found.add(`${element.tagName} ${element.className}: ${ratio.toFixed(2)}`);
      }
      return [...found];
    }),
  );
}

await testPage("the numbers of a chart can be read", "everything", {}, async ({ page }) => {
  const problems = [];
  for (const details of await page.locator("figure details").all()) {
    await details.locator("summary").click();
    await details.locator("tbody tr").first().waitFor().catch(() => problems.push("a chart without numbers"));
  }
  return problems;
});

await testPage("charts are drawn again for another width", "everything", {}, async ({ page }) => {
  const width = () => page.locator("figure svg").first().getAttribute("width");
  const wide = await width();
  await resize(page, { width: 500, height: 800 });
  return expect(Number(await width()) < Number(wide), `still ${wide}`);
});

await testPage("landmarks, headings and headers", "everything", {}, async ({ page }) => {
  const problems = [];
  for (const selector of ["header", "nav[aria-label]", "main", "footer", "h1", "th[scope=col]", "th[scope=row]", "svg[aria-label][role=img]"])
    problems.push(...expect((await page.locator(selector).count()) > 0, `no ${selector}`));
  return problems;
});

await test("a report is small", async () => expect(statSync(file("everything")).size < 700_000, `${statSync(file("everything")).size} bytes`));

await test("without scripts it says what is needed", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`file://${file("everything")}`);
  const text = await page.locator("body").innerText();
  await context.close();
  return expect(text.includes("Please allow scripts"), `shown: ${text.slice(0, 100)}`);
});

await testPage("no other script runs", "everything", {}, async ({ page }) => {
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.broken = 1";
    document.body.append(script);
  });
  await settle(page);
  const ran = await page.evaluate(() => window.broken);
  return [...expect(ran === undefined, "it ran"), ...expect((await page.evaluate(() => window.breaches.length)) > 0, "no breach reported")];
});

// ---- Hostile strings ----

await testPage("hostile strings stay text", "hostile", {}, async ({ page }) => {
  const found = await page.evaluate(() => ({
    broken: window.broken,
    strange: [...document.querySelectorAll("img, iframe, object, embed, form, link, base, style ~ style")].length,
    scripts: document.querySelectorAll("script").length,
    links: [...document.querySelectorAll("a[href]")].map((a) => a.href).filter((href) => /^(javascript|data|vbscript):/i.test(href)),
    text: document.body.innerText,
  }));
  return [
    ...expect(found.broken === undefined, "a string ran"),
    ...expect(found.strange === 0, "a string became an element"),
    ...expect(found.scripts === 3, `${found.scripts} scripts`),
    ...expect(found.links.length === 0, `links: ${found.links}`),
    ...expect(found.text.includes("</script><script>window.broken = 1</script>"), "not shown as text"),
    ...expect(found.text.includes("⟨U+202E⟩reversed"), "the direction is turned"),
    ...expect(!found.text.includes("\u202e"), "a control character came through"),
  ];
});

await testPage("values of a megabyte are cut and say so", "hostile", {}, async ({ page }) => {
  const cells = await texts(page, "td, th");
  const longest = Math.max(...cells.map((text) => text.length));
  return [
    ...expect(longest < 260, `a cell of ${longest} characters`),
    ...expect(cells.some((text) => text.includes("(1048576 characters)")), "no length stated"),
  ];
});

// ---- A lot, and nothing ----

await testPage("long tables and series are cut and say so", "large", {}, async ({ page }) => {
  const rest = (await texts(page, ".rest")).join("\n");
  const rows = await page.locator("table").first().locator("tbody tr").count();
  return [
    ...expect(rows === 200, `${rows} rows`),
    ...["… and 9,800 more rows", "9,940 more columns not shown", "2,000 of 10,000 points are drawn.", "60 of 10,000 categories are drawn.", "40 of 100 rows are drawn."].flatMap(
      (sentence) => expect(rest.includes(sentence), `not said: ${sentence}`),
    ),
  ];
});

await testPage("nothing is said to be nothing", "empty", {}, async ({ page }) => {
  const said = await texts(page, "figure .none");
  const figures = await page.locator("figure").count();
  return expect(figures === 15 && said.length === figures, `${said.length} of ${figures} say it`);
});

await browser.close();
process.exit(failed === 0 ? 0 : 1);
