/** Named marks: highlighted points and lines across the chart. */

import * as Plot from "@observablehq/plot";
import type { Markish } from "@observablehq/plot";
import { drawable, isNumber } from "./chart";
import type { SeriesData } from "./series_data";
import { label } from "./text";
import type { Mark } from "./types";

const halo = { stroke: "var(--surface)", strokeWidth: 4, paintOrder: "stroke", fill: "currentColor" } as const;
const markSymbols = ["diamond", "star", "triangle", "square"] as const;

/** The position of a mark on the x axis; undefined if it has none. */
function markX(data: SeriesData, mark: Mark): number | undefined {
  if (!isNumber(mark.x)) return undefined;
  return data.block.x.scale === "category" ? mark.x : drawable(mark.x, data.block.x);
}

/** A line at a value: horizontal with its name at the right end, or vertical with its name at or above the top. */
export function lineAcross(mark: Mark, name: "right" | "top" | "above left" | "above right", value: number): Markish[] {
  const text = label(mark.name, 40);
  const dash = { strokeDasharray: "5 3", stroke: "currentColor", strokeOpacity: 0.75 } as const;
  if (name === "right")
    return [Plot.ruleY([value], dash), Plot.text([text], { y: [value], frameAnchor: "right", textAnchor: "end", dy: -8, ...halo })];
  const place =
    name === "top"
      ? ({ textAnchor: "start", dx: 5, dy: 6 } as const)
      : ({ textAnchor: name === "above left" ? "end" : "start", dx: name === "above left" ? 4 : -4, dy: -10 } as const);
  return [Plot.ruleX([value], dash), Plot.text([text], { x: [value], frameAnchor: "top", ...place, ...halo })];
}

/** Names are next to their points, on the side with more room. */
export function namedMarks(data: SeriesData): Markish[] {
  const xs = data.points.map((point) => point.x).filter((x) => !Number.isNaN(x));
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  return data.marks.flatMap((mark, at) => {
    const x = markX(data, mark);
    const y = drawable(mark.y, data.block.y);
    if (x === undefined) return Number.isNaN(y) ? [] : lineAcross(mark, "right", y);
    if (Number.isNaN(y)) return !Number.isNaN(x) ? lineAcross(mark, "top", x) : [];
    const place = { x: [x], y: [y] };
    return [
      Plot.dot([mark], { ...place, symbol: markSymbols[at % 4] ?? "diamond", r: 8, fill: "currentColor", stroke: "var(--surface)", strokeWidth: 1.5 }),
      Plot.text([label(mark.name, 40)], { ...place, textAnchor: x > middle ? "end" : "start", dx: x > middle ? -11 : 11, dy: -9, fontWeight: 600, ...halo }),
    ];
  });
}
