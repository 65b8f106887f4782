/** The frame around every chart: title, legend, drawing, numbers; drawn again when the width changes. */

import { tableBlock } from "./blocks";
import { boxesChart } from "./boxes";
import type { Chart } from "./chart";
import { element } from "./dom";
import { heatChart } from "./heat";
import { latticeChart } from "./lattice";
import { seriesChart } from "./series";
import { visible } from "./text";
import type { Figure } from "./types";

const numbersShown = 200;

interface Pending {
  chart: Chart;
  host: HTMLElement;
  label: string;
  width: number;
}

const figures: Pending[] = [];

function chartOf(block: Figure): Chart {
  switch (block.type) {
    case "chart":
      return seriesChart(block);
    case "boxes":
      return boxesChart(block);
    case "heat":
      return heatChart(block);
    case "lattice":
      return latticeChart(block);
  }
}

function numbers(chart: Chart): HTMLElement {
  const details = element("details", { class: "numbers" }, element("summary", {}, "Show the numbers"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const { columns, rows } = chart.numbers();
    const more = rows.length - numbersShown;
    details.append(
      tableBlock({ caption: null, columns, rows: rows.slice(0, numbersShown), ...(more > 0 ? { more } : {}) }),
    );
  });
  return details;
}

function legend(chart: Chart): HTMLElement | null {
  if (chart.legend.length === 0) return null;
  return element(
    "ul",
    { class: "legend" },
    ...chart.legend.map((entry) => {
      const swatch = element("i", { class: `swatch ${entry.shape}`, "aria-hidden": "true" });
      swatch.style.setProperty("--colour", entry.colour);
      return element("li", {}, swatch, entry.name);
    }),
  );
}

/** The frame of a chart, and what has to be drawn into it; null if there is nothing. */
function frameOf(block: Figure): { frame: HTMLElement; pending: Pending | null } {
  const chart = chartOf(block);
  const title = visible(block.title ?? "");
  const host = element("div", { class: "plot" });
  host.style.minHeight = chart.empty ? "" : `${chart.height}px`;
  if (chart.empty) host.append(element("p", { class: "none" }, chart.notes[0] ?? "No data"));
  const frame = element(
    "figure",
    { class: `figure ${block.type}` },
    element("figcaption", {}, element("h3", {}, title), block.says && element("p", { class: "says" }, block.says)),
    !chart.empty && legend(chart),
    host,
    !chart.empty && chart.notes.length > 0 && element("p", { class: "rest" }, chart.notes.join(" ")),
    !chart.empty && numbers(chart),
  );
  return { frame, pending: chart.empty ? null : { chart, host, label: [title, block.says, chart.summary].filter(Boolean).join(". "), width: 0 } };
}

export function figureBlock(block: Figure): HTMLElement {
  const { frame, pending } = frameOf(block);
  if (pending) figures.push(pending);
  return frame;
}

/** The same for pages whose parts come and go: drawn as soon as it has a width. The place is the image for
 * screen readers, since the parts of a drawing have labels that only a role would allow. */
export function liveFigure(block: Figure): HTMLElement {
  const { frame, pending } = frameOf(block);
  if (!pending) return frame;
  const { host } = pending;
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", visible(pending.label));
  new ResizeObserver(() => {
    if (!draw(pending)) return;
    host.firstElementChild?.removeAttribute("role");
    host.firstElementChild?.setAttribute("aria-hidden", "true");
  }).observe(host);
  return frame;
}

function draw(figure: Pending): boolean {
  const width = Math.floor(figure.host.clientWidth);
  if (width < 40 || width === figure.width) return false;
  figure.width = width;
  let drawing: SVGSVGElement | HTMLElement;
  try {
    drawing = figure.chart.draw(width);
  } catch (error) {
    console.error(error);
    drawing = element("p", { class: "failed" }, "This chart could not be drawn; its numbers are below.");
  }
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", visible(figure.label));
  figure.host.style.minHeight = "";
  figure.host.replaceChildren(drawing);
  return true;
}

/** Draws the charts one after the other, so that the page can be read and scrolled at once. */
export function drawFigures(): void {
  let next = 0;
  const step = (): void => {
    const until = performance.now() + 12;
    while (next < figures.length && performance.now() < until) draw(figures[next++] as Pending);
    if (next < figures.length) setTimeout(step);
    else document.documentElement.dataset.ready = String(figures.length);
  };
  step();
  window.addEventListener("beforeprint", () => figures.forEach(draw));
  let frame = 0;
  window.addEventListener("resize", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => figures.forEach(draw));
  });
}
