/** Candidates side by side: what they lose, what they risk, how values are spread. */

import { element } from "../src/dom";
import { liveFigure } from "../src/figure";
import { count, label, number } from "../src/text";
import { call, get, part } from "./api";
import { isCancelled, loadCandidate, loadCandidates, run } from "./jobs";
import { recodingName } from "./recodings";
import { change, now, present } from "./store";
import type { AssessedColumn, Assessment, Candidate } from "./types";
import { button, failure, notice, percent, redraw, select, several } from "./widgets";

const assessments = new Map<string, Assessment | Error>();
let column: string | null = null;

/** Those that are kept, and the one at hand. */
export function compared(): Candidate[] {
  const at = present();
  return now().candidates.filter((one) => one.outcome !== "infeasible" && (one.pinned || one.id === at?.id)).slice(-6);
}

export function candidateName(one: Candidate): string {
  return one.name !== "" ? one.name : `Candidate ${one.id}`;
}

export function candidateLine(one: Candidate): string {
  return [one.k !== null ? `k ${count(one.k)}` : "", `${percent(one.suppression, 2)} suppression`, recodingName(one.recoding)].filter(Boolean).join(", ");
}

async function assess(one: Candidate): Promise<void> {
  if (assessments.has(one.id)) return;
  try {
    const job = await run("compare", { candidate: one.id });
    assessments.set(one.id, await get<Assessment>(`/jobs/${part(job.id)}/result`));
  } catch (error) {
    if (!isCancelled(error)) assessments.set(one.id, error instanceof Error ? error : new Error(String(error)));
  }
}

function assessed(one: Candidate): Assessment | null {
  const found = assessments.get(one.id);
  return found && !(found instanceof Error) ? found : null;
}

function header(one: Candidate, draw: () => void): HTMLElement {
  const input = element("input", { type: "text", class: "candidate-name", value: candidateName(one), "aria-label": `Name of ${label(candidateName(one), 60)}`, "data-focus": `name-${one.id}`, maxlength: 60 });
  input.addEventListener("change", () => {
    void call("PATCH", `/candidates/${part(one.id)}`, { name: input.value.trim(), pinned: true }).then(loadCandidates).then(draw);
  });
  const pin = button(one.pinned ? "Kept ✓" : "Keep", () => void call("PATCH", `/candidates/${part(one.id)}`, { pinned: !one.pinned }).then(loadCandidates).then(draw), { kind: "quiet", label: one.pinned ? `Do not keep ${label(candidateName(one), 60)}` : `Keep ${label(candidateName(one), 60)}` });
  pin.setAttribute("aria-pressed", String(one.pinned));
  pin.dataset.focus = `pin-${one.id}`;
  const look = button(now().chosen === one.id ? "Looking at it" : "Look at it", () => change({ chosen: one.id }), { kind: "quiet", label: `Look at ${label(candidateName(one), 60)}` });
  look.dataset.focus = `look-${one.id}`;
  const drop = button("Remove", () => {
    void call("DELETE", `/candidates/${part(one.id)}`)
      .then(() => {
        if (now().chosen === one.id) change({ chosen: null });
        return loadCandidates();
      })
      .then(draw);
  }, { kind: "quiet", label: `Remove ${label(candidateName(one), 60)}` });
  return element("th", { scope: "col", class: present()?.id === one.id ? "at-hand-column" : "" }, input, element("small", {}, candidateLine(one)), element("span", { class: "candidate-buttons" }, look, pin, drop));
}

function lossCell(loss: number | null | undefined): HTMLElement {
  const fill = element("i", { class: "bar-fill" });
  fill.style.inlineSize = `${Math.max(0, Math.min(1, loss ?? 0)) * 100}%`;
  return element("td", {}, element("span", { class: "loss-cell" }, element("span", { class: "bar dots", "aria-hidden": "true" }, fill), element("span", {}, percent(loss))));
}

/** Marks the best of a row, where one is better than another. */
function factRow(name: string, all: Candidate[], value: (one: Candidate) => number | null | undefined, shown: (value: number) => string, best: "low" | "high" | null = "low"): HTMLElement {
  const values = all.map(value);
  const known = values.filter((each): each is number => typeof each === "number");
  const good = best === null || known.length < 2 || Math.min(...known) === Math.max(...known) ? null : best === "low" ? Math.min(...known) : Math.max(...known);
  return element("tr", {}, element("th", { scope: "row" }, name), ...values.map((each) => element("td", { class: typeof each === "number" && each === good ? "best" : null }, typeof each === "number" ? shown(each) : "…")));
}

