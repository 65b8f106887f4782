/** Parts that the steps are made of. Whatever is shown goes through `element`, as text. */

import { element, icon } from "../src/dom";
import { icons } from "../src/icons";
import { label, number } from "../src/text";
import { words } from "./api";
import type { Job, Warning } from "./types";

export type Child = Node | string | null | undefined | false;

let numberOfIds = 0;

export function newId(stem: string): string {
  return `${stem}-${++numberOfIds}`;
}

export function button(text: string, act: (event: MouseEvent) => void, options: { kind?: "main" | "quiet" | "danger"; label?: string; title?: string } = {}): HTMLButtonElement {
  const made = element("button", { type: "button", class: `button ${options.kind ?? ""}`.trim(), "aria-label": options.label, title: options.title, "data-focus": options.label ?? text }, text);
  made.addEventListener("click", act);
  return made;
}

/** A disabled button keeps its place in the order of the tab key, so that its reason can be read. */
export function enable(made: HTMLButtonElement, enabled: boolean): void {
  made.disabled = !enabled;
}

export function field(name: string, control: HTMLElement, sentence?: Child): HTMLElement {
  const id = control.id || newId("field");
  control.id = id;
  const help = sentence ? element("p", { class: "help", id: `${id}-help` }, sentence) : null;
  if (help) control.setAttribute("aria-describedby", help.id);
  return element("div", { class: "field" }, element("label", { for: id }, name), control, help);
}

export interface Choice {
  value: string;
  name: string;
  sentence?: string;
}

export function select(choices: Choice[], value: string, changed: (value: string) => void, attributes: Record<string, string> = {}): HTMLSelectElement {
  const made = element("select", attributes);
  const known = choices.some((choice) => choice.value === value);
  for (const choice of known ? choices : [{ value, name: value }, ...choices]) {
    const option = element("option", { value: choice.value }, label(choice.name, 80));
    option.selected = choice.value === value;
    made.append(option);
  }
  made.addEventListener("change", () => changed(made.value));
  return made;
}

/** Radio buttons as cards, with a sentence each. */
export function choices(legend: string, all: Choice[], value: string, changed: (value: string) => void): HTMLFieldSetElement {
  const name = newId("choice");
  return element(
    "fieldset",
    { class: "choices" },
    element("legend", {}, legend),
    ...all.map((choice) => {
      const input = element("input", { type: "radio", name, value: choice.value, "data-focus": `${legend}-${choice.value}` });
      input.checked = choice.value === value;
      input.addEventListener("change", () => changed(choice.value));
      return element("label", { class: "choice" }, input, element("span", {}, element("b", {}, choice.name), choice.sentence && element("small", {}, choice.sentence)));
    }),
  );
}

export interface Slider {
  root: HTMLElement;
  set(value: number): void;
}

/** A slider over given stops and a field for any number, always equal. */
export function slider(
  name: string,
  options: { stops: number[]; value: number; unit?: string; min: number; max: number; step: number; sentence: (value: number) => string },
  changed: (value: number) => void,
): Slider {
  const id = newId("slider");
  const { stops } = options;
  const nearest = (value: number): number => stops.reduce((best, stop, at) => (Math.abs(stop - value) < Math.abs((stops[best] as number) - value) ? at : best), 0);
  const range = element("input", { type: "range", min: 0, max: stops.length - 1, step: 1, id, "aria-describedby": `${id}-help` });
  const exact = element("input", { type: "number", min: options.min, max: options.max, step: options.step, "aria-label": `${name}, exact`, class: "exact" });
  const help = element("p", { class: "help", id: `${id}-help` });
  const show = (value: number): void => {
    help.textContent = options.sentence(value);
    range.setAttribute("aria-valuetext", `${value}${options.unit ?? ""}`);
    range.style.setProperty("--share", `${(100 * Number(range.value)) / Math.max(1, stops.length - 1)}%`);
  };
  const set = (value: number): void => {
    if (document.activeElement !== range) range.value = String(nearest(value));
    if (document.activeElement !== exact) exact.value = String(value);
    show(value);
  };
  range.addEventListener("input", () => {
    const value = stops[Number(range.value)] as number;
    exact.value = String(value);
    show(value);
    changed(value);
  });
  exact.addEventListener("input", () => {
    const value = Number(exact.value);
    if (exact.value === "" || !Number.isFinite(value) || value < options.min || value > options.max) return;
    range.value = String(nearest(value));
    show(value);
    changed(value);
  });
  const root = element(
    "div",
    { class: "slider" },
    element("label", { for: id }, name),
    element("div", { class: "track" }, range, element("span", { class: "with-unit" }, exact, options.unit ? element("span", { "aria-hidden": "true" }, options.unit) : null)),
    help,
  );
  range.value = String(nearest(options.value));
  exact.value = String(options.value);
  show(options.value);
  return { root, set };
}

