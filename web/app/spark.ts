/** Small charts of a column's values, for tables. */

import { element } from "../src/dom";
import { count, date, label, number } from "../src/text";
import { percent } from "./widgets";
import type { Values } from "./types";

const space = "http://www.w3.org/2000/svg";

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function bars(heights: number[], width: number, height: number, says: string, className: string): SVGSVGElement {
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: `spark ${className}`, role: "img", "aria-label": says, width, height, preserveAspectRatio: "none" }) as SVGSVGElement;
  const most = Math.max(1, ...heights);
  const wide = width / Math.max(1, heights.length);
  heights.forEach((value, at) => {
    const tall = value > 0 ? Math.max(1.5, (value / most) * (height - 1)) : 0;
    svg.append(shape("rect", { x: (at * wide + wide * 0.08).toFixed(2), y: (height - tall).toFixed(2), width: (wide * 0.84).toFixed(2), height: tall.toFixed(2), rx: Math.min(1.5, wide / 4) }));
  });
  return svg;
}

function extent(values: Values, type: string): string {
  const numbers = values.numbers;
  if (!numbers) return "";
  const shown = (value: number | null): string => (type === "date" ? date(value) : number(value));
  return `${shown(numbers.smallest)} to ${shown(numbers.largest)}`;
}

/** A histogram of numbers and dates, the most frequent values of others; null where values are kept back. */
export function spark(name: string, values: Values, type: string, width = 132, height = 34): HTMLElement | null {
  const few = values.distinct > 0 && values.distinct <= 12;
  if (values.numbers && values.numbers.bins.length > 1 && !few) {
    const range = extent(values, type);
    return element("div", { class: "spark-box" }, bars(values.numbers.bins, width, height, `Distribution of ${label(name)}, ${range}`, "numbers"), element("small", {}, range));
  }
  if (values.top.length === 0) return null;
  const shown = values.top.slice(0, 24).map((one) => one.rows);
  const first = values.top[0];
  const most = `${label(first?.value ?? "no value", 18)} ${percent((first?.rows ?? 0) / Math.max(1, values.rows), 2)}`;
  return element(
    "div",
    { class: "spark-box" },
    bars(values.rest > 0 && values.top.length <= 24 ? [...shown] : shown, width, height, `Most frequent values of ${label(name)}: ${values.top.slice(0, 3).map((one) => `${label(one.value ?? "no value", 30)} in ${count(one.rows)} rows`).join(", ")}`, "words"),
    element("small", {}, most),
  );
}
