/** Understand: what is in each column, the role it plays, and how exposed the raw table is. */

import { element } from "../src/dom";
import { count, label } from "../src/text";
import { words } from "./api";
import { setPlan } from "./plan";
import { riskPanel } from "./risk_panel";
import { roleName, roles } from "./roles";
import { spark } from "./spark";
import type { Step } from "./step";
import { listen, now, roleOf } from "./store";
import { tableRows } from "./table_rows";
import type { InspectedColumn } from "./types";
import { button, card, notice, percent, redraw, say, select, warningItem } from "./widgets";

/** Rows of the table of columns that exist at once; a wide table shows more on request. */
const columnsAtOnce = 150;

const certainties: Record<string, string> = { sure: "sure", likely: "likely", guess: "a guess", given: "given" };

function suggestion(column: InspectedColumn): HTMLElement {
  return element(
    "p",
    { class: "suggestion" },
    element("b", {}, roleName(column.role)),
    column.certainty ? ` (${certainties[column.certainty] ?? column.certainty})` : "",
    column.reason ? `: ${label(column.reason, 240)}` : "",
  );
}

function columnRow(column: InspectedColumn): HTMLTableRowElement {
  const name = label(column.name, 80);
  const message = element("p", { class: "field-error", role: "alert" });
  const chosen = select(
    roles,
    roleOf(column.name),
    (value) => {
      message.textContent = "";
      say(`${name}: ${roleName(value)}`);
      setPlan({ [`attributes.${column.name}.role`]: value }).catch((error: unknown) => {
        message.textContent = words(error);
        chosen.value = roleOf(column.name);
      });
    },
    { "aria-label": `Role of ${name}`, "data-focus": `role-${column.name}` },
  );
  const accept = button(`Take ${roleName(column.role)}`, () => {
    chosen.value = column.role;
    chosen.dispatchEvent(new Event("change"));
    chosen.focus();
  }, { kind: "quiet", label: `Take the suggested role of ${name}: ${roleName(column.role)}` });
  accept.classList.add("take");
  const values = column.values;
  const row = element(
    "tr",
    { "data-role": roleOf(column.name), "data-column": column.name },
    element("th", { scope: "row" }, element("bdi", { class: "column-name" }, name), element("small", {}, [column.type, column.format && column.format !== `${column.type}s` && label(column.format, 60)].filter(Boolean).join(", "))),
    element("td", { class: "chart-cell" }, spark(column.name, values, column.type) ?? element("small", { class: "kept-back" }, values.distinct === 0 ? "no value" : "values are not shown")),
    element("td", { class: "role-cell" }, element("span", { class: "role-pick" }, element("i", { class: "role-mark", "aria-hidden": "true" }), chosen), suggestion(column), accept, message),
    element("td", { class: "number" }, values.missing === 0 ? "0" : element("span", {}, count(values.missing), element("small", {}, percent(values.missing / Math.max(1, values.rows), 2)))),
    element("td", { class: "number" }, count(values.distinct)),
  );
  accept.hidden = roleOf(column.name) === column.role;
  return row;
}

function refresh(body: HTMLElement, columns: Map<string, InspectedColumn>): void {
  for (const row of body.querySelectorAll<HTMLTableRowElement>("tr[data-column]")) {
    const name = row.dataset.column as string;
    const role = roleOf(name);
    row.dataset.role = role;
    const chosen = row.querySelector("select");
    if (chosen && chosen.value !== role) chosen.value = role;
    const take = row.querySelector<HTMLElement>(".take");
    if (take) take.hidden = role === columns.get(name)?.role;
  }
}

function columnsTable(columns: InspectedColumn[]): HTMLElement {
  const body = element("tbody");
  const byName = new Map(columns.map((column) => [column.name, column]));
  const more = element("p", { class: "more" });
  let shown = columnsAtOnce;
  let filter = "";
  const draw = (): void => {
    const matching = columns.filter((column) => column.name.toLowerCase().includes(filter));
    body.replaceChildren(...matching.slice(0, shown).map(columnRow));
    redraw(more, matching.length > shown ? button(`Show ${count(Math.min(columnsAtOnce, matching.length - shown))} more of ${count(matching.length)} columns`, () => { shown += columnsAtOnce; draw(); }) : null);
  };
  const find = element("input", { type: "search", "aria-label": "Find a column", placeholder: "Find a column", autocomplete: "off" });
  find.addEventListener("input", () => {
    filter = find.value.trim().toLowerCase();
    draw();
  });
  draw();
  const table = element(
    "table",
    { class: "columns" },
    element("caption", { class: "unseen" }, "Columns of the table and their roles"),
    element("thead", {}, element("tr", {}, ...["Column", "Values", "Role", "Missing", "Distinct"].map((name, at) => element("th", { scope: "col", class: at > 2 ? "number" : null }, name)))),
    body,
  );
  const root = element("div", { class: "columns-box" }, columns.length > 20 ? element("div", { class: "find" }, find) : null, table, more);
  root.addEventListener("refresh", () => refresh(body, byName));
  return root;
}

function counts(): HTMLElement {
  const line = element("p", { class: "role-counts" });
  const draw = (): void => {
    const columns = now().table?.columns ?? [];
    redraw(
      line,
      ...roles.flatMap((role) => {
        const of = columns.filter((name) => roleOf(name) === role.value).length;
        return of > 0 ? [element("span", { class: "role-count", "data-role": role.value, title: role.sentence ?? "" }, element("i", { class: "role-mark", "aria-hidden": "true" }), `${count(of)} ${of === 1 ? role.name.toLowerCase() : (role.several ?? role.name).toLowerCase()}`)] : [];
      }),
    );
  };
  draw();
  line.addEventListener("refresh", draw);
  return line;
}

function rowsDetails(): { root: HTMLElement; close(): void } {
  const { table } = now();
  let close = (): void => undefined;
  const details = element("details", { class: "rows-details" }, element("summary", {}, "Look at the rows"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1 || !table) return;
    const rows = tableRows(table, null);
    close = rows.close;
    details.append(rows.root);
  });
  return { root: details, close: () => close() };
}

/** What opening had to say: how the file was read, a plan that was set aside. */
function openingNotes(): HTMLElement[] {
  return now().opening.slice(0, 6).map((one) => notice("plain", warningItem(one)));
}

export const understandStep: Step = {
  id: "understand",
  name: "Understand",
  sentence: "Say what each column is. The suggestions come from names and values; only you know what others know.",
  show(host) {
    const { inspection } = now();
    if (!inspection) {
      host.append(notice("warn", "Nothing is known about this table yet."));
      return () => undefined;
    }
    const risk = riskPanel();
    const table = columnsTable(inspection.columns);
    const line = counts();
    const rows = rowsDetails();
    const legend = element("details", { class: "role-words" }, element("summary", {}, "What the roles mean"), element("dl", {}, ...roles.map((role) => element("div", { "data-role": role.value }, element("dt", {}, element("i", { class: "role-mark", "aria-hidden": "true" }), role.name), element("dd", {}, role.sentence ?? "")))));
    host.append(...openingNotes(), element("div", { class: "two understand-two" }, element("div", { class: "wide" }, line, card("Columns", table, legend), rows.root), element("aside", { "aria-label": "Risk" }, risk.root)));
    const end = listen(["plan"], () => {
      table.dispatchEvent(new Event("refresh"));
      line.dispatchEvent(new Event("refresh"));
    });
    return () => {
      end();
      risk.close();
      rows.close();
    };
  },
};
