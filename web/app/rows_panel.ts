/** Rows of a candidate, before → after, with the changed cells marked. */

import { element } from "../src/dom";
import { label } from "../src/text";
import { get, part } from "./api";
import { candidateName } from "./candidates_panel";
import { now } from "./store";
import type { Candidate } from "./types";
import { failure, notice, redraw } from "./widgets";
import { virtualTable, type Virtual } from "./virtual";

interface Row {
  row: number;
  before: (string | null)[];
  after: (string | null)[];
}

interface Page {
  columns: string[];
  rows: Row[];
}

const columnsShown = 60;

function cell(before: string | null | undefined, after: string | null | undefined): HTMLElement {
  const text = (value: string | null | undefined): string => (value === null || value === undefined ? "no value" : label(value, 60));
  const same = before === undefined || before === after;
  if (same) return element("div", { role: "cell", class: after === null ? "vcell none" : "vcell" }, element("bdi", {}, text(after)));
  return element(
    "div",
    { role: "cell", class: "vcell changed" },
    element("bdi", { class: "before" }, text(before)),
    element("span", { class: "unseen" }, " became "),
    element("bdi", { class: "after" }, text(after)),
  );
}

export function rowsPanel(): { root: HTMLElement; show(one: Candidate | null): void; close(): void } {
  const root = element("div", { class: "before-after" });
  let table: Virtual | null = null;
  let shown: string | null = null;
  const show = async (one: Candidate | null): Promise<void> => {
    if (one?.id === shown) return;
    shown = one?.id ?? null;
    table?.close();
    table = null;
    if (!one) return redraw(root);
    if (!one.has_rows) return redraw(root, notice("plain", "The rows of this candidate are no longer kept. Ask for it again to look at them."));
    const path = `/candidates/${part(one.id)}/rows`;
    try {
      const first = await get<Page>(`${path}?from=0&count=1`);
      if (shown !== one.id) return;
      const columns = first.columns.slice(0, columnsShown);
      table = virtualTable<Row>({
        name: `Rows of ${label(candidateName(one), 60)}, before and after`,
        columns,
        rows: one.result?.rows ?? now().table?.rows ?? first.rows.length,
        rowHeight: 44,
        height: 480,
        fetch: async (from, count) => (await get<Page>(`${path}?from=${from}&count=${count}`)).rows,
        numberOf: (row) => row.row + 1,
        cells: (row) => columns.map((_, at) => cell(row.before[at], row.after[at])),
      });
      redraw(root, element("p", { class: "help" }, "Above, what the table has; below, what the release has. Cells that stay are shown once.", first.columns.length > columns.length ? ` The first ${columns.length} columns.` : ""), table.root);
    } catch (error) {
      if (shown === one.id) redraw(root, failure(error));
    }
  };
  return { root, show: (one) => void show(one), close: () => table?.close() };
}
