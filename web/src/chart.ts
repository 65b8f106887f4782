/** What all kinds of charts share. */

import * as Plot from "@observablehq/plot";
import type { Markish } from "@observablehq/plot";
import { count, date, label, number, shorten, toTime, visible } from "./text";
import type { Axis, Cell } from "./types";

export interface LegendEntry {
  name: string;
  colour: string;
  shape: "line" | "block" | "dot" | "ring" | "cross" | "diamond" | "scale";
}

export interface Chart {
  empty: boolean;
  /** An estimate, before it is drawn. */
  height: number;
  /** Its kind and extent, for screen readers. */
  summary: string;
  legend: LegendEntry[];
  notes: string[];
  draw(width: number): SVGSVGElement | HTMLElement;
  numbers(): { columns: { name: string; number: boolean }[]; rows: Cell[][] };
}

/** One of the eight series colours of the style sheet; each theme has its own. */
export function colour(index: number): string {
  return `var(--c${index % 8})`;
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });
const small = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

export function tick(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return compact.format(value);
  if (size >= 1000 && size < 10000 && Number.isInteger(value)) return String(value).replace("-", "−");
  if (size !== 0 && size < 1e-4) return value.toExponential(0).replace("e-", "e−");
  return small.format(value).replace("-", "−");
}

/** A scale of numbers; a logarithmic one has a line for each power of ten once there are several. */
export function numberScale(axis: Axis, values: number[], ticks: number, width: number): Plot.ScaleOptions {
  if (axis.scale === "date") return { type: "utc", label: axisName(axis, width) || null, ticks };
  if (axis.scale !== "log") return { type: "linear", label: axisName(axis, width) || null, tickFormat: tick, ticks };
  const name = `${axisName(axis, width - 40)} (log)`.trim();
  const known = values.filter((value) => value > 0);
  const low = Math.ceil(Math.log10(known.reduce((a, b) => Math.min(a, b), Infinity)) - 1e-9);
  const high = Math.floor(Math.log10(known.reduce((a, b) => Math.max(a, b), 0)) + 1e-9);
  if (!(high - low >= 2)) return { type: "log", label: name, tickFormat: tick, ticks: Math.min(ticks, 4) };
  const step = Math.ceil((high - low) / Math.max(2, ticks));
  const powers = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, at) => 10 ** (low + at * step));
  return { type: "log", label: name, tickFormat: tick, ticks: powers };
}

/** The name of an axis, shortened to fit. */
export function axisName(axis: Axis, width = 600): string {
  return label(axis.name, Math.floor((width - 30) / 7));
}

export const style: Partial<CSSStyleDeclaration> = {
  fontFamily: "inherit",
  fontSize: "12px",
  background: "none",
  overflow: "visible",
};

/** Names are at 0, 1, 2, … of a linear scale, so that bars and boxes of several series can share a place. */
export function placeScale(names: string[]): { type: "linear"; domain: [number, number]; axis: null } {
  return { type: "linear", domain: [-0.5, Math.max(1, names.length) - 0.5], axis: null };
}

/** The edges of one series' share of a place, of `of` series. */
export function placeEdge(place: number, at: number, of: number, side: number, fill = 0.8): number {
  return place - fill / 2 + (fill / Math.max(1, of)) * (at + side);
}

const shownLetters = 22;

export interface NameAxis {
  /** Names below a chart of this width. */
  fits: boolean;
  /** Room for the longest name, horizontal and rotated. */
  length: number;
  turned: number;
  below(title: string | null): Markish[];
  /** Names left of a chart, in this much room. */
  beside(left: number): Markish;
}

export function nameAxis(names: string[], room: number): NameAxis {
  const longest = Math.min(shownLetters, Math.max(1, ...names.map((name) => name.length)));
  const fits = names.length * (longest * 6.9 + 10) <= room;
  const step = Math.max(1, Math.ceil((names.length * 15) / Math.max(1, room)));
  const places = names.map((_, at) => at);
  const text = (letters: number) => (at: number) => shorten(names[at] ?? "", letters);
  return {
    fits,
    length: longest * 6.9,
    turned: longest * 5,
    below: (title) => [
      Plot.axisX(fits ? places : places.filter((at) => at % step === 0), {
        tickFormat: text(shownLetters),
        tickSize: 0,
        tickPadding: 8,
        tickRotate: fits ? 0 : -45,
        label: title,
        labelArrow: "none",
        labelAnchor: "center",
      }),
    ],
    beside: (left) => Plot.axisY(places, { tickFormat: text(Math.max(6, Math.floor((left - 14) / 6.9))), tickSize: 0, tickPadding: 8, label: null }),
  };
}

/** Distinct names in order of appearance; null counts as a name. */
export function distinct(names: (string | null | undefined)[]): string[] {
  return [...new Set(names.map((name) => label(name)))];
}

/** Shortened names may become equal: adds a number to tell them apart. */
export function apart(names: string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

export function leftOut(shown: number, of: number, what: string): string[] {
  return of > shown ? [`${count(shown)} of ${count(of)} ${what} are drawn.`] : [];
}

export function lines(...parts: (string | null | undefined | false)[]): string {
  return parts
    .filter((part): part is string => Boolean(part))
    .map(visible)
    .join("\n");
}

export function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** A value of an axis, for readers. */
export function shown(value: number | null | undefined, axis: Axis): string {
  return axis.scale === "date" ? date(value) : number(value);
}

/** The value if the scale can show it, else NaN: a logarithmic scale shows nothing at or below zero. */
export function drawable(value: number | null | undefined, axis: Axis): number {
  if (!isNumber(value)) return NaN;
  if (axis.scale === "date") return toTime(value);
  return axis.scale === "log" && value <= 0 ? NaN : value;
}

export function tipOptions(width: number): { lineWidth: number; fontSize: number; pathFilter: string; maxRadius: number; lineHeight: number; stroke: string } {
  return { maxRadius: 70, lineWidth: width < 500 ? 15 : 24, fontSize: 12, pathFilter: "none", lineHeight: 1.3, stroke: "var(--line-strong)" };
}
