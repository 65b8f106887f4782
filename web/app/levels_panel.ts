/** How far a column may be generalized, how much it counts, and the order of its values. */

import { element } from "../src/dom";
import { label } from "../src/text";
import { words } from "./api";
import { setPlan } from "./plan";
import { attribute } from "./store";
import type { Hierarchy } from "./types";
import { button, field, select } from "./widgets";

/** As the plan writes lists of values: `|` between them, a backslash before | and \. */
export function writeOrder(values: string[]): string {
  return values.map((value) => value.replace(/[\\|]/g, (c) => `\\${c}`)).join("|");
}

export function readOrder(text: string): string[] {
  const values: string[] = [""];
  for (let at = 0; at < text.length; at++) {
    const c = text[at] as string;
    if (c === "|") values.push("");
    else values[values.length - 1] += c === "\\" && at + 1 < text.length ? (text[++at] as string) : c;
  }
  return text === "" ? [] : values;
}

export function levelsPanel(name: string, found: Hierarchy): HTMLElement {
  const message = element("p", { class: "field-error", role: "alert" });
  const set = (key: string, value: string | null): void => {
    message.textContent = "";
    setPlan({ [`attributes.${name}.${key}`]: value }).catch((error: unknown) => {
      message.textContent = words(error);
    });
  };
  const names = Array.from({ length: found.height + 1 }, (_, level) => ({
    value: String(level),
    name: `${level}${level === 0 ? ": as it is" : `: such as ${label(found.values[0]?.labels[level] ?? "", 24)}`}`,
  }));
  const lowest = select(names, attribute(name, "min_level") ?? "0", (value) => set("min_level", value === "0" ? null : value));
  const highest = select(names, attribute(name, "max_level") ?? String(found.height), (value) => set("max_level", value === String(found.height) ? null : value));
  const weight = element("input", { type: "number", min: 0.1, step: 0.5, value: attribute(name, "weight") ?? "1" });
  weight.addEventListener("change", () => set("weight", weight.value === "" || Number(weight.value) === 1 ? null : weight.value));
  const order = element("textarea", { rows: 6, spellcheck: "false" });
  order.value = readOrder(attribute(name, "order") ?? "").join("\n");
  const keepOrder = button("Keep this order", () => {
    const values = order.value.split("\n").filter((line) => line !== "");
    set("order", values.length === 0 ? null : writeOrder(values));
  });
  const fill = button("Fill with the values", () => {
    order.value = found.values.map((value) => value.labels[0] ?? "").join("\n");
  }, { kind: "quiet" });
  return element(
    "div",
    { class: "levels-panel" },
    element(
      "div",
      { class: "fields" },
      field("Finest level", lowest),
      field("Coarsest level", highest),
      field("Weight", weight, "2 counts twice as much as 1."),
    ),
    found.values.length <= 400 && element("details", {}, element("summary", {}, "Order of the values, for cuts"), field("One value per line", order), element("p", { class: "buttons" }, keepOrder, fill)),
    message,
  );
}
