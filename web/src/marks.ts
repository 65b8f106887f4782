/** Marks with names: points that stand out, lines across. */

import * as Plot from "@observablehq/plot";
import type { Markish } from "@observablehq/plot";
import { drawable, isNumber } from "./chart";
import type { SeriesData } from "./series_data";
import { label } from "./text";
import type { Mark } from "./types";

const halo = { stroke: "var(--surface)", strokeWidth: 4, paintOrder: "stroke", fill: "currentColor" } as const;
const markSymbols = ["diamond", "star", "triangle", "square"] as const;

/** Where a mark stands on the x axis; undefined when it is not on it. */
function markX(data: SeriesData, mark: Mark): number | undefined {
  if (!isNumber(mark.x)) return undefined;
  return data.block.x.scale === "category" ? mark.x : drawable(mark.x, data.block.x);
}

export function lineAcross(mark: Mark, horizontal: boolean, value: number): Markish[] {
  const text = label(mark.name, 60);
  const dash = { strokeDasharray: "5 3", stroke: "currentColor", strokeOpacity: 0.75 } as const;
  if (horizontal)
    return [
      Plot.ruleY([value], dash),
      Plot.text([text], { y: [value], frameAnchor: "right", textAnchor: "end", dy: -8, ...halo }),
    ];
  return [
    Plot.ruleX([value], dash),
    Plot.text([text], { x: [value], frameAnchor: "top", textAnchor: "start", dx: 5, dy: 6, ...halo }),
  ];
}

export function namedMarks(data: SeriesData): Markish[] {
  return data.marks.flatMap((mark, at) => {
    const x = markX(data, mark);
    const y = drawable(mark.y, data.block.y);
    if (x === undefined) return Number.isNaN(y) ? [] : lineAcross(mark, true, y);
    if (Number.isNaN(y)) return !Number.isNaN(x) ? lineAcross(mark, false, x) : [];
    const place = { x: [x], y: [y] };
    return [
      Plot.dot([mark], { ...place, symbol: markSymbols[at % 4] ?? "diamond", r: 8, fill: "var(--accent)", stroke: "var(--surface)", strokeWidth: 1.5 }),
      Plot.text([label(mark.name, 40)], { ...place, dy: at % 2 === 0 ? -16 : 16, fontWeight: 600, ...halo }),
    ];
  });
}