function table(all: Candidate[], draw: () => void): HTMLElement {
  const rows = now().table?.rows ?? 1;
  const columns = [...new Set(all.flatMap((one) => Object.keys(one.result?.attributes ?? {})))].slice(0, 60);
  return element(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Candidates side by side" },
    element(
      "table",
      { class: "side-by-side" },
      element("caption", { class: "unseen" }, "Candidates side by side"),
      element("thead", {}, element("tr", {}, element("td", {}), ...all.map((one) => header(one, draw)))),
      element(
        "tbody",
        {},
        factRow("Loss", all, (one) => one.result?.metrics.loss ?? (one.metric === "loss" ? one.value : null), (value) => percent(value)),
        element("tr", {}, element("th", { scope: "row" }, "Outcome"), ...all.map((one) => element("td", {}, one.outcome === "optimal" ? "proven optimum" : one.gap === null ? "feasible" : `gap ${percent(one.gap, 2)}`))),
        factRow("Smallest class", all, (one) => one.k_eff, (value) => count(value), "high"),
        factRow("Classes", all, (one) => one.classes, (value) => count(value), "high"),
        factRow("Suppressed rows", all, (one) => one.suppressed, (value) => `${count(value)} (${percent(value / rows, 2)})`),
        factRow("Largest risk", all, (one) => assessed(one)?.risk.prosecutor.largest, (value) => percent(value)),
        factRow("Average risk", all, (one) => assessed(one)?.risk.marketer.average, (value) => percent(value)),
        ...Object.keys(assessed(all[0] as Candidate)?.inference ?? {}).slice(0, 4).map((name) => factRow(`Right guesses of ${label(name, 30)}`, all, (one) => assessed(one)?.inference?.[name]?.guessed, (value) => percent(value))),
      ),
      element("tbody", {}, element("tr", { class: "subhead" }, element("th", { scope: "colgroup", colspan: all.length + 1 }, "Loss by column")), ...columns.map((name) => element("tr", {}, element("th", { scope: "row" }, element("bdi", {}, label(name, 100))), ...all.map((one) => lossCell(one.result?.attributes[name]?.loss))))),
    ),
  );
}

function distribution(one: Candidate, name: string, found: AssessedColumn): HTMLElement {
  const before = new Map((found.before?.top ?? []).map((each) => [each.value, each.rows]));
  const top = found.after.top.slice(0, 14);
  return liveFigure({
    type: "chart",
    title: candidateName(one),
    says: `${several(found.after.distinct, "different value")}${found.before ? ` instead of ${count(found.before.distinct)}` : ""}${found.distance !== null && found.distance_name ? `; ${label(found.distance_name, 60)} ${number(found.distance)}` : ""}.`,
    kind: "bars",
    x: { name: label(name, 40), scale: "category" },
    y: { name: "rows", scale: "linear" },
    parts: [
      { is: "series", name: "before", main: false, of: top.length, names: top.map((each) => each.value), y: top.map((each) => each.original_rows ?? before.get(each.value) ?? 0) },
      { is: "series", name: "after", main: true, of: top.length, names: top.map((each) => each.value), y: top.map((each) => each.rows) },
    ],
  });
}

function distributions(all: Candidate[], draw: () => void): HTMLElement | null {
  const known = all.flatMap((one) => (assessed(one) ? [one] : []));
  const names = [...new Set(known.flatMap((one) => Object.keys(assessed(one)?.utility?.attributes ?? {})))];
  if (names.length === 0) return null;
  const name = column !== null && names.includes(column) ? column : (names[0] as string);
  const chosen = select(names.map((each) => ({ value: each, name: each })), name, (value) => {
    column = value;
    draw();
  }, { "aria-label": "Column whose values are compared", "data-focus": "distribution" });
  return element(
    "section",
    { class: "distributions", "aria-label": "Values before and after" },
    element("h3", {}, "Values before and after: ", chosen),
    element("div", { class: "small-figures" }, ...known.flatMap((one) => {
      const found = assessed(one)?.utility?.attributes[name];
      return found ? [distribution(one, name, found)] : [];
    })),
  );
}

/** Draws, then fetches what is missing and draws again. */
export function candidatesPanel(): { root: HTMLElement; draw(): void; close(): void } {
  const root = element("div", { class: "candidates" });
  let closed = false;
  let loading = false;

  const load = async (): Promise<void> => {
    if (loading) return;
    loading = true;
    try {
      for (;;) {
        const all = compared();
        const bare = all.find((one) => !one.result);
        const raw = all.find((one) => !assessments.has(one.id));
        if (closed || (!bare && !raw)) break;
        if (bare) await loadCandidate(bare.id);
        else await assess(raw as Candidate);
        if (!closed) draw();
      }
    } catch (error) {
      if (!closed) root.append(failure(error));
    } finally {
      loading = false;
    }
  };

  const draw = (): void => {
    const all = compared();
    if (all.length === 0) return redraw(root, notice("plain", "There is no candidate yet. Ask for one, and keep those that you want to compare."));
    const failed = all.flatMap((one) => (assessments.get(one.id) instanceof Error ? [notice("warn", `${label(candidateName(one), 60)}: ${(assessments.get(one.id) as Error).message}`)] : []));
    redraw(root, table(all, draw), ...failed, distributions(all, draw));
    void load();
  };
  return { root, draw, close: () => void (closed = true) };
}
