/** Heat maps: the opacity of the colour shows the size of the value, in both themes. */

import * as Plot from "@observablehq/plot";
import { apart, isNumber, leftOut, lines, nameAxis, style, tipOptions } from "./chart";
import type { Chart } from "./chart";
import { label, number, shorten } from "./text";
import type { Cell, HeatBlock } from "./types";

interface HeatCell {
  row: string;
  column: string;
  value: number | null;
  strength: number;
  fill: string;
  tip: string;
}

const above = "var(--heat-high)";
const below = "var(--heat-low)";

function strengthOf(value: number, low: number, high: number): number {
  const diverging = low < 0 && high > 0;
  const share = diverging ? Math.abs(value) / Math.max(-low, high) : (value - low) / (high - low || 1);
  return Math.min(1, Math.max(0, share)) * 0.96;
}

function cellsOf(block: HeatBlock, rows: string[], columns: string[], low: number, high: number): HeatCell[] {
  return rows.flatMap((row, r) =>
    columns.map((column, c) => {
      const value = block.values[r]?.[c] ?? null;
      return {
        row,
        column,
        value,
        strength: isNumber(value) ? strengthOf(value, low, high) : 0,
        fill: isNumber(value) && value < 0 && low < 0 && high > 0 ? below : above,
        tip: lines(row === column ? row : `${row} × ${column}`, isNumber(value) ? number(value) : "no value"),
      };
    }),
  );
}

/** Two decimals are enough inside a cell; the tip and the table show more. */
function inside(value: number | null): string {
  if (!isNumber(value)) return "";
  return Math.abs(value) >= 1000 ? number(Math.round(value)) : String(Number(value.toFixed(2))).replace("-", "−");
}

function drawHeat(cells: HeatCell[], rows: string[], columns: string[], width: number): SVGSVGElement | HTMLElement {
  const letters = Math.max(1, ...rows.map((name) => Math.min(22, name.length)));
  const left = Math.min(width * 0.36, 14 + letters * 6.9);
  const cellWidth = (right: number): number => Math.min(64, (width - left - right) / columns.length);
  const { fits } = nameAxis(columns, cellWidth(12) * columns.length);
  const axis = nameAxis(columns, 0);
  const right = fits ? 12 : Math.max(12, axis.turned * 0.9 - 10);
  const wide = cellWidth(right);
  const tall = Math.min(34, Math.max(wide * 0.7, 16));
  const top = fits ? 28 : 16 + axis.turned * 0.96;
  const known = cells.filter((cell) => isNumber(cell.value));
  const strong = (cell: HeatCell): string => (cell.strength > 0.55 ? "var(--heat-text-strong)" : "var(--heat-text)");
  return Plot.plot({
    width: left + wide * columns.length + right,
    height: top + tall * rows.length + 8,
    marginLeft: left,
    marginRight: right,
    marginTop: top,
    marginBottom: 8,
    style,
    x: { type: "band", domain: columns, label: null, axis: "top", tickFormat: (name: string) => shorten(name, 22), tickRotate: fits ? 0 : -45, tickSize: 0, padding: 0.04 },
    y: { type: "band", domain: rows, label: null, tickFormat: (name: string) => shorten(name, Math.max(6, Math.floor((left - 12) / 6.9))), tickSize: 0, padding: 0.04 },
    opacity: { type: "identity" },
    marks: [
      Plot.cell(cells, { x: "column", y: "row", fill: "none", stroke: "var(--line)", strokeWidth: 0.5 }),
      Plot.cell(known, { x: "column", y: "row", fill: (cell: HeatCell) => cell.fill, fillOpacity: (cell: HeatCell) => cell.strength }),
      wide >= 38 ? Plot.text(known, { x: "column", y: "row", text: (cell: HeatCell) => inside(cell.value), fill: strong, fontSize: 11 }) : null,
      Plot.tip(cells, Plot.pointer({ x: "column", y: "row", title: "tip", ...tipOptions(width) })),
    ],
  });
}

export function heatChart(block: HeatBlock): Chart {
  const rows = apart(block.rows.map((name) => label(name)));
  const columns = apart(block.columns.map((name) => label(name)));
  const known = block.values.flat().filter(isNumber);
  const low = block.low ?? known.reduce((a, b) => Math.min(a, b), 0);
  const high = block.high ?? known.reduce((a, b) => Math.max(a, b), 1);
  const cells = cellsOf(block, rows, columns, low, high);
  const from = low < 0 && high > 0 ? `${below}, ` : "";
  return {
    empty: known.length === 0,
    height: 60 + rows.length * 28,
    summary: `Heat map of ${rows.length} rows and ${columns.length} columns, from ${number(low)} to ${number(high)}`,
    legend: [{ name: `${number(low)} to ${number(high)}`, colour: `${from}var(--surface), ${above}`, shape: "scale" }],
    notes: [...leftOut(rows.length, block.rowsOf, "rows"), ...leftOut(columns.length, block.columnsOf, "columns")],
    draw: (width) => drawHeat(cells, rows, columns, width),
    numbers: () => ({
      columns: [{ name: "", number: false }, ...columns.map((name) => ({ name, number: true }))],
      rows: rows.map((name, r): Cell[] => [name, ...columns.map((_, c): Cell => ({ value: block.values[r]?.[c] ?? null }))]),
    }),
  };
}
