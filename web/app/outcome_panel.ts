/** What the search answers: value, bound and gap, levels per column, what is suppressed. */

import { element, icon } from "../src/dom";
import { icons } from "../src/icons";
import { count, label, number } from "../src/text";
import { candidateName } from "./candidates_panel";
import { isOver, JobError } from "./jobs";
import { ApiError, call, part } from "./api";
import { loadCandidates } from "./jobs";
import { end, liveState, onLive, search } from "./live";
import { recodingName } from "./recodings";
import { goTo } from "./step";
import { listen, now, present } from "./store";
import type { Candidate, Job, ResultColumn } from "./types";
import { amount, button, duration, factList, failure, notice, percent, redraw, say, several, warningItem, type Tone } from "./widgets";

function verdict(job: Job | null, found: Candidate | null, busy: boolean): { tone: Tone; text: string } {
  if (busy) return { tone: "plain", text: job && job.best !== null ? "Searching: the best so far" : "Searching" };
  if (!found) return { tone: "plain", text: "No answer yet" };
  if (found.outcome === "optimal") return { tone: "good", text: "Proven optimum" };
  if (found.outcome === "infeasible") return { tone: "bad", text: "No release meets the plan" };
  return { tone: "warn", text: found.gap === null ? "Feasible, nothing proven" : "Feasible, with a known gap" };
}

/** The value with the bound below it: what is between is not known. */
function gauge(value: number | null, bound: number | null): HTMLElement | null {
  if (value === null || value < 0 || value > 1) return null;
  const at = element("span", { class: "gauge-value" });
  at.style.insetInlineStart = `${value * 100}%`;
  const below = element("span", { class: "gauge-bound" });
  below.style.inlineSize = `${Math.max(0, Math.min(value, bound ?? 0)) * 100}%`;
  const unknown = element("span", { class: "gauge-gap" });
  unknown.style.insetInlineStart = `${(bound ?? 0) * 100}%`;
  unknown.style.inlineSize = `${Math.max(0, value - (bound ?? 0)) * 100}%`;
  return element("div", { class: "gauge", "aria-hidden": "true" }, below, unknown, at);
}

function levelText(column: ResultColumn): string {
  if (column.groups) return `${count(column.groups.length)} of ${count(column.values ?? column.groups.length)} groups`;
  if (column.level !== null && column.level !== undefined) return `level ${column.level} of ${column.height ?? "?"}`;
  return "";
}

function levelDots(column: ResultColumn): HTMLElement {
  const height = column.height ?? 0;
  const box = element("span", { class: "dots", "aria-hidden": "true" });
  if (column.groups || column.level === null || column.level === undefined || height > 12) {
    const fill = element("i", { class: "bar-fill" });
    fill.style.inlineSize = `${(column.loss ?? 0) * 100}%`;
    box.classList.add("bar");
    box.append(fill);
  } else for (let level = 1; level <= height; level++) box.append(element("i", { class: level <= column.level ? "on" : "" }));
  return box;
}

export function columnsOf(found: Candidate): HTMLElement | null {
  const columns = Object.entries(found.result?.attributes ?? {});
  if (columns.length === 0) return null;
  return element(
    "table",
    { class: "levels" },
    element("caption", { class: "unseen" }, "Levels and loss of each quasi-identifier"),
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Quasi-identifier"), element("th", { scope: "col" }, "Level"), element("th", { scope: "col", class: "number" }, "Loss"))),
    element(
      "tbody",
      {},
      ...columns.slice(0, 60).map(([name, column]) =>
        element("tr", {}, element("th", { scope: "row" }, element("bdi", {}, label(name, 100))), element("td", {}, levelDots(column), element("span", { class: "level-text" }, levelText(column))), element("td", { class: "number" }, percent(column.loss))),
      ),
    ),
  );
}

/** The columns whose every value becomes `*`, in words. */
export function erased(found: Candidate): string[] {
  return Object.entries(found.result?.attributes ?? {}).flatMap(([name, column]) => (column.loss !== null && column.loss >= 0.9995 ? [name] : []));
}

function privacyLines(found: Candidate): HTMLElement | null {
  const models = found.result?.privacy?.models ?? [];
  if (models.length === 0) return null;
  return element("ul", { class: "kept-rules" }, ...models.map((one) => element("li", {}, icon(icons.holds), `${label(one.rule, 80)}${one.attribute ? ` on ${label(one.attribute, 40)}` : ""}: found ${number(one.found)}`)));
}

function facts(found: Candidate): HTMLElement {
  const rows = found.result?.rows ?? now().table?.rows ?? 0;
  return factList([
    [found.result && found.result.persons !== null ? "Smallest class, in persons" : "Smallest class", count(found.k_eff ?? 0)],
    ["Classes", count(found.classes)],
    ["Suppressed rows", `${count(found.suppressed)} (${percent(found.suppressed / Math.max(1, rows), 2)})`],
    ["Time", duration(found.seconds)],
  ]);
}

