/** A table of any length: only the rows in sight exist, and pages of them are fetched as they come. */

import { element } from "../src/dom";
import { count, label } from "../src/text";

export interface VirtualOptions<R> {
  name: string;
  columns: string[];
  rows: number;
  rowHeight: number;
  height: number;
  /** Rows from a place on; fewer at the end. */
  fetch(from: number, count: number): Promise<R[]>;
  /** The number before each row. */
  numberOf(row: R, at: number): number;
  cells(row: R): HTMLElement[];
}

const pageRows = 200;
const pagesKept = 40;
/** Taller elements than this are cut off by some browsers; longer tables scroll in larger steps. */
const tallest = 12_000_000;

export interface Virtual {
  root: HTMLElement;
  close(): void;
}

export function virtualTable<R>(options: VirtualOptions<R>): Virtual {
  const { rows, rowHeight } = options;
  const pages = new Map<number, R[] | "asked">();
  const head = element(
    "div",
    { role: "row", class: "vrow vhead", "aria-rowindex": 1 },
    element("div", { role: "columnheader", class: "vnumber" }, "Row"),
    ...options.columns.map((name) => element("div", { role: "columnheader", class: "vcell", title: label(name) }, element("bdi", {}, label(name, 60)))),
  );
  const body = element("div", { class: "vbody", role: "rowgroup" });
  const spacer = element("div", { class: "vspacer", role: "presentation" });
  const window_ = element("div", { class: "vwindow", role: "presentation" }, element("div", { role: "rowgroup", class: "vheadgroup" }, head), body);
  const scroll = element(
    "div",
    { class: "virtual", tabindex: 0, role: "table", "aria-label": options.name, "aria-rowcount": rows + 1, "aria-colcount": options.columns.length + 1 },
    window_,
    spacer,
  );
  const headHeight = 34;
  const seen = Math.max(1, Math.ceil((options.height - headHeight) / rowHeight));
  const full = Math.min(tallest, rows * rowHeight + headHeight + 16);
  scroll.style.height = `${Math.min(options.height, rows * rowHeight + headHeight + 18)}px`;
  spacer.style.height = `${Math.max(0, full - Math.min(options.height, rows * rowHeight + headHeight + 18))}px`;
  let closed = false;
  let frame = 0;

  const rowElement = (at: number): HTMLElement => {
    const page = pages.get(Math.floor(at / pageRows));
    const row = Array.isArray(page) ? page[at % pageRows] : undefined;
    const made = element("div", { role: "row", class: row ? "vrow" : "vrow waiting", "aria-rowindex": at + 2 });
    made.style.height = `${rowHeight}px`;
    if (!row) made.append(element("div", { role: "cell", class: "vnumber" }, count(at + 1)), element("div", { role: "cell", class: "vcell" }, "…"));
    else made.append(element("div", { role: "cell", class: "vnumber" }, count(options.numberOf(row, at))), ...options.cells(row));
    return made;
  };

  const forget = (near: number): void => {
    if (pages.size <= pagesKept) return;
    const far = [...pages.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
    for (const page of far.slice(0, pages.size - pagesKept)) pages.delete(page);
  };

  const want = (page: number): void => {
    if (pages.has(page) || page * pageRows >= rows) return;
    pages.set(page, "asked");
    options
      .fetch(page * pageRows, Math.min(pageRows, rows - page * pageRows))
      .then((found) => {
        pages.set(page, found);
        forget(page);
        if (!closed) draw();
      })
      .catch(() => pages.delete(page));
  };

  const draw = (): void => {
    const room = scroll.scrollHeight - scroll.clientHeight;
    const most = Math.max(0, rows - seen + 1);
    const place = room > 0 ? (scroll.scrollTop / room) * most : 0;
    const first = Math.min(Math.floor(place), Math.max(0, rows - 1));
    const last = Math.min(rows, first + seen + 1);
    want(Math.floor(first / pageRows));
    want(Math.floor(Math.max(0, last - 1) / pageRows));
    body.replaceChildren(...Array.from({ length: last - first }, (_, at) => rowElement(first + at)));
    body.style.transform = `translateY(${-Math.round((place - first) * rowHeight)}px)`;
    window_.style.height = `${scroll.clientHeight}px`;
  };

  scroll.addEventListener("scroll", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  });
  requestAnimationFrame(draw);
  return {
    root: scroll,
    close() {
      closed = true;
      cancelAnimationFrame(frame);
    },
  };
}
