/** The frame of the page: the rail of steps, the table at hand, what runs; and which step is shown. */

import { element, icon } from "../src/dom";
import { count, label } from "../src/text";
import { themeButton } from "../src/theme";
import { get, onLost, words } from "./api";
import { stepIcons } from "./icons";
import { isOver, isSameTable, loadSession } from "./jobs";
import { goTo, type Step, type StepId } from "./step";
import { askStep } from "./step_ask";
import { compareStep } from "./step_compare";
import { generalizeStep } from "./step_generalize";
import { openStep } from "./step_open";
import { releaseStep } from "./step_release";
import { understandStep } from "./step_understand";
import { change, listen, now } from "./store";
import type { About } from "./types";
import { button, liveRegion, notice, phaseName, redraw } from "./widgets";

const steps: Step[] = [openStep, understandStep, generalizeStep, askStep, compareStep, releaseStep];

let leave: () => void = () => undefined;
let shown: StepId | null = null;

const rail = element("nav", { class: "rail", "aria-label": "Steps" });
const place = element("main", { id: "step", tabindex: -1 });
const tableLine = element("p", { class: "at-hand" });
const running = element("p", { class: "running", "aria-hidden": "true" });
const lost = element("div", { class: "lost", role: "alert" });

function wanted(): StepId {
  const id = window.location.hash.slice(1);
  const step = steps.find((one) => one.id === id);
  if (!now().table) return "open";
  return step ? step.id : "understand";
}

function drawRail(): void {
  const open = now().table !== null;
  redraw(
    rail,
    element(
      "ol",
      {},
      ...steps.map((step, at) => {
        const reachable = open || step.id === "open";
        const link = element(
          "a",
          {
            href: reachable ? `#${step.id}` : null,
            role: reachable ? null : "link",
            "aria-disabled": reachable ? null : "true",
            "aria-current": step.id === shown ? "step" : null,
            "data-focus": step.id,
          },
          icon(stepIcons[step.id]),
          element("span", { class: "step-number" }, `${at + 1}`),
          element("span", { class: "step-name" }, step.name),
        );
        return element("li", {}, link);
      }),
    ),
  );
}

function drawHead(): void {
  const { table, about } = now();
  redraw(
    tableLine,
    ...(table
      ? [element("b", {}, element("bdi", {}, label(table.name, 60))), ` ${count(table.rows)} rows, ${count(table.columns.length)} columns`]
      : ["No table is open"]),
    ...(about && !about.project.kept ? [element("span", { class: "fleeting" }, "Nothing is kept when Shoal ends: download what you release")] : []),
  );
}

function drawRunning(): void {
  const job = now().jobs.find((one) => !isOver(one));
  running.textContent = job ? `${phaseName(job)}…` : "";
}

function showStep(): void {
  const id = wanted();
  if (id === shown) return;
  const first = shown === null;
  leave();
  shown = id;
  const step = steps.find((one) => one.id === id) as Step;
  const at = steps.indexOf(step);
  const host = element("div", { class: `step ${id}` });
  const next = steps[at + 1];
  const further = element("p", { class: "further" }, next ? button(`Next: ${next.name}`, () => goTo(next.id), { kind: id === "open" ? "quiet" : "main" }) : null);
  further.hidden = !now().table;
  place.replaceChildren(
    element("div", { class: "step-head" }, element("h1", {}, step.name), element("p", { class: "sentence" }, step.sentence)),
    host,
    further,
  );
  document.title = `${step.name} · Shoal`;
  drawRail();
  leave = step.show(host);
  window.scrollTo(0, 0);
  if (!first) place.focus({ preventScroll: true });
  document.documentElement.dataset.step = id;
}

/** Another page of the same server may have changed the plan, or opened another table. */
async function lookAgain(): Promise<void> {
  if (document.visibilityState !== "visible") return;
  const before = now().table;
  try {
    await loadSession();
  } catch {
    return; /* The line about the server says it. */
  }
  if (isSameTable(before, now().table)) return;
  shown = null;
  showStep();
}

function frame(): HTMLElement {
  const skip = element("a", { class: "skip", href: "#step" }, "Skip to the step");
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    place.focus();
  });
  return element(
    "div",
    { class: "app" },
    skip,
    element("header", { class: "app-head" }, element("p", { class: "app-brand" }, "Shoal"), tableLine, running, themeButton()),
    lost,
    rail,
    place,
    liveRegion(),
  );
}

async function begin(): Promise<void> {
  const app = document.getElementById("app") as HTMLElement;
  app.append(frame());
  drawRail();
  onLost((failure) => redraw(lost, failure ? notice("bad", failure.message) : null));
  try {
    const [about] = await Promise.all([get<About>("/about"), loadSession()]);
    change({ about });
  } catch (error) {
    if (lost.childElementCount === 0) place.append(notice("bad", words(error)));
    document.documentElement.dataset.ready = "failed";
    return;
  }
  listen(["table", "about"], () => {
    drawHead();
    drawRail();
    const further = place.querySelector<HTMLElement>(".further");
    if (further) further.hidden = !now().table;
  });
  listen(["jobs"], drawRunning);
  drawHead();
  drawRunning();
  window.addEventListener("hashchange", showStep);
  window.addEventListener("focus", () => void lookAgain());
  document.addEventListener("visibilitychange", () => void lookAgain());
  showStep();
  document.documentElement.dataset.ready = "yes";
}

void begin();
