import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { launch, open, reportChecks } from "./browser.mjs";

const files = process.argv.slice(2);
let shots = null;
if (files[0] === "--screenshots") {
  shots = files[1];
  files.splice(0, 2);
  mkdirSync(shots, { recursive: true });
}
if (files.length === 0) {
  console.error("usage: tests/web/open [--screenshots FOLDER] REPORT.html...");
  process.exit(2);
}

const looks = [
  ["phone", 390, 844, "light"],
  ["phone-dark", 390, 844, "dark"],
  ["desk", 1280, 900, "light"],
  ["desk-dark", 1280, 900, "dark"],
];

async function screenshots(browser, file) {
  const name = basename(file, ".html");
  for (const [look, width, height, colorScheme] of looks) {
    const { page, context } = await open(browser, file, { viewport: { width, height }, colorScheme });
    const tall = Math.min(15000, await page.evaluate(() => document.documentElement.scrollHeight));
    await page.screenshot({ path: join(shots, `${name}-${look}.png`), fullPage: true, clip: { x: 0, y: 0, width, height: tall } });
    if (look === "desk-dark") await page.pdf({ path: join(shots, `${name}.pdf`), format: "A4" });
    await context.close();
  }
}

let failed = 0;
const browser = await launch();
for (const file of files) {
  const opened = await open(browser, file);
  for (const [name, check] of Object.entries(reportChecks)) {
    const problems = await check(opened).catch((error) => [error.message]);
    for (const problem of problems) console.log(`# ${problem}`);
    console.log(`${problems.length === 0 ? "ok" : "not ok"} ${basename(file)}: ${name}`);
    if (problems.length > 0) failed++;
  }
  await opened.context.close();
  if (shots) await screenshots(browser, file);
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
