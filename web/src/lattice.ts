/** A small lattice: the original table at the bottom, generalized above; every line is one step of one attribute. */

import * as Plot from "@observablehq/plot";
import { count, label, number } from "./text";
import { lines, style, tipOptions } from "./chart";
import type { Chart, LegendEntry } from "./chart";
import type { Cell, LatticeBlock, NodeState } from "./types";

interface Place {
  x: number;
  height: number;
  state: NodeState;
  name: string;
  tip: string;
}

const states: Record<NodeState, { name: string; colour: string; shape: LegendEntry["shape"] }> = {
  chosen: { name: "chosen", colour: "var(--accent)", shape: "diamond" },
  feasible: { name: "feasible", colour: "var(--good)", shape: "dot" },
  infeasible: { name: "infeasible", colour: "var(--bad)", shape: "cross" },
  unknown: { name: "not evaluated", colour: "var(--quiet)", shape: "ring" },
};

function heightOf(levels: number[]): number {
  return levels.reduce((sum, level) => sum + level, 0);
}

/** Spreads the nodes of a layer evenly, in the order of their levels. */
function placesOf(block: LatticeBlock): Place[] {
  const layers = new Map<number, number>();
  for (const node of block.nodes) layers.set(heightOf(node.levels), (layers.get(heightOf(node.levels)) ?? 0) + 1);
  const used = new Map<number, number>();
  return block.nodes.map((node) => {
    const height = heightOf(node.levels);
    const at = used.get(height) ?? 0;
    used.set(height, at + 1);
    return {
      x: (at + 0.5) / (layers.get(height) ?? 1),
      height,
      state: node.state,
      name: node.levels.join("\u2009·\u2009"),
      tip: lines(
        states[node.state].name,
        ...node.levels.map((level, a) => `${label(block.attributes[a], 40)}: ${level}`),
        node.value !== null && `value ${number(node.value)}`,
      ),
    };
  });
}

/** All lines of the lattice as one path with breaks. */
function edgesOf(block: LatticeBlock, places: Place[]): { x: number; y: number }[] {
  const known = new Map(block.nodes.map((node, at) => [node.levels.join(" "), places[at] as Place]));
  return block.nodes.flatMap((node, at) =>
    node.levels.flatMap((level, attribute) => {
      const up = [...node.levels];
      up[attribute] = level + 1;
      const other = known.get(up.join(" "));
      const from = places[at] as Place;
      return other ? [{ x: from.x, y: from.height }, { x: other.x, y: other.height }, { x: NaN, y: NaN }] : [];
    }),
  );
}

function drawLattice(block: LatticeBlock, places: Place[], width: number): SVGSVGElement | HTMLElement {
  const layers = new Map<number, number>();
  for (const place of places) layers.set(place.height, (layers.get(place.height) ?? 0) + 1);
  const widest = Math.max(...layers.values());
  const room = (width - 60) / widest;
  const r = Math.max(2, Math.min(7, room / 3));
  const of = (state: NodeState): Place[] => places.filter((place) => place.state === state);
  const at = { x: "x", y: "height" } as const;
  return Plot.plot({
    width,
    height: Math.min(900, 70 + layers.size * Math.max(34, Math.min(64, 640 / layers.size))),
    marginLeft: 40,
    marginRight: 20,
    marginTop: 30,
    marginBottom: 34,
    style,
    x: { axis: null, domain: [0, 1] },
    y: { label: "Height (sum of the levels)", ticks: layers.size, tickFormat: (v: number) => (Number.isInteger(v) ? String(v) : ""), tickSize: 0 },
    marks: [
      Plot.line(edgesOf(block, places), { x: "x", y: "y", z: null, stroke: "var(--line-strong)", strokeWidth: places.length > 300 ? 0.4 : 0.8, strokeOpacity: 0.7 }),
      Plot.dot(of("unknown"), { ...at, r, fill: "var(--surface)", stroke: states.unknown.colour }),
      Plot.dot(of("infeasible"), { ...at, r, symbol: "times", stroke: states.infeasible.colour, strokeWidth: 2 }),
      Plot.dot(of("feasible"), { ...at, r, fill: states.feasible.colour }),
      Plot.dot(of("chosen"), { ...at, r: r + 4, symbol: "diamond", fill: states.chosen.colour, stroke: "var(--surface)", strokeWidth: 1.5 }),
      room > block.attributes.length * 13 + 14
        ? Plot.text(places, { ...at, text: "name", dy: r + 12, fontSize: 11, fill: "currentColor", stroke: "var(--surface)", strokeWidth: 3 })
        : null,
      Plot.tip(places, Plot.pointer({ ...at, title: "tip", ...tipOptions(width) })),
    ],
  });
}

export function latticeChart(block: LatticeBlock): Chart {
  const places = placesOf(block);
  const present = (Object.keys(states) as NodeState[]).filter((state) => places.some((place) => place.state === state));
  const tooMany = block.of > block.nodes.length;
  return {
    empty: places.length === 0,
    height: 420,
    summary: `Lattice of ${places.length} nodes: ${present.map((state) => `${places.filter((place) => place.state === state).length} ${states[state].name}`).join(", ")}`,
    legend: present.map((state) => states[state]),
    notes: tooMany ? [`The lattice has ${count(block.of)} nodes: too many to draw.`] : [],
    draw: (width) => drawLattice(block, places, width),
    numbers: () => ({
      columns: [
        ...block.attributes.map((name) => ({ name: label(name), number: true })),
        { name: "State", number: false },
        { name: "Value", number: true },
      ],
      rows: block.nodes.map((node): Cell[] => [...node.levels.map((value): Cell => ({ value })), states[node.state].name, { value: node.value }]),
    }),
  };
}
