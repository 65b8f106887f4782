/** Lines, steps, bars and points. */

import * as Plot from "@observablehq/plot";
import type { Markish } from "@observablehq/plot";
import { barMarks, categoryBars } from "./bars";
import { axisName, colour, isNumber, leftOut, nameAxis, numberScale, placeScale, style, tipOptions } from "./chart";
import type { Chart, LegendEntry } from "./chart";
import { namedMarks } from "./marks";
import { collect, type Point, type SeriesData } from "./series_data";
import { date, number } from "./text";
import type { Axis, Cell, ChartBlock, Series } from "./types";

function isDrawn(point: Point): boolean {
  return !Number.isNaN(point.x) && !Number.isNaN(point.y);
}

/** ---- Lines, steps and points ---------------------------------------------------------------- */

function strokeWidth(data: SeriesData, at: number): number {
  return data.series[at]?.main || data.series.length === 1 ? 2.4 : 1.4;
}

const dashes = ["", "6 3", "2 3", "8 3 2 3"];

function lineMarks(data: SeriesData): Markish[] {
  const curve = data.block.kind === "steps" ? "step-after" : "linear";
  return data.series.flatMap((_, at) => {
    const own = data.points.filter((point) => point.at === at);
    const shape = { curve, stroke: colour(at), strokeWidth: strokeWidth(data, at), z: null } as const;
    const dash = dashes[Math.floor(at / 8) % dashes.length];
    return [
      Plot.areaY(own, { x: "x", y1: "low", y2: "high", fill: colour(at), fillOpacity: 0.16, curve, z: null }),
      Plot.lineY(own, { x: "x", y: "y", ...shape, ...(dash ? { strokeDasharray: dash } : {}) }),
      own.length <= 40 ? Plot.dot(own, { x: "x", y: "y", r: 2.6, fill: colour(at) }) : null,
    ];
  });
}

const symbols = ["circle", "square", "triangle", "diamond", "star", "wye", "cross", "times"] as const;

function dotMarks(data: SeriesData): Markish[] {
  return data.series.flatMap((series, at) => {
    const own = data.points.filter((point) => point.at === at);
    const some = data.series.some((one) => one.main) && !series.main;
    const shape = { symbol: symbols[at % symbols.length] ?? "circle", r: own.length > 300 ? 2.5 : 4 } as const;
    return [
      Plot.ruleX(own, { x: "x", y1: "low", y2: "high", stroke: colour(at), strokeOpacity: 0.6 }),
      Plot.dot(own, { x: "x", y: "y", ...shape, fill: colour(at), fillOpacity: some ? 0.45 : 0.8, stroke: colour(at) }),
    ];
  });
}

function pointerMarks(data: SeriesData, width: number): Markish[] {
  const shown = data.points.filter(isDrawn);
  return [
    Plot.dot(shown, Plot.pointer({ x: "x", y: "y", r: 6, fill: "none", stroke: "currentColor", strokeWidth: 1.5 })),
    Plot.tip(shown, Plot.pointer({ x: "x", y: "y", title: "tip", ...tipOptions(width) })),
  ];
}

/** ---- The whole chart ------------------------------------------------------------------------ */

/** A wider range if all values are equal; else the default. */
function domainOf(values: number[], axis: Axis): { domain?: [number, number] } {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return {};
  const low = known.reduce((a, b) => Math.min(a, b));
  const high = known.reduce((a, b) => Math.max(a, b));
  if (low !== high) return {};
  if (axis.scale === "log") return { domain: [low / 2, high * 2] };
  return { domain: low === 0 ? [0, 1] : [Math.min(low * 1.2, low * 0.8), Math.max(low * 1.2, low * 0.8)] };
}

