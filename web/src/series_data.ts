/** The points of a chart, as one list. */

import { axisName, distinct, drawable, isNumber, lines, shown } from "./chart";
import { label, number } from "./text";
import type { ChartBlock, Mark, Series } from "./types";

export interface Point {
  series: string;
  /** Number of the series, for its colour. */
  at: number;
  main: boolean;
  /** A number, or the index of the category. */
  x: number;
  y: number;
  low: number;
  high: number;
  tip: string;
}

export interface SeriesData {
  block: ChartBlock;
  series: Series[];
  names: string[];
  categories: string[];
  points: Point[];
  marks: Mark[];
}

function tipOf(block: ChartBlock, series: Series, several: boolean, at: number): string {
  const note = series.notes?.[at];
  const who = several && label(series.name);
  if (note) return lines(who, note);
  const x = series.names ? label(series.names[at]) : shown(series.x?.[at], block.x);
  const low = series.low?.[at];
  const high = series.high?.[at];
  return lines(
    who,
    `${axisName(block.x) || "x"}: ${x}`,
    `${axisName(block.y) || "y"}: ${number(series.y?.[at])}`,
    (isNumber(low) || isNumber(high)) && `from ${number(low)} to ${number(high)}`,
  );
}

function pointsOf(block: ChartBlock, series: Series, index: number, several: boolean, places: Map<string, number>): Point[] {
  const length = Math.max(series.x?.length ?? 0, series.names?.length ?? 0);
  return Array.from({ length }, (_, at) => ({
    series: label(series.name),
    at: index,
    main: series.main,
    x: series.names ? (places.get(label(series.names[at])) ?? NaN) : drawable(series.x?.[at], block.x),
    y: drawable(series.y?.[at], block.y),
    low: drawable(series.low?.[at], block.y),
    high: drawable(series.high?.[at], block.y),
    tip: tipOf(block, series, several, at),
  }));
}

export function collect(block: ChartBlock): SeriesData {
  const series = block.parts.filter((part): part is Series => part.is === "series");
  const marks = block.parts.filter((part): part is Mark => part.is === "mark");
  const categories = block.x.scale === "category" ? distinct(series.flatMap((one) => one.names ?? [])) : [];
  const places = new Map(categories.map((name, at) => [name, at]));
  const points = series.flatMap((one, index) => pointsOf(block, one, index, series.length > 1, places));
  return { block, series, names: series.map((one) => label(one.name)), categories, points, marks };
}
