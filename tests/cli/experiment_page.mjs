// What the page of an experiment holds: node experiment_page.mjs PAGE.html
//
// Prints its verdict and every figure with its charts; fails when the document is not valid, a
// figure of the paper that is said to be drawn has no chart, or a chart has nothing to draw.
import { readFileSync } from "node:fs";

const html = readFileSync(process.argv[2], "utf8");
const embedded = (id) => {
  const found = html.match(new RegExp(`<script type="application/json" id="${id}">([^<]*)</script>`));
  if (!found) throw new Error(`no ${id} in the page`);
  return JSON.parse(found[1]);
};
const problems = [];

function isFigure(block) {
  return ["chart", "boxes", "heat"].includes(block.type);
}

function describe(block) {
  if (block.type === "boxes") {
    if (block.boxes.length === 0) problems.push(`no box in "${block.title}"`);
    return "boxes";
  }
  const series = block.parts.filter((part) => part.is === "series");
  const drawn = series.filter((each) => each.y?.some((y) => y !== null));
  for (const each of series) {
    const places = each.x ?? each.names;
    for (const other of [each.y, each.low, each.high, each.notes])
      if (other && other.length !== places.length)
        problems.push(`"${each.name}" of "${block.title}" is uneven`);
  }
  if (drawn.length === 0) problems.push(`nothing to draw in "${block.title}"`);
  return `${block.kind}, ${series.length} series`;
}

const page = embedded("document");
const result = embedded("result");
console.log(`${page.kind}: ${page.title}`);
console.log(page.verdict.headline);
const ids = page.sections.map((section) => section.id);
for (const id of ids)
  if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`two sections are called ${id}`);

const listed = page.sections.find((section) => section.id === "figures");
for (const [name, , where] of listed?.blocks[0].rows ?? []) {
  const section = page.sections.find((each) => each.title === name);
  console.log(`${name}${section ? "" : `: ${where}`}`);
  if (where.startsWith("drawn") !== (section !== undefined)) problems.push(`${name} is not drawn`);
  const figures = section?.blocks.filter(isFigure) ?? [];
  const leftOut = section?.blocks.find((block) => block.tone === "warn")?.text;
  if (leftOut) console.log(`  ${leftOut}`);
  else if (section && figures.length === 0) problems.push(`${name} has no chart`);
  for (const block of figures) console.log(`  ${block.title} (${describe(block)})`);
  const claims = section?.blocks.filter((block) => block.type === "claim") ?? [];
  if (section) console.log(`  claims: ${claims.length}`);
}

const claims = page.sections.find((section) => section.id === "claims")?.blocks ?? [];
const plain = (words) => words.replaceAll("`", "").replaceAll("**", "");
for (const [i, each] of (result?.claims ?? []).entries()) {
  const shown = claims[i];
  const verdict = each.verdict === "not tested" ? "untested" : each.verdict;
  if (shown?.sentence !== plain(each.claim) || shown.verdict !== verdict || shown.detail !== plain(each.detail))
    problems.push(`"${each.claim}" differs from the result's`);
}
if (result && claims.length !== result.claims.length) problems.push("claims are missing");

for (const problem of problems) console.log(`problem: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