function drawPlain(data: SeriesData, width: number): SVGSVGElement | HTMLElement {
  const { block } = data;
  const category = block.x.scale === "category";
  const axis = nameAxis(data.categories, width - 70);
  const bars = block.kind === "bars";
  const ys = data.points.flatMap((point) => [point.y, point.low, point.high]);
  const xs = data.points.map((point) => point.x);
  const kind = bars ? barMarks(data, width) : block.kind === "points" ? dotMarks(data) : lineMarks(data);
  return Plot.plot({
    width,
    height: Math.min(360, Math.max(260, width * 0.5)) + (category && !axis.fits ? axis.turned : 0),
    marginLeft: 52,
    marginRight: 22,
    marginTop: 34,
    inset: block.kind === "points" && !category ? 10 : 0,
    marginBottom: 46 + (category && !axis.fits ? axis.turned : 0),
    style,
    x: category
      ? placeScale(data.categories)
      : { ...numberScale(block.x, xs, Math.max(3, Math.floor(width / 90)), width), ...(bars ? {} : domainOf(xs, block.x)) },
    y: { ...numberScale(block.y, ys, 6, width), ...(bars ? {} : domainOf(ys, block.y)), grid: true },
    marks: [
      ...(category ? axis.below(axisName(block.x, width) || null) : []),
      ...kind,
      ...namedMarks(data),
      ...(bars ? [] : pointerMarks(data, width)),
    ],
  });
}

function legendOf(data: SeriesData): LegendEntry[] {
  if (data.series.length < 2) return [];
  const shape = { lines: "line", steps: "line", bars: "block", points: "dot" } as const;
  return data.names.map((name, at) => ({ name: name || "–", colour: colour(at), shape: shape[data.block.kind] }));
}

function notesOf(data: SeriesData): string[] {
  const { block } = data;
  const what = block.x.scale === "category" ? "categories" : "points";
  const most = data.series.reduce<Series | undefined>((a, b) => (a && a.of >= b.of ? a : b), undefined);
  const written = Math.max(most?.x?.length ?? 0, most?.names?.length ?? 0);
  const notes = most ? leftOut(written, most.of, what) : [];
  const lost = data.series.reduce(
    (sum, one) =>
      sum +
      (block.y.scale === "log" ? (one.y ?? []) : []).filter((value) => isNumber(value) && value <= 0).length +
      (block.x.scale === "log" ? (one.x ?? []) : []).filter((value) => isNumber(value) && value <= 0).length,
    0,
  );
  if (lost > 0) notes.push(`${number(lost)} value${lost === 1 ? "" : "s"} of zero or less cannot stand on a logarithmic scale.`);
  return notes;
}

function numbersOf(data: SeriesData): ReturnType<Chart["numbers"]> {
  const several = data.series.length > 1;
  const band = data.series.some((one) => one.low);
  const notes = data.series.some((one) => one.notes);
  const category = data.block.x.scale === "category";
  const columns = [
    ...(several ? [{ name: "Series", number: false }] : []),
    { name: axisName(data.block.x) || "x", number: !category },
    { name: axisName(data.block.y) || "y", number: true },
    ...(band ? [{ name: "Low", number: true }, { name: "High", number: true }] : []),
    ...(notes ? [{ name: "Note", number: false }] : []),
  ];
  const cell = (value: number | null | undefined): Cell => ({ value: value ?? null });
  const rows = data.series.flatMap((one, index) =>
    (one.names ?? one.x ?? []).map((x, at): Cell[] => [
      ...(several ? [data.names[index] ?? ""] : []),
      data.block.x.scale === "date" ? date(x as number | null) : typeof x === "number" || !category ? cell(x as number | null) : x,
      cell(one.y?.[at]),
      ...(band ? [cell(one.low?.[at]), cell(one.high?.[at])] : []),
      ...(notes ? [one.notes?.[at] ?? ""] : []),
    ]),
  );
  return { columns, rows };
}

const kindNames = { lines: "Line chart", steps: "Step chart", bars: "Bar chart", points: "Scatter plot" };

export function seriesChart(block: ChartBlock): Chart {
  const data = collect(block);
  const bars = block.kind === "bars" && block.x.scale === "category";
  return {
    empty: !data.points.some(isDrawn) && data.marks.length === 0,
    height: 320,
    summary: `${kindNames[block.kind]} of ${data.names.filter(Boolean).slice(0, 8).join(", ") || "one series"}`,
    legend: legendOf(data),
    notes: notesOf(data),
    draw: (width) => (bars ? categoryBars(data, width) : drawPlain(data, width)),
    numbers: () => numbersOf(data),
  };
}
