/** Bar charts, with the series side by side: over categories or over numbers. */

import * as Plot from "@observablehq/plot";
import type { Markish } from "@observablehq/plot";
import { axisName, colour, drawable, nameAxis, numberScale, placeEdge, placeScale, style, tipOptions } from "./chart";
import { lineAcross, namedMarks } from "./marks";
import type { Point, SeriesData } from "./series_data";

/** A logarithmic scale has no zero for bars to begin at, so that their lengths would mean nothing: dots show the values. */
function hasLengths(data: SeriesData): boolean {
  return data.block.y.scale !== "log";
}

const dot = { r: 4.5 } as const;

const fill = (point: Point): string => colour(point.at);
const error = { stroke: "currentColor", strokeWidth: 1.4 } as const;

/** ---- Over categories ------------------------------------------------------------------------ */

function edgeOf(data: SeriesData, side: number): (point: Point) => number {
  return (point) => placeEdge(point.x, point.at, data.series.length, side);
}

function valueScale(data: SeriesData, ticks: number, width: number): Plot.ScaleOptions {
  const values = [...(hasLengths(data) ? [0] : []), ...data.points.flatMap((point) => [point.y, point.high])];
  return { ...numberScale(data.block.y, values, ticks, width), grid: true, nice: true };
}

function standingBars(data: SeriesData, width: number): SVGSVGElement | HTMLElement {
  return Plot.plot({
    width,
    height: Math.min(340, Math.max(250, width * 0.45)),
    marginLeft: 52,
    marginRight: 12,
    marginTop: 34,
    marginBottom: 46,
    style,
    x: placeScale(data.categories),
    y: valueScale(data, 6, width),
    marks: [
      ...nameAxis(data.categories, width - 64).below(axisName(data.block.x, width) || null),
      hasLengths(data)
        ? Plot.rect(data.points, { x1: edgeOf(data, 0.03), x2: edgeOf(data, 0.97), y1: 0, y2: "y", fill })
        : Plot.dot(data.points, { x: edgeOf(data, 0.5), y: "y", fill, ...dot }),
      Plot.ruleX(data.points, { x: edgeOf(data, 0.5), y1: "low", y2: "high", ...error }),
      hasLengths(data) ? Plot.ruleY([0]) : null,
      ...namedMarks(data),
      Plot.tip(data.points, Plot.pointerX({ x: edgeOf(data, 0.5), y: "y", title: "tip", ...tipOptions(width) })),
    ],
  });
}

/** Many bars are thinner, so that the chart fits on a page or two. */
function lyingHeight(data: SeriesData): number {
  const groups = Math.max(1, data.categories.length);
  const bar = Math.max(5, Math.min(18, 1500 / groups / Math.max(1, data.series.length)));
  return groups * (bar * Math.max(1, data.series.length) + 9);
}

function lyingBars(data: SeriesData, width: number): SVGSVGElement | HTMLElement {
  const axis = nameAxis(data.categories, 0);
  const left = Math.min(width * 0.42, 16 + axis.length);
  const middle = data.points.reduce((most, point) => (point.y > most ? point.y : most), 0) / 2;
  const across = data.marks.flatMap((mark) => {
    const value = drawable(mark.y, data.block.y);
    return Number.isNaN(value) ? [] : lineAcross(mark, value > middle ? "above left" : "above right", value);
  });
  return Plot.plot({
    width,
    height: 76 + lyingHeight(data),
    marginLeft: left,
    marginRight: 26,
    marginTop: data.marks.length > 0 ? 30 : 12,
    marginBottom: 46,
    style,
    y: { ...placeScale(data.categories), reverse: true },
    x: valueScale(data, Math.max(3, Math.floor(width / 110)), width),
    marks: [
      axis.beside(left),
      hasLengths(data)
        ? Plot.rect(data.points, { y1: edgeOf(data, 0.03), y2: edgeOf(data, 0.97), x1: 0, x2: "y", fill })
        : Plot.dot(data.points, { y: edgeOf(data, 0.5), x: "y", fill, ...dot }),
      Plot.ruleY(data.points, { y: edgeOf(data, 0.5), x1: "low", x2: "high", ...error }),
      hasLengths(data) ? Plot.ruleX([0]) : null,
      ...across,
      Plot.tip(data.points, Plot.pointerY({ y: edgeOf(data, 0.5), x: "y", title: "tip", ...tipOptions(width) })),
    ],
  });
}

/** Vertical if the names fit side by side, else horizontal. */
export function categoryBars(data: SeriesData, width: number): SVGSVGElement | HTMLElement {
  const fits = nameAxis(data.categories, width - 64).fits;
  return fits ? standingBars(data, width) : lyingBars(data, width);
}

/** ---- Over numbers --------------------------------------------------------------------------- */

/** Each x has the width of the smallest gap, shared by the series. */
export function barMarks(data: SeriesData, width: number): Markish[] {
  const log = data.block.x.scale === "log";
  const to = (x: number): number => (log ? Math.log10(x) : x);
  const back = (u: number): number => (log ? 10 ** u : u);
  const places = [...new Set(data.points.map((point) => to(point.x)))].filter((u) => !Number.isNaN(u)).sort((a, b) => a - b);
  const extent = (places[places.length - 1] ?? 0) - (places[0] ?? 0);
  const gap = places.slice(1).reduce((least, u, at) => Math.min(least, u - (places[at] as number)), Infinity);
  const wide = Math.max(Number.isFinite(gap) ? gap : log ? 0.1 : 1, extent / 300);
  const edge =
    (side: number) =>
    (point: Point): number =>
      back(to(point.x) - wide / 2 + wide * placeEdge(0.5, point.at, data.series.length, side, 0.86));
  return [
    hasLengths(data)
      ? Plot.rect(data.points, { x1: edge(0.03), x2: edge(0.97), y1: 0, y2: "y", fill })
      : Plot.dot(data.points, { x: edge(0.5), y: "y", fill, ...dot }),
    Plot.ruleX(data.points, { x: edge(0.5), y1: "low", y2: "high", ...error }),
    hasLengths(data) ? Plot.ruleY([0]) : null,
    Plot.tip(data.points, Plot.pointerX({ x: edge(0.5), y: "y", title: "tip", ...tipOptions(width) })),
  ];
}
