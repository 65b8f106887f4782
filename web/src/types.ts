/** A document as the library writes it (src/report/document.h). */

export type Tone = "plain" | "good" | "warn" | "bad" | "code";

export interface ReportDocument {
  kind: string;
  title: string;
  verdict?: Verdict;
  /** For the reader who has to decide: shown on the first screen. */
  summary?: Group[];
  sections: Section[];
}

export interface Verdict {
  tone: Tone;
  headline: string | null;
  sentences: string[];
}

export interface Group {
  id: string;
  title: string;
  items: Item[];
}

/** A sentence: what it is about, what there is to say, and what to do. */
export interface Item {
  name: string | null;
  text: string | null;
  advice: string | null;
  tone: Tone;
}

export interface Section {
  id: string;
  title: string | null;
  blocks: Block[];
}

export type Block = TextBlock | LinkBlock | ClaimBlock | TableBlock | Figure;

export interface TextBlock {
  type: "text";
  tone: Tone;
  text: string;
}

export interface LinkBlock {
  type: "link";
  href: string;
  label: string | null;
}

export interface ClaimBlock {
  type: "claim";
  sentence: string;
  verdict: string;
  detail: string | null;
}

export interface TableBlock {
  type: "table";
  caption: string | null;
  columns: { name: string | null; number: boolean }[];
  moreColumns?: number;
  rows: Cell[][];
  /** Rows that were not written. */
  more?: number;
}

export type Cell = string | null | NumberCell;

export interface NumberCell {
  value: number | null;
  shown?: string;
  /** Where the result contains the same number. */
  key?: string;
}

export type Figure = ChartBlock | BoxesBlock | HeatBlock | LatticeBlock;

interface FigureHead {
  title: string | null;
  says: string | null;
}

/** `date`: days since 1970. */
export type ScaleKind = "linear" | "log" | "category" | "date";

export interface Axis {
  name: string | null;
  scale: ScaleKind;
}

export interface ChartBlock extends FigureHead {
  type: "chart";
  kind: "lines" | "steps" | "bars" | "points";
  x: Axis;
  y: Axis;
  parts: (Series | Mark)[];
}

/** Parallel arrays; null is a gap. `of` is the number of points before thinning. */
export interface Series {
  is: "series";
  name: string | null;
  main: boolean;
  of: number;
  x?: (number | null)[];
  names?: (string | null)[];
  y?: (number | null)[];
  low?: (number | null)[];
  high?: (number | null)[];
  notes?: (string | null)[];
}

/** A point, or a line across the chart if x or y is null. */
export interface Mark {
  is: "mark";
  name: string | null;
  x: number | null;
  y: number | null;
}

export interface BoxesBlock extends FigureHead {
  type: "boxes";
  x: string | null;
  y: Axis;
  of: number;
  boxes: Box[];
}

export interface Box {
  group: string | null;
  series: string | null;
  low: number | null;
  lower: number | null;
  median: number | null;
  upper: number | null;
  high: number | null;
  outliers?: (number | null)[];
}

export interface HeatBlock extends FigureHead {
  type: "heat";
  rowsOf: number;
  columnsOf: number;
  rows: (string | null)[];
  columns: (string | null)[];
  low: number | null;
  high: number | null;
  values: (number | null)[][];
}

export type NodeState = "unknown" | "infeasible" | "feasible" | "chosen";

export interface LatticeBlock extends FigureHead {
  type: "lattice";
  attributes: (string | null)[];
  of: number;
  nodes: { levels: number[]; state: NodeState; value: number | null }[];
}
