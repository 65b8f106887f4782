// node screenshots.mjs SHOAL FOLDER: each step in light, some in dark and on a tablet.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch, resize, settle } from "../web/browser.mjs";
import { answered, serve, step, visit } from "./server.mjs";

const shoal = resolve(process.argv[2]);
const folder = process.argv[3];
const work = mkdtempSync(join(tmpdir(), "shoal-pictures-"));
const people = join(work, "people.csv");
execFileSync(shoal, ["sample", "--rows", "10000", "--seed", "1", "-o", people]);
mkdirSync(join(work, "people.project"));
writeFileSync(
  join(work, "people.project", "plan.yaml"),
  readFileSync(join(work, "people.plan.yaml"), "utf8").replace("people.hierarchies", join(work, "people.hierarchies")).replace("income:\n    role: plain", "income:\n    role: sensitive"),
);
const server = await serve(shoal, [people, "--folder", work]);
const browser = await launch();
const { page, context } = await visit(browser, server, { reducedMotion: "reduce" });

async function picture(name) {
  await page.mouse.move(0, 0);
  await settle(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function theme(colorScheme) {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForSelector(`html[data-theme=${colorScheme}]`);
}

await page.waitForFunction(() => document.querySelector(".rail a[href='#ask']") !== null);
await step(page, "open");
await page.locator(".file").first().waitFor();
await picture("01-open");
await step(page, "understand");
await page.locator(".risk[aria-busy=false] .verdict-line").waitFor();
await picture("02-understand");
await theme("dark");
await picture("03-understand-dark");
await theme("light");
await step(page, "generalize");
await page.locator('[role=tab][data-column="education"]').click();
await page.locator("[role=treeitem]", { hasText: "bachelor" }).first().waitFor();
await picture("04-generalize");
await step(page, "ask");
await answered(page);
await picture("05-ask");
await theme("dark");
await picture("06-ask-dark");
await theme("light");
await page.getByRole("button", { name: "Keep for comparing" }).click();
await page.getByRole("button", { name: /Kept for comparing/ }).waitFor();
await page.getByLabel("k: the smallest group, exact").fill("10");
await answered(page, 10);
await page.getByRole("button", { name: "Keep for comparing" }).click();
await page.getByRole("button", { name: /Kept for comparing/ }).waitFor();
await step(page, "compare");
await page.waitForFunction(() => document.querySelectorAll(".side-by-side thead th").length > 1 && [...document.querySelectorAll(".side-by-side tbody td")].every((cell) => cell.textContent !== "…"));
await page.locator(".before-after .changed").first().waitFor();
await picture("07-compare");
const tradeOff = page.locator("section", { has: page.locator("h2", { hasText: "The trade-off" }) });
await tradeOff.getByRole("button", { name: "Explore", exact: true }).click();
await tradeOff.locator(".grid td .button").first().waitFor();
const front = page.locator("section", { has: page.locator("h2", { hasText: "Several aims at once" }) });
await front.getByRole("button", { name: "Search the front" }).click();
await front.locator(".front-points tbody tr").first().waitFor();
await resize(page, { width: 1280, height: 1500 });
await tradeOff.evaluate((node) => window.scrollTo(0, node.getBoundingClientRect().top + scrollY - 70));
await picture("08-trade-off");
await resize(page, { width: 1280, height: 900 });
await step(page, "release");
await page.locator(".release-summary").waitFor();
await page.locator(".candidates-choice .choice").first().click();
for (let box; (box = page.locator(".concern input:not(:checked)").first()) && (await box.count()) > 0; ) await box.click();
await page.locator(".release-about").getByRole("button", { name: "Release", exact: true }).click();
await page.locator(".released").waitFor();
await picture("09-release");
await resize(page, { width: 820, height: 1180 });
await step(page, "ask");
await page.locator(".outcome .levels").waitFor();
await picture("10-ask-tablet");
await context.close();
await browser.close();
await server.stop();
rmSync(work, { recursive: true, force: true });
