/** Shows the document embedded in the page. */

import { claimBlock, linkBlock, tableBlock, textBlock, verdictCard } from "./blocks";
import { element } from "./dom";
import { figureBlock, drawFigures } from "./figure";
import { label, setDigits, visible } from "./text";
import { themeButton } from "./theme";
import type { Block, ReportDocument, Section } from "./types";

const kinds: Record<string, string> = {
  release: "Release report",
  assessment: "Assessment",
  inspection: "Inspection",
  experiment: "Experiment",
  index: "Experiments",
};

function embedded(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

function show(block: Block): HTMLElement {
  switch (block.type) {
    case "text":
      return textBlock(block);
    case "link":
      return linkBlock(block);
    case "claim":
      return claimBlock(block);
    case "table":
      return tableBlock(block);
    default:
      return figureBlock(block);
  }
}

/** A prefix keeps the ids of sections apart from the ids of the page. */
function anchor(section: Section, index: number): string {
  return `s-${section.id.replace(/[^A-Za-z0-9_-]/g, "-") || index}`;
}

function showSection(section: Section, index: number): HTMLElement {
  const id = anchor(section, index);
  return element(
    "section",
    section.title ? { id, "aria-labelledby": `${id}-title` } : { id },
    section.title && element("h2", { id: `${id}-title` }, label(section.title)),
    ...section.blocks.map(show),
  );
}

function contents(sections: Section[]): HTMLElement | null {
  const links = sections.flatMap((section, index) =>
    section.title ? [element("li", {}, element("a", { href: `#${anchor(section, index)}` }, label(section.title, 60)))] : [],
  );
  if (links.length < 2) return null;
  return element("nav", { class: "contents", "aria-label": "Contents" }, element("p", {}, "Contents"), element("ol", {}, ...links));
}

/** The result as the program wrote it, formatted only when the reader opens it. */
function resultDetails(result: unknown): HTMLElement | null {
  if (result === null || result === undefined) return null;
  const details = element("details", { class: "result" }, element("summary", {}, "The result as JSON"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.querySelector("pre")) return;
    const text = JSON.stringify(result, null, 2);
    const limit = 200_000;
    details.append(element("pre", { tabindex: 0 }, text.length > limit ? `${text.slice(0, limit)}\n…` : text));
  });
  return details;
}

function showPage(page: ReportDocument, result: unknown): void {
  document.title = visible(page.title);
  setDigits(page.kind === "experiment" || page.kind === "index" ? 6 : 3);
  const nav = contents(page.sections);
  const target = document.getElementById("page") as HTMLElement;
  target.className = nav ? "page with-contents" : "page";
  const sections = page.sections.map(showSection);
  target.replaceChildren(
    element(
      "header",
      {},
      element("div", { class: "top" }, element("p", { class: "kind" }, element("span", { class: "brand" }, "Shoal"), kinds[page.kind] ?? "Report"), themeButton()),
      element("h1", {}, label(page.title)),
    ),
    ...(nav ? [nav] : []),
    element("main", {}, page.verdict && verdictCard(page.verdict, page.summary ?? [], page.kind), ...sections, resultDetails(result)),
    element("footer", {}, element("p", {}, "Made by Shoal. This file is complete in itself: it loads nothing and sends nothing.")),
  );
  drawFigures();
}

showPage(embedded("document") as ReportDocument, embedded("result"));
