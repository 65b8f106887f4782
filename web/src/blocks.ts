/** All blocks of a section except charts. */

import { element, icon } from "./dom";
import { icons } from "./icons";
import { count, label, number, shorten, visible } from "./text";
import type { Cell, ClaimBlock, Group, Item, LinkBlock, TableBlock, TextBlock, Tone, Verdict } from "./types";

type Word = "plain" | "good" | "warn" | "bad";

const tableWords: Record<Word, string> = { plain: "No finding", good: "Protected", warn: "Caution", bad: "Not protected" };
const paperWords: Record<Word, string> = { plain: "Note", good: "Holds", warn: "Holds in part", bad: "Does not hold" };

/** Items of a group that are shown at once; the others unfold. */
const itemsShown = 9;

/** Advice that several items in a row share is given once, by the last of them. */
function groupItem(item: Item, at: number, all: Item[]): HTMLElement {
  const tone = item.tone === "good" || item.tone === "warn" || item.tone === "bad" ? item.tone : null;
  return element(
    "li",
    { class: tone ?? "plain" },
    tone && icon(icons[tone]),
    element(
      "span",
      {},
      item.name && element("b", {}, label(item.name, 1000), ": "),
      (item.text ?? "").replace(/(\d) %/g, "$1\u00a0%"),
      item.advice && item.advice !== all[at + 1]?.advice && element("em", { class: "advice" }, item.advice),
    ),
  );
}

function groupBlock(group: Group): HTMLElement {
  const items = group.items.map(groupItem);
  const rest = items.length > itemsShown + 1 ? items.splice(itemsShown) : [];
  return element(
    "div",
    { class: `group ${group.id}`, id: `summary-${group.id}` },
    element("h3", {}, group.title),
    element("ul", {}, ...items),
    rest.length > 0 && element("details", {}, element("summary", {}, `and ${count(rest.length)} more`), element("ul", {}, ...rest)),
  );
}

export function verdictCard(verdict: Verdict, groups: Group[], kind: string): HTMLElement {
  const tone = verdict.tone === "code" ? "plain" : verdict.tone;
  const words = kind === "experiment" || kind === "index" ? paperWords : tableWords;
  return element(
    "section",
    { class: `verdict ${tone}`, "aria-labelledby": "verdict" },
    element("p", { class: "word" }, icon(icons[tone]), words[tone]),
    element("h2", { id: "verdict" }, verdict.headline ?? ""),
    verdict.sentences.length > 0 && element("ul", { class: "sentences" }, ...verdict.sentences.map((sentence) => element("li", {}, sentence))),
    groups.length > 0 && element("div", { class: "groups" }, ...groups.map(groupBlock)),
  );
}

const noteWords: Partial<Record<Tone, string>> = { good: "Good", warn: "Caution", bad: "Problem" };

export function textBlock(block: TextBlock): HTMLElement {
  if (block.tone === "code") return element("pre", { tabindex: 0 }, element("code", {}, block.text));
  const word = noteWords[block.tone];
  if (!word) return element("p", {}, block.text);
  const tone = block.tone as "good" | "warn" | "bad";
  return element("p", { class: `note ${tone}` }, icon(icons[tone]), element("span", {}, element("b", {}, `${word}: `), block.text));
}

/** Allows links to pages next to this one and to the web, but none that run a script. */
function safeAddress(href: string): string | null {
  if (/^https?:\/\//i.test(href)) return href;
  return /^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(href.trim()) ? null : href;
}

export function linkBlock(block: LinkBlock): HTMLElement {
  const text = block.label || block.href;
  const href = safeAddress(block.href);
  if (href === null) return element("p", {}, text);
  return element("p", { class: "link" }, element("a", { href, rel: "noreferrer" }, text, icon(icons.link)));
}

export function claimBlock(block: ClaimBlock): HTMLElement {
  const verdict = block.verdict === "holds" || block.verdict === "fails" ? block.verdict : "untested";
  return element(
    "article",
    { class: `claim ${verdict}` },
    element("p", { class: "badge" }, icon(icons[verdict]), verdict),
    element("blockquote", {}, element("p", {}, block.sentence)),
    block.detail && element("p", { class: "detail" }, block.detail),
  );
}

/** Longer text may break inside words; its column has a minimum width. */
const longText = 24;

function cellClass(text: string, right: boolean): string | false {
  return [right && "number", text.length > longText && "long"].filter(Boolean).join(" ") || false;
}

function cell(value: Cell | undefined, right: boolean, heading: boolean): HTMLTableCellElement {
  const attributes: Record<string, string | false> = {};
  if (heading) attributes.scope = "row";
  let shown: string;
  if (value !== null && typeof value === "object") {
    shown = value.shown ?? number(value.value);
    attributes["data-value"] = value.value === null ? "" : String(value.value);
    if (value.key !== undefined) attributes["data-key"] = value.key;
  } else {
    /* The writer has cut values of the data; what is longer is a sentence of the report. */
    shown = visible(value ?? "");
  }
  attributes.class = cellClass(shown, right);
  return element(heading ? "th" : "td", attributes, element("bdi", {}, shown));
}

/** Shows a hint below a table while the table is wider than the page. */
function markWide(table: HTMLElement, scroll: HTMLElement): void {
  new ResizeObserver(() => table.classList.toggle("wide", scroll.scrollWidth > scroll.clientWidth + 1)).observe(scroll);
}

/** A table that scrolls on its own. A first column of text is the heading of its row. */
export function tableBlock(block: Pick<TableBlock, "caption" | "columns" | "rows" | "more" | "moreColumns">): HTMLElement {
  const named = block.columns[0]?.number === false && block.columns.length > 1;
  const head = element(
    "tr",
    {},
    ...block.columns.map((column) => {
      const name = shorten(visible(column.name ?? ""), 120);
      return element("th", { scope: "col", class: cellClass(name, column.number) }, name);
    }),
  );
  const rows = block.rows.map((row) =>
    element("tr", {}, ...block.columns.map((column, at) => cell(row[at], column.number, named && at === 0))),
  );
  if (rows.length === 0)
    rows.push(element("tr", {}, element("td", { colspan: Math.max(1, block.columns.length), class: "none" }, "No rows")));
  const rest = [
    block.more ? `… and ${count(block.more)} more row${block.more === 1 ? "" : "s"}` : "",
    block.moreColumns ? `${count(block.moreColumns)} more column${block.moreColumns === 1 ? "" : "s"} not shown` : "",
  ].filter(Boolean);
  const caption = block.caption ? visible(block.caption) : "";
  const scroll = element(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption || "Table" },
    element(
      "table",
      {},
      caption ? element("caption", {}, caption) : null,
      element("thead", {}, head),
      element("tbody", {}, ...rows),
    ),
  );
  const table = element(
    "div",
    { class: "table" },
    scroll,
    element("p", { class: "sideways", "aria-hidden": "true" }, "Scroll sideways for more →"),
    rest.length > 0 && element("p", { class: "rest" }, rest.join("; ")),
  );
  markWide(table, scroll);
  return table;
}
