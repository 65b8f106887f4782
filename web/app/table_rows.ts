/** The rows of a table as they are, in the virtual table. */

import { element } from "../src/dom";
import { count, label } from "../src/text";
import { get } from "./api";
import { virtualTable } from "./virtual";

/** More columns than these are not shown. */
const mostColumns = 100;

export interface TableRows {
  root: HTMLElement;
  close(): void;
}

/** `of`: which table, as the call for its rows names it; null: the one that is open. */
export function tableRows(table: { rows: number; columns: string[] }, of: "opening" | null): TableRows {
  const columns = table.columns.slice(0, mostColumns);
  const rows = virtualTable<(string | null)[]>({
    name: "Rows of the table",
    columns,
    rows: table.rows,
    rowHeight: 30,
    height: 420,
    fetch: async (from, many) => (await get<{ rows: (string | null)[][] }>(`/rows?from=${from}&count=${many}${of ? `&of=${of}` : ""}`)).rows,
    numberOf: (_, at) => at + 1,
    cells: (row) => columns.map((_, at) => element("div", { role: "cell", class: row[at] === null || row[at] === undefined ? "vcell none" : "vcell" }, element("bdi", {}, label(row[at] ?? "no value", 80)))),
  });
  const cut = table.columns.length > columns.length ? element("p", { class: "help" }, `The first ${columns.length} of ${count(table.columns.length)} columns.`) : null;
  return { root: element("div", {}, cut, rows.root), close: rows.close };
}