function erasedNote(found: Candidate): HTMLElement | null {
  const names = erased(found);
  if (names.length === 0) return null;
  return notice("warn", `Nothing is left of ${names.slice(0, 4).map((name) => label(name, 40)).join(", ")}${names.length > 4 ? ` and ${names.length - 4} more` : ""}. More suppression, a smaller k or other groups would keep some.`);
}

/** What is known of a candidate. While another search runs it is that of the answer before. */
function about(found: Candidate, older: boolean, said: boolean): HTMLElement {
  return element(
    "div",
    { class: older ? "about older" : "about" },
    said ? element("h3", {}, `The answer before: ${label(candidateName(found), 60)}`) : null,
    facts(found),
    columnsOf(found),
    privacyLines(found),
    erasedNote(found),
    ...(found.result?.warnings ?? []).map((one) => notice("warn", warningItem(one))),
  );
}

export function outcomePanel(): { root: HTMLElement; close(): void } {
  const above = element("div");
  const below = element("div");
  /* Stays where it is: a button that is replaced with every event cannot be clicked. */
  const checked = element("span", { class: "help" });
  const stops = element("p", { class: "buttons" }, button("Stop and keep the best", () => end(true), { kind: "main" }), button("Cancel", () => end(false), { kind: "quiet" }), checked);
  const body = element("div", { class: "outcome-body" }, above, stops, below);
  const root = element("section", { class: "card outcome", "aria-labelledby": "outcome-title" }, element("h2", { id: "outcome-title" }, "The answer"), body);
  let said = "";

  const pin = async (found: Candidate): Promise<void> => {
    await call("PATCH", `/candidates/${part(found.id)}`, { pinned: !found.pinned });
    await loadCandidates();
  };

  const pinButton = (found: Candidate): HTMLButtonElement => {
    const made = button(found.pinned ? "Kept for comparing ✓" : "Keep for comparing", () => void pin(found), { kind: found.pinned ? "quiet" : "main" });
    made.dataset.focus = "pin";
    return made;
  };

  const draw = (): void => {
    const { job, busy, error } = liveState();
    const found = present();
    const running = busy && job !== null && !isOver(job);
    const word = verdict(job, found, busy);
    const value = running && job.best !== null ? job.best : (found?.value ?? null);
    const bound = running ? job.bound : (found?.bound ?? null);
    const gap = running ? job.gap : (found?.gap ?? null);
    const metric = found?.metric ?? "loss";
    const proven = !busy && found?.outcome === "optimal";
    root.dataset.state = busy ? "busy" : error ? "failed" : (found?.outcome ?? "none");
    root.dataset.suppression = busy ? "" : String(found?.suppression ?? "");
    root.dataset.k = busy ? "" : String(found?.k ?? "");
    const failed = error instanceof JobError || error instanceof ApiError ? error.failure : null;
    redraw(
      above,
      error ? failure(error) : element("p", { class: `word ${word.tone}` }, icon(icons[word.tone]), word.text),
      failed?.key ? element("p", { class: "help" }, `It is about ${label(failed.key)}.`) : null,
      !error && value !== null
        ? element(
            "div",
            { class: "value-box" },
            element("p", { class: "big" }, amount(metric, value), element("small", {}, label(metric))),
            metric === "dm" || metric === "aecs" ? null : gauge(value, bound),
            element("p", { class: "help" }, proven ? `No other choice of ${recodingName(found?.recoding ?? "")} that meets the plan has a smaller ${label(metric)}.` : bound !== null ? `No choice can be below ${amount(metric, bound)}: a gap of ${percent(gap, 2)}.` : "How far it is from the best is not known."),
          )
        : null,
    );
    stops.hidden = !running;
    checked.textContent = running ? `${count(job.evaluations ?? 0)} checked, ${duration(job.seconds)}` : "";
    redraw(
      below,
      found && !error ? about(found, busy, running && (job.seconds ?? 0) > 0.4) : null,
      ...(!busy && job ? job.notes.filter((one) => one.code !== "hierarchy_built").slice(0, 6).map((one) => notice("plain", warningItem(one))) : []),
      !running && found && !error
        ? element(
            "p",
            { class: "buttons" },
            pinButton(found),
            button("Compare", () => goTo("compare"), { kind: "quiet" }),
          )
        : null,
      !running && !busy && (error || !found) ? element("p", { class: "buttons" }, button("Search again", () => void search())) : null,
    );
    const text = busy || !found ? "" : `${word.text}: ${metric} ${amount(metric, found.value)}, ${several(found.suppressed, "row")} suppressed`;
    if (text !== "" && text !== said) say((said = text));
  };

  const ends = [onLive(draw), listen(["candidates", "chosen"], draw)];
  draw();
  return { root, close: () => ends.forEach((one) => one()) };
}
