/** The non-dominated points of nsga2, and the preference as a mark that can be moved. */

import * as Plot from "@observablehq/plot";
import { style, tick } from "../src/chart";
import { element } from "../src/dom";
import { count, number } from "../src/text";
import { jobLine } from "./job_line";
import { loadCandidate, loadCandidates } from "./jobs";
import { change, now } from "./store";
import type { Candidate, FrontPoint } from "./types";
import { button, card, field, notice, percent, redraw, select } from "./widgets";

interface Preference {
  loss: number;
  bias: number;
}

const preference: Preference = { loss: 0.2, bias: 0.1 };
let recoding = "cut";
let front: Candidate | null = null;
let picked: number | null = null;

const clamp = (value: number): number => Math.max(0.01, Math.min(1, Math.round(value * 100) / 100));

interface Place {
  x(value: number): number;
  y(value: number): number;
  backX(pixel: number): number;
  backY(pixel: number): number;
}

function points(): FrontPoint[] {
  return (front?.result?.front ?? []).filter((one) => typeof one.metrics.nwp === "number" && typeof one.metrics.necd === "number");
}

function plot(width: number): { svg: SVGSVGElement; place: Place } {
  const all = points();
  const reach = (values: number[], least: number): number => Math.min(1, Math.max(least, ...values) * 1.08);
  const largest = Math.max(1, ...all.map((one) => one.k_eff));
  const made = Plot.plot({
    width,
    height: Math.min(420, Math.max(280, width * 0.5)),
    marginLeft: 54,
    marginBottom: 46,
    marginTop: 28,
    marginRight: 24,
    style,
    x: { domain: [0, reach([...all.map((one) => one.metrics.nwp as number), preference.loss], 0.3)], label: "information loss (nwp)", tickFormat: tick, grid: true },
    y: { domain: [0, reach([...all.map((one) => one.metrics.necd as number), preference.bias], 0.15)], label: "uneven protection (necd)", tickFormat: tick, grid: true },
    marks: [
      Plot.ruleX([preference.loss], { stroke: "var(--accent)", strokeDasharray: "4 4", strokeOpacity: 0.6 }),
      Plot.ruleY([preference.bias], { stroke: "var(--accent)", strokeDasharray: "4 4", strokeOpacity: 0.6 }),
      Plot.dot(all, {
        x: (one: FrontPoint) => one.metrics.nwp,
        y: (one: FrontPoint) => one.metrics.necd,
        r: (one: FrontPoint) => 4 + 8 * Math.sqrt(one.k_eff / largest),
        fill: "var(--c0)",
        fillOpacity: 0.75,
        stroke: "var(--surface)",
      }),
      Plot.dot(all.filter((one) => one.point === picked || (picked === null && one.chosen)), { x: (one: FrontPoint) => one.metrics.nwp, y: (one: FrontPoint) => one.metrics.necd, r: 13, stroke: "var(--c1)", strokeWidth: 2.5 }),
    ],
  });
  const svg = (made instanceof SVGSVGElement ? made : made.querySelector("svg")) as SVGSVGElement;
  const [x, y] = [made.scale("x"), made.scale("y")] as [Plot.Scale, Plot.Scale];
  const apply = (scale: Plot.Scale) => (value: number) => scale.apply(value) as number;
  const back = (scale: Plot.Scale) => (pixel: number) => scale.invert?.(pixel) as number;
  return { svg, place: { x: apply(x), y: apply(y), backX: back(x), backY: back(y) } };
}

/** The mark: dragged, or moved with the arrow keys. */
function preferenceMark(svg: SVGSVGElement, place: Place, moved: (done: boolean) => void): void {
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
  mark.setAttribute("d", "M0-11 11 0 0 11-11 0Z");
  mark.setAttribute("class", "preference");
  const tell: Record<string, string> = { tabindex: "0", role: "slider", "aria-label": "Preference: loss and unevenness that would be good enough", "aria-valuemin": "0", "aria-valuemax": "1" };
  for (const [key, value] of Object.entries(tell)) mark.setAttribute(key, value);
  const put = (): void => {
    mark.setAttribute("transform", `translate(${place.x(preference.loss)} ${place.y(preference.bias)})`);
    mark.setAttribute("aria-valuenow", String(preference.loss));
    mark.setAttribute("aria-valuetext", `loss ${preference.loss}, unevenness ${preference.bias}`);
  };
  put();
  mark.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    mark.setPointerCapture(event.pointerId);
    const drag = (each: PointerEvent): void => {
      const box = svg.getBoundingClientRect();
      const scale = svg.viewBox.baseVal.width / box.width || 1;
      preference.loss = clamp(place.backX((each.clientX - box.left) * scale));
      preference.bias = clamp(place.backY((each.clientY - box.top) * scale));
      put();
      moved(false);
    };
    const drop = (): void => {
      mark.removeEventListener("pointermove", drag);
      moved(true);
    };
    mark.addEventListener("pointermove", drag);
    mark.addEventListener("pointerup", drop, { once: true });
  });
  mark.addEventListener("keydown", (event) => {
    const steps: Record<string, [number, number]> = { ArrowRight: [0.01, 0], ArrowLeft: [-0.01, 0], ArrowUp: [0, 0.01], ArrowDown: [0, -0.01] };
    const step = steps[event.key];
    if (event.key === "Enter") moved(true);
    if (!step) return;
    event.preventDefault();
    preference.loss = clamp(preference.loss + step[0]);
    preference.bias = clamp(preference.bias + step[1]);
    put();
    moved(false);
  });
  svg.append(mark);
}

