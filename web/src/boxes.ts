/** Box plots: whiskers, quartiles, median, outliers. */

import * as Plot from "@observablehq/plot";
import type { Markish } from "@observablehq/plot";
import { axisName, colour, distinct, drawable, isNumber, leftOut, lines, nameAxis, numberScale, placeEdge, placeScale, style, tipOptions } from "./chart";
import type { Chart } from "./chart";
import { label, number } from "./text";
import type { Box, BoxesBlock, Cell } from "./types";

interface Drawn {
  place: number;
  at: number;
  low: number;
  lower: number;
  median: number;
  upper: number;
  high: number;
  tip: string;
}

interface Outlier {
  place: number;
  at: number;
  value: number;
  tip: string;
}

function tipOf(box: Box, several: boolean): string {
  return lines(
    [label(box.group), several && label(box.series)].filter(Boolean).join(" · "),
    `median ${number(box.median)}`,
    `middle half from ${number(box.lower)} to ${number(box.upper)}`,
    `whiskers from ${number(box.low)} to ${number(box.high)}`,
    box.outliers?.length ? `${number(box.outliers.length)} outlier${box.outliers.length === 1 ? "" : "s"}` : "",
  );
}

function drawnBoxes(block: BoxesBlock, groups: string[], series: string[]): Drawn[] {
  return block.boxes
    .map((box) => ({
      place: groups.indexOf(label(box.group)),
      at: series.indexOf(label(box.series)),
      low: drawable(box.low, block.y),
      lower: drawable(box.lower, block.y),
      median: drawable(box.median, block.y),
      upper: drawable(box.upper, block.y),
      high: drawable(box.high, block.y),
      tip: tipOf(box, series.length > 1),
    }))
    .filter((box) => !Number.isNaN(box.median));
}

function outliersOf(block: BoxesBlock, groups: string[], series: string[]): Outlier[] {
  return block.boxes.flatMap((box) =>
    (box.outliers ?? []).filter(isNumber).map((value) => ({
      place: groups.indexOf(label(box.group)),
      at: series.indexOf(label(box.series)),
      value: drawable(value, block.y),
      tip: lines([label(box.group), series.length > 1 && label(box.series)].filter(Boolean).join(" · "), number(value)),
    })),
  );
}

/** The marks of the boxes: vertical with their places on x, or horizontal with their places on y. */
function boxMarks(boxes: Drawn[], outliers: Outlier[], of: number, lying: boolean, width: number): Markish[] {
  const tip = { title: "tip", ...tipOptions(width) };
  const fill = (box: Drawn | Outlier) => colour(box.at);
  const edge = (side: number) => (box: Drawn | Outlier) => placeEdge(box.place, box.at, of, side, 0.7);
  const [start, middle, end] = [edge(0.08), edge(0.5), edge(0.92)];
  const whisker = { stroke: fill, strokeWidth: 1.4 };
  const body = { fill, fillOpacity: 0.25, stroke: fill, strokeWidth: 1.2 };
  const median = { stroke: fill, strokeWidth: 3 };
  const far = { r: 2.6, stroke: fill, fill, fillOpacity: 0.3 };
  if (lying)
    return [
      Plot.ruleY(boxes, { y: middle, x1: "low", x2: "lower", ...whisker }),
      Plot.ruleY(boxes, { y: middle, x1: "upper", x2: "high", ...whisker }),
      Plot.rect(boxes, { y1: start, y2: end, x1: "lower", x2: "upper", ...body }),
      Plot.ruleX(boxes, { y1: start, y2: end, x: "median", ...median }),
      Plot.dot(outliers, { y: middle, x: "value", ...far }),
      Plot.tip(boxes, Plot.pointerY({ y: middle, x: "median", ...tip })),
    ];
  return [
    Plot.ruleX(boxes, { x: middle, y1: "low", y2: "lower", ...whisker }),
    Plot.ruleX(boxes, { x: middle, y1: "upper", y2: "high", ...whisker }),
    Plot.rect(boxes, { x1: start, x2: end, y1: "lower", y2: "upper", ...body }),
    Plot.ruleY(boxes, { x1: start, x2: end, y: "median", ...median }),
    Plot.dot(outliers, { x: middle, y: "value", ...far }),
    Plot.tip(boxes, Plot.pointerX({ x: middle, y: "median", ...tip })),
  ];
}

function drawBoxes(block: BoxesBlock, groups: string[], series: string[], boxes: Drawn[], width: number): SVGSVGElement | HTMLElement {
  const axis = nameAxis(groups, width - 64);
  const lying = !axis.fits;
  const left = Math.min(width * 0.42, 16 + axis.length);
  const size = Math.max(8, Math.min(20, 1500 / Math.max(1, groups.length) / series.length));
  const outliers = outliersOf(block, groups, series);
  const values = [...boxes.flatMap((box) => [box.low, box.high]), ...outliers.map((outlier) => outlier.value)];
  const scale = (ticks: number): Plot.ScaleOptions => ({ ...numberScale(block.y, values, ticks, width), grid: true });
  const marks = boxMarks(boxes, outliers, series.length, lying, width);
  if (lying)
    return Plot.plot({
      width,
      height: 70 + groups.length * (series.length * size + 12),
      marginLeft: left,
      marginRight: 26,
      marginTop: 12,
      marginBottom: 46,
      style,
      y: { ...placeScale(groups), reverse: true },
      x: scale(Math.max(3, Math.floor(width / 110))),
      marks: [axis.beside(left), ...marks],
    });
  return Plot.plot({
    width,
    height: Math.min(360, Math.max(270, width * 0.48)),
    marginLeft: 52,
    marginRight: 12,
    marginTop: 34,
    marginBottom: 46,
    style,
    x: placeScale(groups),
    y: scale(6),
    marks: [...axis.below(axisName({ name: block.x, scale: "category" }, width) || null), ...marks],
  });
}

export function boxesChart(block: BoxesBlock): Chart {
  const groups = distinct(block.boxes.map((box) => box.group));
  const series = distinct(block.boxes.map((box) => box.series));
  const boxes = drawnBoxes(block, groups, series);
  const columns = ["Group", "Series", "Low", "Lower quartile", "Median", "Upper quartile", "High", "Outliers"];
  const cell = (value: number | null): Cell => ({ value });
  return {
    empty: boxes.length === 0,
    height: 330,
    summary: `Box plot of ${boxes.length} boxes`,
    legend: series.length > 1 ? series.map((name, at) => ({ name: name || "–", colour: colour(at), shape: "block" })) : [],
    notes: leftOut(block.boxes.length, block.of, "boxes"),
    draw: (width) => drawBoxes(block, groups, series, boxes, width),
    numbers: () => ({
      columns: columns.map((name, at) => ({ name, number: at > 1 })),
      rows: block.boxes.map((box): Cell[] => [
        box.group,
        box.series,
        cell(box.low),
        cell(box.lower),
        cell(box.median),
        cell(box.upper),
        cell(box.high),
        cell(box.outliers?.length ?? 0),
      ]),
    }),
  };
}