export type Tone = "plain" | "good" | "warn" | "bad";

export function notice(tone: Tone, ...children: Child[]): HTMLElement {
  return element("div", { class: `notice ${tone}` }, icon(icons[tone]), element("div", {}, ...children));
}

export function failure(error: unknown): HTMLElement {
  const made = notice("bad", words(error));
  made.setAttribute("role", "alert");
  return made;
}

/** Messages of the library begin small, as the command line writes them after a name. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function warningItem(warning: Warning): HTMLElement {
  const text = label(warning.message, 1000);
  return element("span", {}, warning.attribute && element("b", {}, `${label(warning.attribute)}: `), warning.attribute ? text : sentence(text));
}

export function progressBar(name: string): { root: HTMLElement; set(share: number | null, text: string): void } {
  const bar = element("progress", { max: 1, "aria-label": name });
  const text = element("span", { class: "progress-text" });
  return {
    root: element("div", { class: "progress" }, bar, text),
    set(share, shown) {
      if (share === null) bar.removeAttribute("value");
      else bar.value = share;
      text.textContent = shown;
    },
  };
}

const phases: Record<string, string> = { read: "Reading", inspect: "Looking at the columns", search: "Searching", write: "Writing", verify: "Verifying", assess: "Assessing", hash: "Hashing" };

export function phaseName(job: Job): string {
  if (job.state === "waiting") return "Waiting for its turn";
  const phase = job.phase ?? "";
  return phases[phase] ?? (phase ? phase.charAt(0).toUpperCase() + phase.slice(1) : "Working");
}

export function card(title: Child, ...children: Child[]): HTMLElement {
  const id = newId("card");
  return element("section", { class: "card", "aria-labelledby": id }, element("h2", { id }, title), ...children);
}

export function factList(facts: [string, string][]): HTMLElement {
  return element("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [element("div", {}, element("dt", {}, name), element("dd", {}, value))]));
}

export function percent(share: number | null | undefined, digits = 3): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return "–";
  const value = share * 100;
  return `${value >= 99.95 && value < 100 ? "> 99.9" : value > 0 && value < 0.01 ? "< 0.01" : number(Number(value.toPrecision(digits)))} %`;
}

const shares = new Set(["loss", "precision", "entropy", "nwp", "necd", "cm"]);

/** A value of a metric: a share of the whole, or a number of its own kind. */
export function amount(metric: string | null | undefined, value: number | null | undefined): string {
  return shares.has(metric ?? "loss") ? percent(value) : number(value);
}

export function several(of: number, one: string, many = `${one}s`): string {
  return `${of.toLocaleString("en")} ${of === 1 ? one : many}`;
}

export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return "–";
  return seconds < 1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${number(Number(seconds.toPrecision(3)))} s`;
}

export function bytes(count: number | null | undefined): string {
  if (count === null || count === undefined) return "";
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** Draws a region again and leaves the focus on what stands for the same thing, by `data-focus`. */
export function redraw(region: HTMLElement, ...children: Child[]): void {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && region.contains(active) ? active.dataset.focus : undefined;
  region.replaceChildren(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  if (key === undefined) return;
  for (const one of region.querySelectorAll<HTMLElement>("[data-focus]")) {
    if (one.dataset.focus !== key) continue;
    one.focus({ preventScroll: true });
    return;
  }
}

/** ---- Said aloud by screen readers, once ---- */

let live: HTMLElement | null = null;

export function liveRegion(): HTMLElement {
  live = element("p", { class: "unseen", role: "status", "aria-live": "polite" });
  return live;
}

export function say(text: string): void {
  if (live) live.textContent = text;
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