function pointsTable(pick: (point: FrontPoint) => void): HTMLElement {
  const all = points();
  return element(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Points of the front" },
    element(
      "table",
      { class: "front-points" },
      element("caption", { class: "unseen" }, "Points of the front"),
      element("thead", {}, element("tr", {}, ...["Point", "k", "Loss", "Uneven", "Take it"].map((name, at) => element("th", { scope: "col", class: at < 4 ? "number" : null }, name)))),
      element(
        "tbody",
        {},
        ...all.slice(0, 200).map((one) =>
          element(
            "tr",
            { class: one.point === picked || (picked === null && one.chosen) ? "chosen" : null },
            element("th", { scope: "row", class: "number" }, String(one.point)),
            element("td", { class: "number" }, count(one.k_eff)),
            element("td", { class: "number" }, percent(one.metrics.nwp)),
            element("td", { class: "number" }, percent(one.metrics.necd)),
            element("td", {}, button("Take", () => pick(one), { kind: "quiet", label: `Take point ${one.point}: k ${one.k_eff}, loss ${number(one.metrics.nwp ?? null)}` })),
          ),
        ),
      ),
    ),
  );
}

export function frontPanel(): { root: HTMLElement; close(): void } {
  const chart = element("div", { class: "plot front-plot" });
  const below = element("div");
  const line = jobLine();
  const inputs = { loss: numberInput("loss"), bias: numberInput("bias") };
  let width = 0;

  function numberInput(key: keyof Preference): HTMLInputElement {
    const input = element("input", { type: "number", min: 0.01, max: 1, step: 0.01, value: preference[key] });
    input.addEventListener("change", () => {
      if (input.value === "" || !input.checkValidity()) return;
      preference[key] = clamp(Number(input.value));
      draw();
    });
    return input;
  }

  const draw = (): void => {
    inputs.loss.value = String(preference.loss);
    inputs.bias.value = String(preference.bias);
    if (width < 60) return;
    const focused = chart.contains(document.activeElement);
    const { svg, place } = plot(width);
    svg.setAttribute("aria-hidden", "true");
    const over = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    over.setAttribute("class", "front-over");
    over.setAttribute("viewBox", svg.getAttribute("viewBox") ?? "");
    over.setAttribute("role", "group");
    over.setAttribute("aria-label", front ? `${points().length} points of the front: loss against unevenness; larger dots have a larger k` : "Where the front will be, with the preference as a mark");
    preferenceMark(over, place, (done) => {
      inputs.loss.value = String(preference.loss);
      inputs.bias.value = String(preference.bias);
      if (done) void search();
    });
    chart.replaceChildren(svg, over);
    if (focused) over.querySelector<SVGElement>(".preference")?.focus({ preventScroll: true });
    redraw(below, front ? pointsTable((point) => void take(point)) : notice("plain", "Nothing was searched yet. Move the mark to what would be good enough, then search."));
  };

  const search = async (): Promise<void> => {
    const set = {
      recoding,
      "search.algorithm": "nsga2",
      "search.prefer": `nwp=${preference.loss},necd=${preference.bias}`,
      "search.metric": null,
      "search.objectives": null,
      "search.evaluations": "20000",
      "search.time_limit": null,
      suppression: "0",
    };
    const job = await line.run("search", { set }, "Searching the front");
    if (!job?.candidate) return;
    front = await loadCandidate(job.candidate);
    picked = null;
    change({ chosen: front.id });
    await loadCandidates();
    draw();
  };

  const take = async (point: FrontPoint): Promise<void> => {
    if (!front) return;
    const job = await line.run("search", { front: front.id, pick: String(point.point) }, `Taking point ${point.point}`);
    if (!job?.candidate) return;
    picked = point.point;
    const found = await loadCandidate(job.candidate);
    change({ chosen: found.id });
    await loadCandidates();
    draw();
  };

  if (front && !now().candidates.some((one) => one.id === front?.id)) front = null;
  const observer = new ResizeObserver(() => {
    const wide = Math.floor(chart.clientWidth);
    if (wide === width) return;
    width = wide;
    draw();
  });
  observer.observe(chart);
  const root = card(
    "Several aims at once",
    element("p", { class: "help" }, "A release with little loss may protect some people with a class of 5 and others with a class of 2,000. Move the diamond to the loss and unevenness that would be good enough: the search finds releases that no other found is better than in every respect. Nothing is suppressed."),
    element(
      "div",
      { class: "fields" },
      field("Loss that is good enough", inputs.loss),
      field("Unevenness that is good enough", inputs.bias),
      field("Recoding", select([{ value: "cut", name: "Cuts" }, { value: "lattice", name: "Levels" }], recoding, (value) => { recoding = value; })),
    ),
    element("p", { class: "buttons" }, button("Search the front", () => void search(), { kind: "main" })),
    line.root,
    element("div", { class: "beside" }, chart, below),
  );
  return { root, close: () => observer.disconnect() };
}
