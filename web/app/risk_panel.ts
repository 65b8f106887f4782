/** How exposed the raw table is, with the roles as they are now. */

import { element } from "../src/dom";
import { liveFigure } from "../src/figure";
import { count, label } from "../src/text";
import { get, part } from "./api";
import { finish, isCancelled, JobError, start } from "./jobs";
import { notYetKept } from "./plan";
import { columnsWith, listen, now } from "./store";
import type { Assessment } from "./types";
import { failure, notice, percent, redraw, say } from "./widgets";

/** The roles that risks depend on, as one text: equal texts, equal risks. */
function question(): string {
  const { plan, table } = now();
  return JSON.stringify([table?.name, table?.rows, table?.bytes, (table?.columns ?? []).map((name) => plan?.attributes[name]?.role ?? ""), plan?.keys["missing.rule"], plan?.keys["risk.threshold"]]);
}

let answered: { to: string; assessment: Assessment } | null = null;

function meter(name: string, share: number | null, sentence: string, tone: "bad" | "warn" | "good"): HTMLElement {
  const value = share ?? 0;
  const bar = element("span", { class: "meter-fill" });
  bar.style.inlineSize = `${Math.max(0, Math.min(1, value)) * 100}%`;
  return element(
    "div",
    { class: `meter ${tone}` },
    element("p", { class: "meter-head" }, element("span", {}, name), element("b", {}, percent(share))),
    element("span", { class: "meter-track", "aria-hidden": "true" }, bar),
    element("p", { class: "help" }, sentence),
  );
}

const toneOf = (share: number | null): "bad" | "warn" | "good" => ((share ?? 0) > 0.2 ? "bad" : (share ?? 0) > 0.05 ? "warn" : "good");

function sizesFigure(found: Assessment): HTMLElement | null {
  const sizes = (found.classes?.sizes ?? []).filter((one) => one.rows > 0);
  if (sizes.length < 2) return null;
  return liveFigure({
    type: "chart",
    title: "Rows by the size of their class",
    says: null,
    kind: "bars",
    x: { name: "rows that look alike", scale: "category" },
    y: { name: "rows", scale: "linear" },
    parts: [
      {
        is: "series",
        name: "rows",
        main: true,
        of: sizes.length,
        names: sizes.map((one) => (one.from === one.to ? count(one.from) : `${count(one.from)}–${count(one.to)}`)),
        y: sizes.map((one) => one.rows),
      },
    ],
  });
}

function singlingOut(found: Assessment, what: string): HTMLElement | null {
  const sets = found.combinations?.sets.slice(0, 4) ?? [];
  if (sets.length === 0) return null;
  return element(
    "div",
    { class: "singling" },
    element("h3", {}, "What singles people out"),
    element("ul", {}, ...sets.map((one) => element("li", {}, element("b", {}, one.attributes.map((name) => label(name, 40)).join(" + ")), ` alone in ${count(one.records)} ${what}`))),
  );
}

function draw(region: HTMLElement, found: Assessment): void {
  const { prosecutor, marketer } = found.risk;
  /* With a person key everything is counted in persons. */
  const all = found.persons ?? found.rows - found.suppressed;
  const what = found.persons === null ? "rows" : "persons";
  const unique = found.uniques?.sample ?? null;
  const smallest = found.k_eff ?? found.k ?? 0;
  const whom = `${found.persons === null ? "row" : "person"}${smallest === 1 ? "" : "s"}`;
  redraw(
    region,
    element(
      "p",
      { class: "verdict-line" },
      `The smallest class has `,
      element("b", {}, `${count(smallest)} ${whom}`),
      unique !== null ? `; ${count(unique)} of ${count(all)} ${what} (${percent(unique / Math.max(1, all))}) look like nobody else.` : ".",
    ),
    meter("Largest risk", prosecutor.largest, "The chance to find a person whom somebody looks for, in the worst case.", toneOf(prosecutor.largest)),
    meter("Average risk", marketer.average, "The share of people whom somebody who tries them all would find.", toneOf(marketer.average)),
    meter(`Above ${percent(found.risk.threshold)}`, prosecutor.share_above, `The share of ${what} whose risk is above the threshold of the plan.`, toneOf(prosecutor.share_above)),
    sizesFigure(found),
    singlingOut(found, what),
  );
}

export function riskPanel(): { root: HTMLElement; close(): void } {
  const region = element("div", { class: "risk-body" });
  const root = element("section", { class: "card risk", "aria-labelledby": "risk-title", "aria-busy": "false" }, element("h2", { id: "risk-title" }, "Risk of the raw table"), region);
  let closed = false;
  let asking: string | null = null;
  let drawn: string | null = null;
  let serial = 0;
  /** The last question on its way to the server: the next one waits, as the newest one cancels the others there. */
  let sending: Promise<unknown> = Promise.resolve();

  const look = async (): Promise<void> => {
    if (closed) return;
    const asked = question();
    if (asked === asking) return;
    if (answered?.to === asked) {
      root.setAttribute("aria-busy", "false");
      if (drawn !== asked) draw(region, answered.assessment);
      drawn = asked;
      return;
    }
    drawn = null;
    if (columnsWith("quasi").length === 0) {
      root.setAttribute("aria-busy", "false");
      redraw(region, notice("warn", "No column is a quasi-identifier. Say what others may know about these people."));
      return;
    }
    const mine = ++serial;
    asking = asked;
    root.setAttribute("aria-busy", "true");
    try {
      await sending;
      if (closed || question() !== asked) return;
      /* The roles go along: nobody waits until the project is written. */
      const started = start("risk", { set: notYetKept() });
      sending = started.catch(() => undefined);
      const job = await started;
      await finish(job, (each) => {
        const line = region.querySelector(".counting");
        if (line && each.done !== null) line.textContent = `Counting… ${percent(each.done, 2)}`;
      });
      const assessment = await get<Assessment>(`/jobs/${part(job.id)}/result`);
      /* Roles may have changed meanwhile: then another answer is on its way. */
      if (closed || question() !== asked) return;
      answered = { to: asked, assessment };
      drawn = asked;
      draw(region, assessment);
      say(`Risk of the raw table: smallest class ${assessment.k_eff ?? assessment.k ?? 0}`);
    } catch (error) {
      if (!closed && question() === asked && !isCancelled(error)) redraw(region, error instanceof JobError ? notice("warn", error.failure.message) : failure(error));
    } finally {
      /* The same question may have been asked again meanwhile. */
      if (mine === serial) {
        asking = null;
        if (question() === asked) root.setAttribute("aria-busy", "false");
      }
    }
  };

  const end = listen(["plan"], () => void look());
  redraw(region, element("p", { class: "help counting" }, "Counting…"));
  void look();
  return {
    root,
    close() {
      closed = true;
      end();
    },
  };
}

